package resolve

import (
	"fmt"
	"testing"

	"rabbithole/backend/refs"
)

// Among thousands of sections of one number the nearest is chosen of the first few.
func TestSectionTable_NearestOfMany(t *testing.T) {
	var sections []refs.Section
	for n := range 3 * mostNamesakes {
		sections = append(sections, refs.Section{ID: fmt.Sprint("s", n), Parent: fmt.Sprint("p", n), Kind: refs.KindSection, Number: "1", Label: "§ 1"})
	}
	table := newSectionTable(sections)
	table.byID["m"] = refs.Section{ID: "m", Parent: fmt.Sprint("p", mostNamesakes-1)}
	if s, ok := table.find(refs.Pointer{Kind: refs.KindSection, Number: "1"}, refs.Mention{Section: "m"}, true); !ok || s.ID != fmt.Sprint("s", mostNamesakes-1) {
		t.Errorf("found %+v, %t", s, ok)
	}
}
