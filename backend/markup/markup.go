// Package markup parses HTML that nobody vouches for.
//
// It promises a tree whose size is in proportion to the page. It refuses a page of which the parser would make far more than stands there:
// elements for formatting that are left open are opened anew in every paragraph, as browsers do it.
package markup

import (
	"errors"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// ErrTooLarge says that a page has more elements than anybody wrote.
var ErrTooLarge = errors.New("the page has too many elements")

// most is how many elements a page may have, the reopened ones included.
const most = 2_000_000

// Parse parses a page in UTF-8.
func Parse(page string) (*html.Node, error) {
	if elements(page) > most {
		return nil, ErrTooLarge
	}
	return html.Parse(strings.NewReader(page))
}

// formatting are the elements that a parser opens anew.
const formatting = " a b big code em font i nobr s small strike strong tt u "

// alike is how many open elements of one kind, attributes included, a parser opens anew.
const alike = 3

// elements bounds how many elements a parser makes of a page from above.
func elements(page string) (n int) {
	open, times := map[string][]string{}, map[string]int{} // tags by name, "" for one that is not opened anew; how often a tag is open
	all := 0
	for z := html.NewTokenizer(strings.NewReader(page)); n <= most; {
		kind := z.Next()
		if kind == html.ErrorToken {
			return n
		}
		if kind != html.StartTagToken && kind != html.EndTagToken && kind != html.SelfClosingTagToken {
			continue
		}
		tag := string(z.Raw())
		raw, _ := z.TagName()
		name := string(raw)
		if kind != html.EndTagToken {
			n += 1 + all
		}
		if !strings.Contains(formatting, " "+name+" ") {
			continue
		}
		switch last := len(open[name]) - 1; {
		case kind != html.EndTagToken && times[tag] < alike:
			open[name] = append(open[name], tag)
			times[tag]++
			all++
		case kind != html.EndTagToken:
			open[name] = append(open[name], "")
		case last >= 0:
			if tag := open[name][last]; tag != "" {
				times[tag]--
				all--
			}
			open[name] = open[name][:last]
		}
	}
	return n
}

// Attr returns an attribute of an element, "" when it has none of that name.
func Attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// HeadingLevel returns the level of a heading's element, 0 for any other.
func HeadingLevel(a atom.Atom) int {
	switch a {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return int(a.String()[1] - '0')
	}
	return 0
}
