package cite

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/cite/grid"
	"rabbithole/backend/source"
)

// PageText returns the text of a page of a document (by hash, page from 1). Asking for a page after the last one returns "" or
// an error, as the implementation likes.
type PageText func(document string, page int) (string, error)

// maxElided is how many bytes an ellipsis may hide for the hidden text to be shown in full. Beyond that each part of the quote
// becomes a citation of its own: a citation is always one stretch of one page.
const maxElided = 240

// Ground finds the quote q of e in the document and returns a citation for each stretch of a page it stands on: one as a rule, two
// when it runs over a page break, one per part when an ellipsis hides much. A quote that does not stand there gives none.
//
// The page is q's own, or e's, or the one after; pages are read through pages, and only a failure to read the first is an error.
func Ground(e Evidence, q Quote, pages PageText) ([]Citation, error) {
	return newLibrary(pages).ground(e, q)
}

// library reads and folds each page once.
type library struct {
	pages  PageText
	folded map[pageKey]Folded
}

type pageKey struct {
	document string
	page     int
}

func newLibrary(pages PageText) *library {
	return &library{pages: pages, folded: map[pageKey]Folded{}}
}

func (l *library) page(document string, page int) (Folded, error) {
	key := pageKey{document, page}
	if f, ok := l.folded[key]; ok {
		return f, nil
	}
	text, err := l.pages(document, page)
	if err != nil {
		return Folded{}, fmt.Errorf("read page %d of %s: %w", page, document, err)
	}
	f := Normalise(text)
	l.folded[key] = f
	return f, nil
}

func (l *library) ground(e Evidence, q Quote) ([]Citation, error) {
	if out, err := l.placed(e, q); len(out) > 0 || err != nil {
		return out, err
	}
	page := q.Span.Page
	if page == 0 {
		page = e.Page
	}
	here, err := l.page(e.Document, page)
	if err != nil {
		return nil, err
	}
	if found, ok := here.near(q); ok {
		return l.citations(e, page, here, found), nil
	}
	next, err := l.page(e.Document, page+1)
	if err != nil { // there is no next page: nothing to find there
		return nil, nil
	}
	if found, ok := next.Parts(q.Text); ok {
		return l.citations(e, page+1, next, found), nil
	}
	if tail, head, ok := straddle(here, next, q.Text); ok {
		return Torn(append(l.citations(e, page, here, [][2]int{tail}), l.citations(e, page+1, next, [][2]int{head})...)), nil
	}
	if first, second, ok := apart(here, next, q.Text); ok {
		return append(l.citations(e, page, here, first), l.citations(e, page+1, next, second)...), nil
	}
	if before, err := l.page(e.Document, page-1); page > 1 && err == nil {
		if first, second, ok := apart(before, here, q.Text); ok {
			return append(l.citations(e, page-1, before, first), l.citations(e, page, here, second)...), nil
		}
	}
	return nil, nil
}

// placed returns the citations of a quote over two pages at its own spans, where these hold its words: a word that is broken at the end of the
// first page is found by no search. None of a quote on one page.
func (l *library) placed(e Evidence, q Quote) (out []Citation, err error) {
	last := q.Span.Page
	if len(q.More) == 0 || q.More[len(q.More)-1].Page == last {
		return nil, nil
	}
	var words strings.Builder
	onPage := map[int][][2]int{}
	for _, s := range append([]source.Span{q.Span}, q.More...) {
		page, err := l.page(e.Document, s.Page)
		if err != nil {
			return nil, err
		}
		if s.Start < 0 || s.Start >= s.End || s.End > len(page.origin) {
			return nil, nil
		}
		words.WriteString(page.origin[s.Start:s.End])
		onPage[s.Page] = append(onPage[s.Page], [2]int{s.Start, s.End})
	}
	if !Proves(q.Text) || letters(words.String()) != letters(q.Text) {
		return nil, nil
	}
	for _, n := range slices.Sorted(maps.Keys(onPage)) {
		page, err := l.page(e.Document, n)
		if err != nil {
			return nil, err
		}
		out = append(out, l.citations(e, n, page, onPage[n])...)
	}
	return Torn(out), nil
}

