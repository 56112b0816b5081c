package refs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/detect"
	"rabbithole/backend/refs/outline"
	"rabbithole/backend/refs/resolve"
	"rabbithole/backend/source"
)

// numberedSections makes sections from labels, each on the page of its position.
func numberedSections(document string, labels ...string) []refs.Section {
	var out []refs.Section
	for i, l := range labels {
		s := refs.Section{ID: fmt.Sprintf("s%d", i+1), Document: document, Label: l, Level: 1, Page: i + 1}
		caption, _, _, isCaption := outline.ParseCaption(l)
		switch h, ok := outline.ParseHeading(l); {
		case isCaption:
			s.Kind, s.Number = caption, l[strings.LastIndexByte(l, ' ')+1:]
		case ok:
			s.Kind, s.Number = h.Kind, h.Number
		case l[0] == '[':
			label, title, _ := strings.Cut(l[1:], "] ")
			s.Kind, s.Number, s.Label, s.Title = refs.KindBibliography, label, "["+label+"]", title
		default:
			s.Kind, s.Number = refs.KindSection, l[len("Section "):]
		}
		out = append(out, s)
	}
	return out
}

func library() []refs.Entry {
	return []refs.Entry{
		{source.Document{Hash: "law", Title: "Gesetz zum Schutz vor Kellerluft in Wohnräumen", Names: []string{"KlSchG", "Kellerluftschutzgesetz"}},
			numberedSections("law", "§ 1", "§ 2", "§ 2a", "§ 3", "Anlage 1")},
		{source.Document{Hash: "order", Title: "Verordnung über Messgeräte", Names: []string{"KeMeV"}}, numberedSections("order", "§ 1", "§ 2", "Anlage 1")},
		{source.Document{Hash: "act", Title: "Regulation (EU) 2099/1 on cellars"}, numberedSections("act", "Article 1", "Article 6")},
		{source.Document{Hash: "std", Title: "Cold Air Transfer", Names: []string{"RFC 9999"}}, numberedSections("std", "Section 1", "Section 4.3")},
		{source.Document{Hash: "paper", Title: "On Damp"}, numberedSections("paper", "Section 1", "Section 2", "[COLD] A. Winter, \"Cold Air\", RFC 9999.", "[8] B. Dew, \"Verordnung über Messgeräte\".", "[9] Elsewhere, RFC 1.")},
	}
}

func TestResolve(t *testing.T) {
	r := resolve.NewResolver(library())
	for _, c := range []struct {
		document, text string
		want           []string // status, then document and label of each target
	}{
		{"law", "§ 2", []string{"found", "law § 2"}},
		{"law", "§ 77", []string{"open"}},
		{"law", "§§ 1 bis 3", []string{"found", "law § 1", "law § 2", "law § 2a", "law § 3"}},
		{"order", "§ 3 des Kellerluftschutzgesetzes", []string{"found", "law § 3"}},
		{"order", "§ 2 KlSchG", []string{"found", "law § 2"}},
		{"order", "§ 1 oder § 2 des Kellerluftschutzgesetzes", []string{"found", "law § 1"}},
		{"order", "Anlage 1 zum Kellerluftschutzgesetz", []string{"found", "law Anlage 1"}},
		{"order", "§ 3 des Gesetzes zum Schutz vor Kellerluft in Wohnräumen", []string{"found", "law § 3"}},
		{"order", "§ 3 des Abwassergesetzes", []string{"open"}},
		{"order", "§ 3 des Kellerluftschutzgesetzes in der bis zum 1. Mai 2020 geltenden Fassung", []string{"old_version"}},
		{"law", "§ 2 der Kellermessverordnung", []string{"found", "order § 2"}},
		{"law", "Artikel 6 der Verordnung (EU) 2099/1", []string{"found", "act Article 6"}},
		{"law", "Artikel 6 der Richtlinie (EU) 2099/1", []string{"open"}},
		{"act", "Article 1 of this Regulation", []string{"found", "act Article 1"}},
		{"paper", "Section 4.3 of [COLD]", []string{"found", "std Section 4.3"}},
		{"paper", "[COLD]", []string{"found", "std Cold Air Transfer"}},
		{"paper", "[8]", []string{"found", "order Verordnung über Messgeräte"}},
		{"paper", "[9]", []string{"external", " [9] Elsewhere, RFC 1"}},
		{"paper", "Section 4.3 of [9]", []string{"open", " Section 4.3, [9] Elsewhere, RFC 1"}},
		{"paper", "RFC 9999, Section 1", []string{"found", "std Section 1"}},
		{"paper", "https://example.org/x", []string{"external", " https://example.org/x"}},
		{"law", "das Kellerluftschutzgesetz", []string{"found", "law Gesetz zum Schutz vor Kellerluft in Wohnräumen"}},
	} {
		sections := sectionsOf(c.document)
		mentions := detect.Detect(source.Document{Hash: c.document}, []source.Page{{Number: 900, Text: "Text nach " + c.text + " hier."}}, sections)
		if len(mentions) == 0 {
			t.Errorf("%q: nothing found", c.text)
			continue
		}
		m := r.Resolve(mentions[0])
		got := []string{string(m.Status)}
		for _, x := range m.Targets {
			got = append(got, x.Document+" "+x.Label)
		}
		slices.Sort(got[1:])
		if !slices.Equal(got, c.want) {
			t.Errorf("%q in %s: got %q, want %q", c.text, c.document, got, c.want)
		}
	}
}

