package web

import (
	"cmp"
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"rabbithole/backend/markup"
)

// hidingSheet holds the plain selectors (.class, #id, tag.class) of the page's own style sheets that keep elements out of sight.
type hidingSheet map[string]bool

const maxSheet = 300_000 // bytes of style sheets that are looked at

var plainSelector = regexp.MustCompile(`^([a-z][a-z0-9]*)?([.#][\w-]+)$`)

// hidingRules reads the page's style sheets. What holds only under a condition (@media, :hover, a class on the page) hides nothing here.
func hidingRules(doc *html.Node) hidingSheet {
	sheet := hidingSheet{}
	room := maxSheet
	walk(doc, func(n *html.Node) bool {
		if n.DataAtom != atom.Style || n.FirstChild == nil {
			return n.DataAtom != atom.Script
		}
		css := n.FirstChild.Data
		css = css[:min(len(css), room)]
		room -= len(css)
		sheet.read(css)
		return false
	})
	return sheet
}

// read takes the rules at the top of a style sheet; those inside of an @-rule are skipped.
func (s hidingSheet) read(css string) {
	css = withoutComments(css)
	for css != "" {
		begin := strings.IndexByte(css, '{')
		if begin < 0 {
			return
		}
		selectors := css[:begin]
		if i := strings.LastIndexByte(selectors, ';'); i >= 0 {
			selectors = selectors[i+1:] // after @import or @charset
		}
		body, rest := braced(css[begin+1:])
		css = rest
		if !strings.Contains(selectors, "@") && (hiding(body) || inkOnItself(body)) {
			for _, one := range strings.Split(selectors, ",") {
				if one = strings.TrimSpace(one); plainSelector.MatchString(strings.ToLower(one)) {
					s[one] = true
				}
			}
		}
	}
}

// inkOnItself reports whether declarations give letters the colour of their own background.
func inkOnItself(style string) bool {
	d := declarations(style)
	ground := cmp.Or(d["background-color"], d["background"])
	return ground != "" && invisibleInk(d["color"], ground, nil)
}

// braced returns what stands up to the brace that closes, and what follows it.
func braced(css string) (inside, rest string) {
	depth := 1
	for i := 0; i < len(css); i++ {
		switch css[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return css[:i], css[i+1:]
			}
		}
	}
	return css, ""
}

func withoutComments(css string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(css, "/*")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		if _, css, found = strings.Cut(after, "*/"); !found {
			return b.String()
		}
	}
}

// hides reports whether one of the rules names the element.
func (s hidingSheet) hides(n *html.Node) bool {
	if len(s) == 0 || n.DataAtom == atom.Body || n.DataAtom == atom.Html || n.DataAtom == atom.Main || n.DataAtom == atom.Article {
		return false
	}
	if id := markup.Attr(n, "id"); id != "" && (s["#"+id] || s[n.Data+"#"+id]) {
		return true
	}
	classes := markup.Attr(n, "class")
	for _, class := range strings.Fields(classes[:min(len(classes), 2000)]) {
		if s["."+class] || s[n.Data+"."+class] {
			return true
		}
	}
	return false
}
