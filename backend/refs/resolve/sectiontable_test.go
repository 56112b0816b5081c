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

// "Chapter 11" of a bankruptcy act, or "Section 13" of another law, is not a note or an item of that number.
func TestSectionTable_ASectionGoesByItsOwnWord(t *testing.T) {
	table := newSectionTable([]refs.Section{{ID: "n", Kind: refs.KindSection, Number: "11", Label: "Note 11"}, {ID: "s", Kind: refs.KindSection, Number: "4", Label: "Section 4"}})
	for _, c := range []struct {
		p    refs.Pointer
		want string
	}{
		{refs.Pointer{Kind: refs.KindSection, Number: "11", Label: "Note 11"}, "n"},
		{refs.Pointer{Kind: refs.KindSection, Number: "11", Label: "Section 11"}, ""},
		{refs.Pointer{Kind: refs.KindChapter, Number: "11", Label: "Chapter 11"}, ""},
		{refs.Pointer{Kind: refs.KindSection, Number: "4", Label: "Clause 4"}, "s"},
		{refs.Pointer{Kind: refs.KindChapter, Number: "4", Label: "Chapter 4"}, "s"},
	} {
		if s, _ := table.find(c.p, refs.Mention{}, true); s.ID != c.want {
			t.Errorf("%s leads to %q, want %q", c.p.Label, s.ID, c.want)
		}
	}
}
