package report

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"

	"rabbithole/backend/report/paper"
	"rabbithole/backend/source"
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

// citedAs names what is cited in full: "act.pdf, p. 12", or "Web: Lantern rules, harbour.example".
func (v view) citedAs(document, name string, page int, label string) string {
	s, ok := v.web[document]
	if !ok {
		return v.sourceOf(document, name, page, label)
	}
	parts := []string{cmp.Or(clean(name), clean(s.Name)), clean(s.host())}
	if parts[0] == "" || parts[0] == parts[1] {
		parts = parts[1:]
	}
	return v.onWeb + " " + strings.Join(parts, ", ")
}

// citedShort names what is cited as a chip shows it: "act, p. 12", or "Web harbour.example".
func (v view) citedShort(document, name string, page source.Folio) string {
	s, ok := v.web[document]
	if !ok {
		return v.shortly(name) + v.shortPage(page)
	}
	return strings.TrimSuffix(v.onWeb, ":") + " " + shorten(clean(s.host()), chipLength)
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
	if s.Date != "" {
		parts = append(parts, fmt.Sprintf(v.sourceDate, v.day(s.Date)))
	}
	if at := v.date(s.FetchedAt); at != "" {
		parts = append(parts, fmt.Sprintf(v.fetched, at))
	}
	return strings.Join(parts, ", ")
}

// qualityOf says what a source of the web is worth, or how much a document says of the question, and why.
func (v view) qualityOf(s Source) string {
	text := v.score + " " + v.fraction(s.Quality)
	if s.URL != "" {
		text = fmt.Sprintf(v.sourceQuality, v.fraction(s.Quality))
	}
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
			c.text(runs...)
			if s.URL != "" {
				c.remark(paper.Run{Text: c.qualityOf(s), Tone: paper.Soft})
			}
		}
	}
}

// troubles lists what went wrong and was got over.
func (c *composer) troubles() {
	if len(c.Warnings) == 0 {
		return
	}
	c.heading(2, "warnings", c.warnings)
	for _, text := range c.Warnings {
		c.item(paper.Run{Text: clean(text)})
	}
}

// outside lists what left the computer.
func (c *composer) outside() {
	if len(c.Connections) == 0 {
		return
	}
	c.heading(2, "connections", c.leftComputer)
	var rows [][]paper.Cell
	for _, x := range c.Connections {
		rows = append(rows, []paper.Cell{cell(paper.Run{Text: clean(x.Host)}), cell(paper.Run{Text: c.purpose(x.Purpose)}),
			cell(paper.Run{Text: c.grouped(x.Requests)}), cell(paper.Run{Text: c.grouped(int(x.Bytes))})})
	}
	c.table([]int{8, 6, 3, 4}, []string{c.host, c.purposeTitle, c.requests, c.received}, rows)
}
