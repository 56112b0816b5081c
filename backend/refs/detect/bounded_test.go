package detect

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// A short text of long ranges points to no more places than a long text of single references would.
func TestDetect_ManyLongRanges(t *testing.T) {
	var law strings.Builder
	var sections []refs.Section
	for n := 1; n <= 200; n++ {
		sections = append(sections, refs.Section{ID: fmt.Sprint("s", n), Kind: refs.KindSection, Number: fmt.Sprint(n), Label: fmt.Sprint("§ ", n)})
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

// The words of a link end before the comma that its annotation covers.
func TestDetect_ALinkEndsWithItsWords(t *testing.T) {
	text := "Adoption has been steadily increasing in recent years, as the study says."
	at := strings.Index(text, "steadily")
	page := source.Page{Number: 1, Text: text, Links: []source.Link{{Start: at, End: strings.Index(text, " as the"), URI: "https://study.example/"}}}
	var got []string
	for _, m := range linkMentions(page, nil, nil) {
		got = append(got, text[m.Start:m.End]+"|"+m.Text)
	}
	if want := []string{"steadily increasing in recent years|steadily increasing in recent years"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
