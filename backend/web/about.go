package web

import (
	"cmp"
	"encoding/json"
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"rabbithole/backend/markup"
)

// aboutOf reads what a page says about itself: its meta elements, its JSON-LD, its title and its time elements, in this order.
func aboutOf(doc *html.Node, address *url.URL) about {
	a := &aboutReader{}
	walk(doc, func(n *html.Node) bool {
		a.element(n)
		return true
	})
	out := about{
		title: cmp.Or(a.meta["og:title"], a.meta["citation_title"], a.ld.title, a.meta["dc.title"], a.meta["twitter:title"], a.heading, a.title),
		author: cmp.Or(a.meta["author"], a.meta["citation_author"], a.ld.author, a.meta["dc.creator"], a.meta["article:author"],
			a.meta["parsely-author"], a.byline),
		site: cmp.Or(a.meta["og:site_name"], a.ld.site, a.meta["citation_journal_title"], a.meta["application-name"], a.meta["publisher"],
			a.meta["dc.publisher"]),
		date: cmp.Or(a.meta["article:published_time"], a.ld.date, a.meta["citation_publication_date"], a.meta["datepublished"], a.meta["dc.date"],
			a.meta["dcterms.date"],
			a.meta["dc.date.issued"], a.meta["date"], a.meta["pubdate"], a.meta["parsely-pub-date"], a.published, a.time, dateIn(address), a.shown),
		language: cmp.Or(languageCode(a.language), languageCode(a.meta["og:locale"]), languageCode(a.meta["content-language"])),
	}
	out.title = withoutSite(out.title, out.site, address)
	out.description = cmp.Or(a.meta["og:description"], a.meta["description"], a.meta["twitter:description"])
	out.canonical = cmp.Or(a.canonical, a.meta["og:url"])
	return out
}

var siteMark = regexp.MustCompile(`\s+[|–—·»:-]+\s+`)

// withoutSite takes the site's name off the end of a title.
func withoutSite(title, site string, address *url.URL) string {
	marks := siteMark.FindAllStringIndex(title, -1)
	if len(marks) == 0 {
		return title
	}
	last := marks[len(marks)-1]
	name := strings.Join(wordsIn(title[last[1]:]), "")
	host := ""
	if address != nil {
		host = strings.Join(wordsIn(address.Hostname()), "")
	}
	if name != "" && (name == strings.Join(wordsIn(site), "") || len(name) > 2 && strings.Contains(host, name)) {
		return title[:last[0]]
	}
	return title
}

// aboutReader gathers what elements say; the first word of each kind counts.
type aboutReader struct {
	meta                                map[string]string
	ld                                  about
	title, heading, language, canonical string
	byline, published, time, shown      string // shown: a date that stands on the page
}

func (a *aboutReader) element(n *html.Node) {
	if a.shown == "" && n.Type == html.ElementNode && datePlace.MatchString(brief(markup.Attr(n, "class")+" "+markup.Attr(n,
		"id")+" "+markup.Attr(n, "itemprop"), 200)) {
		if words := oneLine(textOf(n), 120); len(words) < 120 {
			a.shown = dateWithin(words)
		}
	}
	switch n.DataAtom {
	case atom.Html:
		a.language = markup.Attr(n, "lang")
	case atom.Meta:
		a.metaElement(n)
	case atom.Title:
		if a.title == "" && n.FirstChild != nil {
			a.title = oneLine(n.FirstChild.Data, 300)
		}
	case atom.H1:
		if a.heading == "" {
			a.heading = oneLine(textOf(n), 300)
		}
	case atom.Link:
		if a.canonical == "" && strings.EqualFold(strings.TrimSpace(markup.Attr(n, "rel")), "canonical") {
			a.canonical = strings.TrimSpace(markup.Attr(n, "href"))
		}
	case atom.Script:
		if strings.HasPrefix(strings.ToLower(markup.Attr(n, "type")), "application/ld+json") && n.FirstChild != nil {
			a.linkedData(n.FirstChild.Data)
		}
	case atom.Time:
		d := isoDate(cmp.Or(markup.Attr(n, "datetime"), markup.Attr(n, "content")))
		if markup.Attr(n, "itemprop") == "datePublished" || markup.Attr(n, "pubdate") != "" {
			a.published = cmp.Or(a.published, d)
		}
		a.time = cmp.Or(a.time, d)
	case atom.A, atom.Span, atom.P, atom.Address:
		if a.byline == "" && (strings.EqualFold(markup.Attr(n, "rel"), "author") || markup.Attr(n, "itemprop") == "author") {
			a.byline = personName(textOf(n))
		}
	}
}