func sectionsOf(document string) []refs.Section {
	for _, e := range library() {
		if e.Document.Hash == document {
			return e.Sections
		}
	}
	return nil
}

func TestResolve_NameOfTwoDocuments(t *testing.T) {
	entries := []refs.Entry{
		{source.Document{Hash: "a", Title: "Damp", Collection: "x", Names: []string{"RFC 5"}}, numberedSections("a", "Section 1")},
		{source.Document{Hash: "b", Title: "Damp", Collection: "y", Names: []string{"RFC 5"}}, numberedSections("b", "Section 1")},
		{source.Document{Hash: "c", Title: "Mould", Collection: "y"}, nil},
		{source.Document{Hash: "d", Title: "Frost"}, nil},
	}
	r := resolve.NewResolver(entries)
	for document, want := range map[string]int{"c": 1, "d": 0} {
		m := r.Resolve(refs.Mention{Document: document, Kind: refs.KindSection, Pointers: []refs.Pointer{{Kind: refs.KindSection, Number: "1", Label: "Section 1", Qualifier: "RFC 5"}}})
		if len(m.Targets) != want || want == 1 && m.Targets[0].Document != "b" {
			t.Errorf("from %s: %+v", document, m.Targets)
		}
	}
}

func TestResolve_PrefersTheTableOfTheSameAnnex(t *testing.T) {
	sections := []refs.Section{
		{ID: "s1", Kind: refs.KindAnnex, Number: "1", Label: "Anlage 1"}, {ID: "s2", Kind: refs.KindTable, Number: "1", Label: "Tabelle 1", Parent: "s1", Page: 1},
		{ID: "s3", Kind: refs.KindAnnex, Number: "2", Label: "Anlage 2"}, {ID: "s4", Kind: refs.KindTable, Number: "1", Label: "Tabelle 1", Parent: "s3", Page: 2},
	}
	r := resolve.NewResolver([]refs.Entry{{source.Document{Hash: "d"}, sections}})
	m := r.Resolve(refs.Mention{Document: "d", Section: "s3", Pointers: []refs.Pointer{{Kind: refs.KindTable, Number: "1", Label: "Tabelle 1"}}})
	if len(m.Targets) != 1 || m.Targets[0].Section != "s4" {
		t.Errorf("got %+v", m.Targets)
	}
}

// A link that goes on in the next line is one, and leads to the section that bears its words, not to the first of the page that it opens.
func TestResolve_ALinkToAPageLeadsToTheSectionOfItsWords(t *testing.T) {
	text := "The package does this via an init script. See Writing\nthe scripts for more, Homes, see below, Fees and Cron job names."
	link := func(words string, page int) source.Link {
		at := strings.Index(text, words)
		return source.Link{Start: at, End: at + len(words), Page: page}
	}
	page := source.Page{Number: 1, Text: text, Links: []source.Link{link("Writing", 2), link("the scripts", 2), link("Homes", 2), link("below", 2), link("Fees", 2), link("Cron job names", 2)}}
	var sections []refs.Section
	for i, s := range []struct {
		number, title string
		page          int
	}{{"9.2.3", "Homes", 2}, {"9.3", "Services", 2}, {"9.3.2", "Writing the scripts", 2}, {"9.3.3", "Fees and cron job names", 2}, {"9.4", "Fees", 3}} {
		sections = append(sections, refs.Section{ID: fmt.Sprintf("s%d", i), Document: "d", Kind: refs.KindSection, Number: s.number, Label: "Section " + s.number, Title: s.title, Page: s.page})
	}
	document := source.Document{Hash: "d"}
	r := resolve.NewResolver([]refs.Entry{{Document: document, Sections: sections}})
	var got []string
	for _, m := range detect.Detect(document, []source.Page{page}, sections) {
		got = append(got, m.Text+": "+r.Resolve(m).Targets[0].Label)
	}
	compare(t, got, []string{"Writing the scripts: Section 9.3.2", "Homes: Section 9.2.3", "below: Section 9.2.3", "Fees: Section 9.4", "Cron job names: Section 9.3.3"})
}
