package source

import (
	"cmp"
	"strconv"
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
