package source

import (
	"cmp"
	"strconv"
	"strings"
)

// Folio is a page as people name it: by what is printed on it, which is what one cites, and by its place in the file, which is what one types
// into a viewer.
type Folio struct {
	Page  int    `json:"page"`  // 1-based place in the file
	Label string `json:"label"` // printed on it, "" for none or unknown
}

// Printed is how the page is cited: as it is printed, or by its place where nothing is; "" for no page.
func (f Folio) Printed() string {
	if f.Page == 0 {
		return ""
	}
	return cmp.Or(f.Label, strconv.Itoa(f.Page))
}

// Plain reports whether both names of the page are the same.
func (f Folio) Plain() bool { return f.Printed() == strconv.Itoa(f.Page) }

// With names the page and the one behind it together: "24–25".
func (f Folio) With(next Folio) Folio { return Folio{f.Page, f.Printed() + through + next.Printed()} }

const through = "–"

// Each returns the two pages that With named together, else the page alone.
func (f Folio) Each() []Folio {
	from, to, _ := strings.Cut(f.Label, through)
	m, failed := strconv.Atoi(from)
	if n, err := strconv.Atoi(to); failed != nil || err != nil || n != m+1 {
		return []Folio{f}
	}
	return []Folio{{f.Page, from}, {f.Page + 1, to}}
}
