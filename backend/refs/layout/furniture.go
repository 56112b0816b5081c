package layout

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"rabbithole/backend/refs/numbering"
	"rabbithole/backend/source"
)

// Furniture returns, for each page (same index), the spans of its running headers, footers and page numbers.
//
// A line is furniture when it stands at the edge of its page and comes again on other pages, digits apart: with the same words,
// or at the same height in a smaller type than the body's, or in smaller type with the document's title in front. A number alone is when it
// counts the pages. Documents of fewer than three pages have none.
func Furniture(pages []source.Page) [][]source.Span {
	spans := make([][]source.Span, len(pages))
	if len(pages) < 3 {
		return spans
	}
	all := make([][]Line, len(pages))
	var flat []Line
	for i, p := range pages {
		all[i] = pageLines(i, p)
		flat = append(flat, all[i]...)
	}
	found := findEdges(all)
	counts, body, title := found.count(), BodySize(flat), printedTitle(flat)
	inner := map[[2]int]bool{} // page and edge where running text has begun
	for _, e := range found {
		side := [2]int{e.Page, e.side}
		if inner[side] || !counts.repeats(e, body, len(pages)) && !e.bears(title, body) {
			inner[side] = true
			continue
		}
		spans[e.Page] = append(spans[e.Page], source.Span{Page: pages[e.Page].Number, Start: e.Start, End: e.End})
	}
	glued(pages, all, spans)
	for i := range spans {
		slices.SortFunc(spans[i], func(a, b source.Span) int { return a.Start - b.Start })
	}
	return spans
}

// edge is a line at the top or bottom of its page.
type edge struct {
	Line
	mask  string // the text with digits masked
	outer bool   // nothing stands further out
	side  int    // 0 at the top, 1 at the bottom
}

type edges []edge

// edgeDepth is how many lines from the top and bottom of a page may be furniture.
const edgeDepth = 3

// findEdges collects the first and last lines of each page, each from the outside in, by height where it is known (content-stream order often puts the
// header last), else by order.
func findEdges(pages [][]Line) edges {
	var found edges
	for _, lines := range pages {
		sorted := slices.Clone(lines)
		slices.SortStableFunc(sorted, func(a, b Line) int {
			switch {
			case a.Y < b.Y-0.5:
				return -1
			case a.Y > b.Y+0.5:
				return 1
			}
			return 0
		})
		half := (len(sorted) + 1) / 2
		for i, l := range sorted[:min(edgeDepth, half)] {
			found = append(found, edge{Line: l, mask: maskDigits(l.Text), outer: i == 0, side: 0})
		}
		for i := range min(edgeDepth, len(sorted)-half) {
			l := sorted[len(sorted)-1-i]
			found = append(found, edge{Line: l, mask: maskDigits(l.Text), outer: i == 0, side: 1})
		}
	}
	return found
}

// edgeCounts knows on how many pages each kind of edge stands.
type edgeCounts struct {
	words  map[string]int    // mask -> pages
	exact  map[string]int    // text, digits and all -> lines
	folio  map[folioKey]int  // a number in the line that runs with the pages -> lines
	placed map[placedKey]int // mask's first two words at one height -> pages
	height map[placedKey]int // height and size of outermost lines -> pages
	offset map[int]int       // printed number minus page index -> pages
	folios map[[2]int]bool   // page and start of a number that goes on counting from page to page
	corner map[corner]bool   // where the page's number stands beside words
}

type folioKey struct {
	mask   string
	offset int
}

type placedKey struct {
	word string
	y    int
	size float64
}

func (es edges) count() edgeCounts {
	c := edgeCounts{map[string]int{}, map[string]int{}, map[folioKey]int{}, map[placedKey]int{}, map[placedKey]int{}, map[int]int{}, es.folios(), nil}
	seen := map[string]int{} // mask -> last page counted, plus one
	for _, e := range es {
		if seen[e.mask] != e.Page+1 {
			seen[e.mask] = e.Page + 1
			c.words[e.mask]++
		}
		c.exact[e.Text]++
		for _, n := range numbersIn(e.Text) {
			c.folio[folioKey{e.mask, n - e.Page}]++
		}
		c.placed[e.key(numbering.FirstWords(e.mask, 2))]++
		if e.outer {
			c.height[e.key("")]++
		}
		if n, ok := numbering.BareNumber(e.Text); ok {
			c.offset[n-e.Page]++
		}
	}
	c.corner = es.corners(c.words)
	return c
}

func (e edge) key(word string) placedKey {
	return placedKey{word, int(math.Round(e.Y)), RoundSize(e.Size)}
}

// runningNumbers is how many bare numbers that run with the pages are page numbers, however long the document: its parts count for themselves,
// and a blank page between them shifts what follows.
const runningNumbers = 12

// repeats decides whether an edge of a document of n pages is furniture.
func (c edgeCounts) repeats(e edge, body float64, n int) bool {
	if len(e.Text) > 200 {
		return false
	}
	if c.folios[[2]int{e.Page, e.Start}] || slices.ContainsFunc(e.numbered(), func(at corner) bool { return c.corner[at] }) {
		return true
	}
	if number, ok := numbering.BareNumber(e.Text); ok {
		offset := number - e.Page
		return c.offset[offset] >= max(3, min(n/3, runningNumbers)) || c.corner[corner{e.side, true, offset}] || c.corner[corner{e.side, false, offset}]
	}
	enough := max(3, n*3/20)
	small := body > 0 && RoundSize(e.Size) < body
	if strings.Contains(e.mask, "#") && !small && !c.runs(e) {
		return false // "Article 12" at the top of many pages is a heading each time
	}
	if e.Y > 0 { // where the height is known, words that come again at the same height are enough
		placed := c.placed[e.key(numbering.FirstWords(e.mask, 2))]
		if c.words[e.mask] >= 3 && placed >= enough || placed >= max(3, n/2) && e.outer {
			return true
		}
		if e.outer && small && n <= fewPages && placed >= 2 && e.worded() {
			return true
		}
		return e.outer && small && c.height[e.key("")] >= max(3, n*3/5)
	}
	return c.words[e.mask] >= enough
}

// runs reports whether the numbers in an edge are those of a running line: the same everywhere, or one more on each page.
func (c edgeCounts) runs(e edge) bool {
	if c.exact[e.Text] >= 3 {
		return true
	}
	for _, n := range numbersIn(e.Text) {
		if c.folio[folioKey{e.mask, n - e.Page}] >= 3 {
			return true
		}
	}
	return false
}

// numbersIn returns the whole numbers in s.
func numbersIn(s string) []int {
	var out []int
	for _, f := range strings.FieldsFunc(s, func(r rune) bool { return r < '0' || r > '9' }) {
		if n, err := strconv.Atoi(f); err == nil {
			out = append(out, n)
		}
	}
	return out
}

func maskDigits(s string) string {
	var b strings.Builder
	digit := false
	for _, r := range numbering.Fold(s) {
		if unicode.IsDigit(r) {
			if !digit {
				b.WriteByte('#')
			}
			digit = true
			continue
		}
		digit = false
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
