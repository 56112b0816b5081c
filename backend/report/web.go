package report

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"

	"rabbithole/backend/report/paper"
)

// webPages returns the pages of the web that a report cites, by the hash under which their text is kept.
func webPages(r Report) map[string]Source {
	out := map[string]Source{}
	for _, e := range r.Evidence {
		if e.Locator.URL != "" {
			out[e.Document] = Source{Document: e.Document, Name: e.Name, URL: e.Locator.URL}
		}
	}
	for _, c := range r.Claims {
		for _, x := range c.Citations {
			if x.URL != "" {
				out[x.Document] = Source{Document: x.Document, Name: x.Name, URL: x.URL}
			}
		}
	}
	for _, s := range r.Sources {
		if s.URL != "" {
			out[s.Document] = s
		}
	}
	return out
}

// host is the host of a web page without "www.".
func (s Source) host() string {
	u, err := url.Parse(s.URL)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(u.Hostname(), "www.")
}

// webAddress returns a web address as it may be printed and linked, "" for anything else.
func webAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return ""
	}
	return tame(address)
}

// citedAs names what is cited in full: "act.pdf, § 4, p. 12", or "Web: Lantern rules, harbour.example".
func (v view) citedAs(p place) string {
	s, ok := v.web[p.document]
	if !ok {
		return v.sourceOf(p)
	}
	parts := []string{cmp.Or(clean(p.name), clean(s.Name)), clean(s.host())}
	if parts[0] == "" || parts[0] == parts[1] {
		parts = parts[1:]
	}
	return v.onWeb + " " + strings.Join(parts, ", ")
}

// address is where a citation leads: to the page of the web as it is cited, or to the document.
func (v view) address(document string, page int) string {
	if s, ok := v.web[document]; ok {
		return webAddress(s.URL)
	}
	return v.links.To(document, page)
}

// sourceGroups returns the sources of the web and those of the library, in the order of their numbers.
func (v view) sourceGroups() (web, library []Source) {
	for _, s := range v.Sources {
		if s.URL != "" {
			web = append(web, s)
		} else {
			library = append(library, s)
		}
	}
	return web, library
}

// sourceText says which pages of a document are cited, or whose page of the web it is; of when a source is, and when it was fetched.
func (v view) sourceText(s Source) string {
	var parts []string
	switch {
	case s.URL == "":
		if pages := v.pageList(v.citedPages(s.Document)); pages != "" {
			parts = append(parts, pages)
		}
	case s.Site != "":
		parts = append(parts, clean(s.Site))
	}
	form := v.fileDate
	if s.URL != "" {
		form = v.sourceDate
	}
	if date := cmp.Or(s.Date, v.Dates[s.Name]); date != "" {
		parts = append(parts, fmt.Sprintf(form, v.day(date)))
	}
	if at := v.date(s.FetchedAt); at != "" {
		parts = append(parts, fmt.Sprintf(v.fetched, at))
	}
	return strings.Join(parts, ", ")
}

// qualityOf says what a source of the web is worth, and why.
func (v view) qualityOf(s Source) string {
	text := fmt.Sprintf(v.sourceQuality, v.fraction(s.Quality))
	if s.Reason != "" {
		text += ": " + clean(s.Reason)
	}
	return text + "."
}

// purpose translates what a connection was for; one of somebody else is printed as it is.
func (w words) purpose(p string) string {
	switch p {
	case "search":
		return w.forSearch
	case "page":
		return w.forPage
	case "robots":
		return w.forRobots
	}
	return clean(p)
}

// sources lists what the claims cite, the pages of the web apart from the documents of the library.
func (c *composer) sources() {
	if len(c.Sources) == 0 {
		return
	}
	c.heading(1, "sources", c.sourcesTitle)
	web, library := c.sourceGroups()
	for _, g := range []struct {
		title string
		list  []Source
	}{{c.fromLibrary, library}, {c.fromWeb, web}} {
		if len(g.list) == 0 {
			continue
		}
		if len(web) > 0 {
			c.heading(2, "", g.title)
		}
		for _, s := range g.list {
			runs := []paper.Run{{Text: fmt.Sprintf("[%d] ", s.Number), Bold: true}, {Text: c.called(s.Name)}}
			if text := c.sourceText(s); text != "" {
				runs = append(runs, paper.Run{Text: ", " + text})
			}
			if address := webAddress(s.URL); address != "" {
				runs = append(runs, paper.Run{Text: ". "}, paper.Run{Text: "[" + address + "]", Tone: paper.Cite, URL: address})
			} else if name := clean(s.Name); name != c.called(name) {
				runs = append(runs, paper.Run{Text: ". "}, paper.Run{Text: "[" + name + "]", Tone: paper.Cite, URL: c.address(s.Document, 0)})
			}
			if s.URL != "" {
				runs = append(runs, paper.Run{Text: " " + c.qualityOf(s), Tone: paper.Soft})
			}
			c.remark(runs...)
		}
	}
}
