package layout

import (
	"regexp"
	"strconv"
	"strings"

	"rabbithole/backend/refs/numbering"
)

// folio is a number that stands alone at the edge of a page: "12", "- xii -", "A-2".
type folio struct {
	line   Line
	series string // what is in front of the number, or "i" for a Roman one
	number int
}

const (
	leastFolios = 3 // numbers in a row that count pages
	folioGap    = 3 // most pages from one to the next: a printed page may have become several
)

var lettered = regexp.MustCompile(`^([A-Z]{1,2}) ?[-–] ?(\d{1,3})$`)

func folioOf(l Line) (folio, bool) {
	text := strings.Trim(l.Text, " -–—|·")
	if m := lettered.FindStringSubmatch(text); m != nil {
		n, _ := strconv.Atoi(m[2])
		return folio{l, m[1], n}, true
	}
	n, ok := numbering.BareNumber(text)
	if !ok {
		return folio{}, false
	}
	if strings.Trim(text, "0123456789") != "" {
		return folio{l, "i", n}, true
	}
	return folio{l, "", n}, true
}

// follows reports whether f counts on from the folio before: by one, or by as many as there are pages between, as where only odd pages have one.
func (f folio) follows(before folio) bool {
	pages := f.line.Page - before.line.Page
	return f.series == before.series && pages > 0 && pages <= folioGap && (f.number == before.number+1 || f.number == before.number+pages)
}

// folios returns page and start of the numbers at the outer edges of pages that count them. Parts of a document may each count for themselves.
func (es edges) folios() map[[2]int]bool {
	var runs [][]folio
	for _, e := range es {
		f, ok := folioOf(e.Line)
		if !e.outer || !ok {
			continue
		}
		best := -1
		for i, r := range runs {
			if f.follows(r[len(r)-1]) && (best < 0 || len(r) > len(runs[best])) {
				best = i
			}
		}
		if best < 0 {
			runs = append(runs, []folio{f})
			continue
		}
		runs[best] = append(runs[best], f)
	}
	out := map[[2]int]bool{}
	for _, r := range runs {
		for _, f := range r {
			if len(r) >= leastFolios {
				out[[2]int{f.line.Page, f.line.Start}] = true
			}
		}
	}
	return out
}
