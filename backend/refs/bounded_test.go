package refs_test

import (
	"fmt"
	"testing"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/resolve"
	"rabbithole/backend/source"
)

// A range takes in sections with letters, unless it would lead to all of a long law.
func TestResolve_LetteredSectionsOfARange(t *testing.T) {
	table := func(numbers int) *resolve.Resolver {
		var sections []refs.Section
		for n := 1; n <= numbers; n++ {
			for _, letter := range "abc" {
				number := fmt.Sprintf("%d%c", n, letter)
				sections = append(sections, refs.Section{ID: number, Document: "d", Kind: refs.KindSection, Number: number, Label: "§ " + number})
			}
		}
		return resolve.NewResolver([]refs.Entry{{Document: source.Document{Hash: "d", Language: "de"}, Sections: sections}})
	}
	m := refs.Mention{Document: "d", Kind: refs.KindSection, Text: "§§ 1 bis 40", Pointers: []refs.Pointer{{Kind: refs.KindSection, Number: "40", From: "1"}}}
	if few := table(3).Resolve(m); len(few.Targets) != 9 {
		t.Errorf("of nine: %d", len(few.Targets))
	}
	if many := table(30).Resolve(m); len(many.Targets) != 0 {
		t.Errorf("of ninety: %d", len(many.Targets))
	}
}
