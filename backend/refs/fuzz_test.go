package refs_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/detect"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/outline"
	"rabbithole/backend/refs/resolve"
	"rabbithole/backend/source"
)

// fuzzSeeds show the fuzzer the words that references are made of.
var fuzzSeeds = []string{
	"Radonschutzgesetz (RnSchG)\f§ 1 Zweck\n(1) Nach § 62 Abs. 1 Satz 2 Nr. 3 RnSchG, §§ 31 bis 33 und Anlage 3 Teil B gilt Absatz 2.\n§ 2 (weggefallen)",
	"Contents\n1 Scope ..... 2\n\f1 Scope\nSee Section 5.2, Table 3 and Annex B of [HTTP].\nReferences\n[HTTP] A. Author, \"Cold Air\", RFC 9999, 2099. https://example.org/a",
	"Article 6(1)(f) of Regulation (EU) 2099/123, as in force before 1 May 2000; 15 U.S.C. § 78m(a), Rule 10b-5, Item 7 of this Form 10-K, [1, 3-5]",
	"DIN EN ISO 9999-1:2020, doi:10.1000/xyz123, arXiv:2001.00001, “Damp Cellars,” Section 3 (the Handbook), hereafter the Survey",
	"der Kellerluftverordnung vom 20. Juli 2001 in der bis zum 31. Dezember 2018 geltenden Fassung\u00ad\u2010\u00a0§§\u202f9a–9c",
}

func FuzzDetect(f *testing.F) {
	for _, s := range fuzzSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) || len(text) > 1<<16 {
			t.Skip("the text of a page is valid UTF-8, and the file is cut into pages")
		}
		var pages []source.Page
		for i, p := range strings.Split(text, "\f") {
			pages = append(pages, source.Page{Number: i + 1, Text: p})
		}
		doc := source.Document{Hash: "d", Name: "fuzz.pdf"}
		sections := outline.Sections(doc, source.Meta{}, pages)
		doc.Names = naming.Names(doc, source.Meta{}, pages, sections)
		mentions := detect.Detect(doc, pages, sections)
		resolver := resolve.NewResolver([]refs.Entry{{Document: doc, Sections: sections}})
		for i, m := range mentions {
			if m.Page < 1 || m.Page > len(pages) || m.Start < 0 || m.End < m.Start || m.End > len(pages[m.Page-1].Text) {
				t.Fatalf("mention %q stands at %d:%d-%d, outside the text", m.Text, m.Page, m.Start, m.End)
			}
			if !utf8.ValidString(m.Text) || !utf8.ValidString(pages[m.Page-1].Text[m.Start:m.End]) {
				t.Fatalf("mention %q at %d-%d cuts a character in two", m.Text, m.Start, m.End)
			}
			if i > 0 && (m.Page < mentions[i-1].Page || m.Page == mentions[i-1].Page && m.Start < mentions[i-1].Start) {
				t.Fatalf("mention %q stands before the one that precedes it, %q", m.Text, mentions[i-1].Text)
			}
			if len(m.Pointers) == 0 {
				t.Fatalf("mention %q points to nothing", m.Text)
			}
			if m = resolver.Resolve(m); m.Status == "" {
				t.Fatalf("mention %q has no status", m.Text)
			}
		}
		inside(t, pages, sections)
	})
}

// inside checks that sections stand inside the text and end after they begin.
func inside(t *testing.T, pages []source.Page, sections []refs.Section) {
	t.Helper()
	for _, s := range sections {
		for _, at := range [][2]int{{s.Page, s.Start}, {s.EndPage, s.End}} {
			if at[0] < 1 || at[0] > len(pages) || at[1] < 0 || at[1] > len(pages[at[0]-1].Text) {
				t.Fatalf("section %q has its end at %d:%d, outside the text", s.Label, at[0], at[1])
			}
		}
		if s.EndPage < s.Page || s.EndPage == s.Page && s.End < s.Start {
			t.Fatalf("section %q ends before it begins", s.Label)
		}
	}
}