func (a *aboutReader) metaElement(n *html.Node) {
	if a.meta == nil {
		a.meta = map[string]string{}
	}
	for _, key := range []string{"name", "property", "itemprop", "http-equiv"} {
		name := strings.ToLower(strings.TrimSpace(markup.Attr(n, key)))
		value := oneLine(markup.Attr(n, "content"), 400)
		switch {
		case name == "" || value == "" || a.meta[name] != "" || len(a.meta) > 300:
			continue
		case strings.Contains(name, "date") || strings.Contains(name, "time"):
			value = isoDate(value)
		case strings.Contains(name, "author") || strings.Contains(name, "creator"):
			value = personName(value)
		}
		a.meta[name] = value
	}
}

// articleTypes are the kinds of JSON-LD objects that describe a text.
var articleTypes = regexp.MustCompile(`Article|BlogPosting|Report|WebPage|Publication|Posting`)

// linkedData reads the objects of a JSON-LD script.
func (a *aboutReader) linkedData(script string) {
	if len(script) > 200_000 {
		return
	}
	var value any
	if json.Unmarshal([]byte(strings.TrimSpace(script)), &value) == nil {
		a.objects(value, 0)
	}
}

func (a *aboutReader) objects(value any, depth int) {
	if depth > 4 {
		return
	}
	switch v := value.(type) {
	case []any:
		for _, one := range v[:min(len(v), 50)] {
			a.objects(one, depth+1)
		}
	case map[string]any:
		if articleTypes.MatchString(nameIn(v["@type"])) {
			a.ld.title = cmp.Or(a.ld.title, oneLine(nameIn(v["headline"]), 300))
			a.ld.author = cmp.Or(a.ld.author, personName(nameIn(v["author"])))
			a.ld.site = cmp.Or(a.ld.site, oneLine(nameIn(v["publisher"]), 100))
			a.ld.date = cmp.Or(a.ld.date, isoDate(nameIn(v["datePublished"])))
		}
		a.objects(v["@graph"], depth+1)
	}
}

// nameIn returns a text, the name of an object, or those of a list.
func nameIn(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case map[string]any:
		return nameIn(v["name"])
	case []any:
		var names []string
		for _, one := range v[:min(len(v), 5)] {
			if _, list := one.([]any); !list {
				names = append(names, nameIn(one))
			}
		}
		return strings.Join(names, ", ")
	}
	return ""
}

var by = regexp.MustCompile(`(?i)^(by|von|par|por)[:\s]+`)

// personName returns a name; "" when it is an address or no name at all.
func personName(s string) string {
	s = by.ReplaceAllString(oneLine(s, 200), "")
	if strings.Contains(s, "://") || strings.Contains(s, "@") || !strings.ContainsFunc(s, func(r rune) bool { return r >= 'A' }) {
		return ""
	}
	return s
}

var languageTag = regexp.MustCompile(`^([a-zA-Z]{2})(?:[-_].*)?$`)

// languageCode returns the ISO 639-1 code that a language tag begins with.
func languageCode(tag string) string {
	tag, _, _ = strings.Cut(strings.TrimSpace(tag), ",")
	if m := languageTag.FindStringSubmatch(strings.TrimSpace(tag)); m != nil {
		return strings.ToLower(m[1])
	}
	return ""
}