// letters returns the letters and digits of a text.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}

// near finds q, at its own span if it stands there and else anywhere on the page.
func (f Folded) near(q Quote) ([][2]int, bool) {
	start, end := q.Span.Start, q.Span.End
	if start >= 0 && start < end && end <= len(f.origin) && Proves(q.Text) {
		if Normalise(f.origin[start:end]).Text == Normalise(q.Text).Text {
			return [][2]int{{start, end}}, true
		}
	}
	return f.Parts(q.Text)
}

// citations makes citations of the stretches found on a page; what they leave out is shown when it is short.
func (l *library) citations(e Evidence, page int, f Folded, found [][2]int) []Citation {
	var joined [][2]int
	for _, s := range found {
		if n := len(joined); n > 0 && s[0]-joined[n-1][1] <= maxElided && !holdsRows(f.origin[joined[n-1][1]:s[0]]) {
			joined[n-1][1] = s[1]
			continue
		}
		joined = append(joined, s)
	}
	label := ""
	if page == e.Page {
		label = e.Label
	}
	var out []Citation
	for _, s := range joined {
		quote := shown(f.origin[s[0]:s[1]])
		if len(joined) > 1 && !speaks(quote) {
			continue
		}
		c := Citation{
			Evidence: e.ID, Document: e.Document, Name: e.Name, Page: page, Label: label, Quote: quote,
			Span: source.Span{Page: page, Start: s[0], End: s[1]}, URL: e.Locator.URL,
		}
		if t, ok := grid.Of(f.origin, s[0], s[1]); ok {
			c.Table = &t
		}
		out = append(out, c)
	}
	return out
}

var spoken = regexp.MustCompile(`\pL{3,}`)

// speaks reports whether one stretch of a quote whose whole was found is worth a citation: it proves something, or has a word at least. The
// few words that lead into a list or close its sentence prove nothing, and its entries say nothing without them.
func speaks(stretch string) bool { return Proves(stretch) || spoken.MatchString(stretch) }

// holdsRows reports whether what an ellipsis hides are other rows of the table whose row is quoted: nobody wants them back.
func holdsRows(hidden string) bool {
	return slices.ContainsFunc(strings.Split(hidden, "\n"), grid.IsRow)
}

var brokenWord = regexp.MustCompile("(\\pL)([-‐‑\u00ad\ufffe\x02])[ \\t]*\\r?\\n[ \\t]*(\\pL+)")

// shown returns text of a page on one line: words broken at a line end joined, no spaces between CJK characters, none of the
// invisible characters extraction leaves.
func shown(text string) string {
	text = brokenWord.ReplaceAllStringFunc(text, func(broken string) string {
		m := brokenWord.FindStringSubmatch(broken)
		before, hyphen, word := m[1], m[2], m[3]
		switch first, _ := utf8.DecodeRuneInString(word); {
		case suspending[word]:
			return before + "- " + word
		case unicode.IsUpper(first) && strings.Contains("-‐‑", hyphen):
			return before + "-" + word
		}
		return before + word
	})
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r == hyphenated || r == '\ufffe' || unicode.IsControl(r) || r == '\ufeff' || r == '\u200b':
			return -1
		}
		return r
	}, text)
	var b strings.Builder
	for _, word := range strings.Fields(text) {
		last, _ := utf8.DecodeLastRuneInString(b.String())
		if first, _ := utf8.DecodeRuneInString(word); b.Len() > 0 && !(isContinuous(last) && isContinuous(first)) {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	return b.String()
}

// suspending are the words after which a compound goes on: "Strahlen- und Umweltschutz".
var suspending = map[string]bool{"und": true, "oder": true, "bzw": true, "sowie": true, "bis": true, "and": true, "or": true, "to": true}
