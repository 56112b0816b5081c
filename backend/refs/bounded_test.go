package refs

import (
	"fmt"
	"strings"
	"testing"

	"rabbithole/backend/source"
)

// A short text of long ranges points to no more places than a long text of single references would.
func TestDetect_ManyLongRanges(t *testing.T) {
	var law strings.Builder
	var sections []Section
	for n := 1; n <= 200; n++ {
		sections = append(sections, Section{ID: fmt.Sprint("s", n), Kind: KindSection, Number: fmt.Sprint(n), Label: fmt.Sprint("§ ", n)})
	}
	law.WriteString(strings.Repeat("Auf § 3 wird verwiesen; die §§ 1 bis 50 gelten. ", 3000))
	law.WriteString("Es gelten die §§ 2 bis 199.")
	doc := source.Document{Hash: "d", Language: "de"}
	mentions := Detect(doc, []source.Page{{Number: 1, Text: law.String()}}, sections)
	all := 0
	for _, m := range mentions {
		all += len(m.Pointers)
	}
	if len(mentions) != 6001 || all > mostPointers+2*len(mentions) {
		t.Errorf("%d references point to %d places", len(mentions), all)
	}
	if first := mentions[1]; len(first.Pointers) != 50 {
		t.Errorf("the first range points to %d places", len(first.Pointers))
	}
	if last := mentions[len(mentions)-1]; len(last.Pointers) != 2 || last.Pointers[1].Number != "199" {
		t.Errorf("a range of 198 points to %+v", last.Pointers)
	}
}

// A range takes in sections with letters, unless it would lead to all of a long law.
func TestResolve_LetteredSectionsOfARange(t *testing.T) {
	table := func(numbers int) *Resolver {
		var sections []Section
		for n := 1; n <= numbers; n++ {
			for _, letter := range "abc" {
				number := fmt.Sprintf("%d%c", n, letter)
				sections = append(sections, Section{ID: number, Document: "d", Kind: KindSection, Number: number, Label: "§ " + number})
			}
		}
		return NewResolver([]Entry{{Document: source.Document{Hash: "d", Language: "de"}, Sections: sections}})
	}
	m := Mention{Document: "d", Kind: KindSection, Text: "§§ 1 bis 40", Pointers: []Pointer{{Kind: KindSection, Number: "40", From: "1"}}}
	if few := table(3).Resolve(m); len(few.Targets) != 9 {
		t.Errorf("of nine: %d", len(few.Targets))
	}
	if many := table(30).Resolve(m); len(many.Targets) != 0 {
		t.Errorf("of ninety: %d", len(many.Targets))
	}
}

// Of a document with more links than any person follows not all become references.
func TestDetect_ManyLinks(t *testing.T) {
	var pages []source.Page
	links := make([]source.Link, 500)
	for i := range links {
		links[i] = source.Link{Start: 0, End: 8, Page: i + 1}
	}
	for n := 1; n <= mostMentions/len(links)+10; n++ {
		pages = append(pages, source.Page{Number: n, Text: "Contents", Links: links})
	}
	if n := len(Detect(source.Document{Hash: "d", Language: "en"}, pages, nil)); n != mostMentions {
		t.Errorf("%d references are kept", n)
	}
}

// Among thousands of sections of one number the nearest is chosen of the first few.
func TestSectionTable_NearestOfMany(t *testing.T) {
	var sections []Section
	for n := range 3 * mostNamesakes {
		sections = append(sections, Section{ID: fmt.Sprint("s", n), Parent: fmt.Sprint("p", n), Kind: KindSection, Number: "1", Label: "§ 1"})
	}
	table := newSectionTable(sections)
	table.byID["m"] = Section{ID: "m", Parent: fmt.Sprint("p", mostNamesakes-1)}
	if s, ok := table.find(Pointer{Kind: KindSection, Number: "1"}, Mention{Section: "m"}, true); !ok || s.ID != fmt.Sprint("s", mostNamesakes-1) {
		t.Errorf("found %+v, %t", s, ok)
	}
}
