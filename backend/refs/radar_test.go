package refs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/detect"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/outline"
	"rabbithole/backend/refs/resolve"
	"rabbithole/backend/source"
)

// citing is a library of texts with their sections and references.
func citing(texts map[string]string, names map[string][]string) ([]refs.Entry, []refs.Mention) {
	var entries []refs.Entry
	for hash := range texts {
		doc := source.Document{Hash: hash, Names: names[hash]}
		entries = append(entries, refs.Entry{doc, outline.Sections(doc, source.Meta{}, []source.Page{{Number: 1, Text: texts[hash]}})})
	}
	slices.SortFunc(entries, func(a, b refs.Entry) int { return strings.Compare(a.Document.Hash, b.Document.Hash) })
	r := resolve.NewResolver(entries)
	var mentions []refs.Mention
	for _, e := range entries {
		for _, m := range detect.Detect(e.Document, []source.Page{{Number: 1, Text: texts[e.Document.Hash]}}, e.Sections) {
			mentions = append(mentions, r.Resolve(m))
		}
	}
	return entries, mentions
}

func TestMissing(t *testing.T) {
	body := "1 Damp\n\nThe walls of the cellar are damp.\nThey were damp before, and they will be damp again.\n"
	entries, mentions := citing(map[string]string{
		"a": body + "See [1], [2] and again [1]. RFC 9999 and § 5 KeLuSchG hold, and so does § 7 KeLuSchG.\n\nREFERENCES\n\n" +
			"[1] A. Winter, B. Frost, \"Cold Air in Deep Cellars\", DOI 10.1000/cold, 2001.\n[2] C. Dew, \"The Present Work\", 2003.\n[3] Never Cited, \"A Work that No Text Cites\", 1999.\n",
		"b": body + "As Winter (2001) found, https://doi.org/10.1000/cold. Nach § 5 des Kellerluftschutzgesetzes und § 3 der Verordnung (EU) 2099/7 gilt RFC 9999. See https://example.org/x.\n\n" +
			"REFERENCES\n\nWinter, A., & Frost, B. (2001). Cold air in deep cellars. Journal of Cellars, 1, 2-3.\nRoe, D. (2005). Something else entirely. Cellar Press.\n",
		"c": "The Present Work\n",
	}, map[string][]string{"c": {"The Present Work"}})
	var got []string
	for _, c := range resolve.Missing(entries, mentions) {
		row := fmt.Sprintf("%d %s", c.Count, c.Work)
		for _, by := range c.By {
			row += fmt.Sprintf(" %s:%d", by.Document, by.Count)
		}
		got = append(got, row)
	}
	want := []string{
		"4 A. Winter: Cold Air in Deep Cellars (2001) a:2 b:2",
		"3 Kellerluftschutzgesetz a:2 b:1",
		"2 RFC 9999 a:1 b:1",
		"1 Never Cited: A Work that No Text Cites (1999) a:1",
		"1 Roe, D.: Something else entirely (2005) b:1",
		"1 Verordnung (EU) 2099/7 b:1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

// A law is one, by its whole name, by the end of it, with its year or without; what is only the word for a kind of work is none.
func TestMissing_OneLawOnceAndNoCommonNouns(t *testing.T) {
	entries, mentions := citing(map[string]string{
		"a": "1 Damp\n\nSection 4 of the FOREIGN HARBOURS ACT OF 2033 holds. Section 5 of the Foreign Harbours Act of 2033 holds, and so does Section 13 of the Harbours Act.\nSection 7 of the Act holds as well. Section 9 of the Code holds. Article 3 of the Agreement holds. Section 2 of the Cellar Damp Act holds.\n",
		"b": "1 Damp\n\nSection 8 of the Foreign Harbours Act holds.\nNach § 5 der Prüfungsordnung und § 3 des Dienstleistungsvertrags gilt § 4 des Kellerluftschutzgesetzes.\n",
	}, nil)
	var got []string
	for _, c := range resolve.Missing(entries, mentions) {
		got = append(got, fmt.Sprintf("%d %s", c.Count, c.Work.Title))
	}
	want := []string{"4 Foreign Harbours Act of 2033", "1 Cellar Damp Act", "1 Kellerluftschutzgesetz"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

// A DOI, an arXiv number and an entry lead to the document that bears them on its first page.
func TestResolve_Identifiers(t *testing.T) {
	paper := source.Document{Hash: "p", Title: "Cold Air"}
	paper.Names = naming.Names(paper, source.Meta{}, []source.Page{{Number: 1, Text: "Cold Air\narXiv:2099.00001v3 [cs.CC]\ndoi:10.1000/Cold.1"}}, nil)
	entry := refs.Section{ID: "s1", Document: "q", Kind: refs.KindBibliography, Number: "4", Label: "[4]", Title: "A. Winter, 2001. https://doi.org/10.1000/cold.1", Page: 9}
	r := resolve.NewResolver([]refs.Entry{{Document: paper}, {source.Document{Hash: "q"}, []refs.Section{entry}}})
	for text, want := range map[string]refs.Status{"arXiv:2099.00001": refs.Found, "https://arxiv.org/pdf/2099.00001v1.pdf": refs.Found, "https://doi.org/10.1000/COLD.1": refs.Found, "as in [4]": refs.Found,
		"doi:10.1000/other": refs.External, "https://example.org/a": refs.External} {
		m := detect.Detect(source.Document{Hash: "q"}, []source.Page{{Number: 1, Text: "See " + text + " here."}}, []refs.Section{entry})
		if len(m) != 1 {
			t.Errorf("%q: got %+v", text, m)
			continue
		}
		if got := r.Resolve(m[0]); got.Status != want || want == refs.Found && got.Targets[0].Document != "p" {
			t.Errorf("%q: got %s %+v", text, got.Status, got.Targets)
		}
	}
}
