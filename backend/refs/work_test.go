package refs_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/outline"
	"rabbithole/backend/refs/resolve"
	"rabbithole/backend/source"
)

func TestParseWork(t *testing.T) {
	for _, c := range []struct {
		entry string
		want  refs.Work
	}{
		{`A. Winter, B. Frost, "Cold Air in Deep Cellars", RFC 9999, DOI 10.1000/RFC9999, June 2001.`,
			refs.Work{Type: refs.WorkStandard, Title: "Cold Air in Deep Cellars", Authors: []string{"A. Winter", "B. Frost"}, Year: "2001", DOI: "10.1000/rfc9999", Number: "RFC 9999"}},
		{`Winter, A., & Frost, B. C. (2019). Damp walls and their owners. Journal of Cellars, 12(3), 45–67. https://doi.org/10.1000/damp.19`,
			refs.Work{Type: refs.WorkArticle, Title: "Damp walls and their owners", Authors: []string{"Winter, A.", "Frost, B. C."}, Year: "2019", Container: "Journal of Cellars", Pages: "45-67", DOI: "10.1000/damp.19"}},
		{`Winter A, Frost B. Measuring the damp of old walls. J Cellar. 2019;12:45-67.`,
			refs.Work{Type: refs.WorkArticle, Title: "Measuring the damp of old walls", Authors: []string{"Winter, A", "Frost, B"}, Year: "2019", Container: "J Cellar"}},
		{`Anna Winter and Bernd Frost. 2019. Learning to dig. In Proceedings of the 3rd Conference on Cellars, pages 1–9.`,
			refs.Work{Type: refs.WorkPaper, Title: "Learning to dig", Authors: []string{"Anna Winter", "Bernd Frost"}, Year: "2019"}},
		{`A. Winter. Digging without light. arXiv preprint arXiv:2099.00001, 2019.`,
			refs.Work{Type: refs.WorkPaper, Title: "Digging without light", Authors: []string{"A. Winter"}, Year: "2019", ArXiv: "2099.00001"}},
		{`DIN EN ISO 13999:2016, Kellerluft – Messung.`, refs.Work{Type: refs.WorkStandard, Year: "2016", Number: "DIN EN ISO 13999:2016"}},
	} {
		got := resolve.ParseWork(c.entry)
		if got.Type != c.want.Type || !slices.Equal(got.Authors, c.want.Authors) || got.Year != c.want.Year || got.DOI != c.want.DOI || got.ArXiv != c.want.ArXiv ||
			got.Number != c.want.Number || c.want.Title != "" && got.Title != c.want.Title || c.want.Container != "" && got.Container != c.want.Container || c.want.Pages != "" && got.Pages != c.want.Pages {
			t.Errorf("%s\n got %+v\nwant %+v", c.entry, got, c.want)
		}
	}
}

// sectionsOf reads the reference list of a text without typography.
func referenceList(document, text string) []refs.Section {
	return outline.Sections(source.Document{Hash: document}, source.Meta{}, []source.Page{{Number: 1, Text: text}})
}

func TestSections_ReferenceListsWithoutLabels(t *testing.T) {
	body := strings.Repeat("The walls of the cellar are damp.\n", 6)
	for name, c := range map[string]struct {
		list string
		want []string
	}{
		"numbers": {"1. Winter A. Measuring damp walls. J Cellar. 2019;12:45-67.\n2. Frost B. Old walls, new\nwalls and others. J Cellar. 2001;3:1-9.\n3. Dew C. Thaw. 2003.\n", []string{"[1]", "[2]", "[3]"}},
		"authors": {"Winter, A., & Frost, B. (2019). Damp walls. Journal of\nCellars, 12(3), 45–67.\nFrost, B. (2001a). Old walls. Cellar Press.\nDew, C. D. (2003). Thaw. https://example.org/thaw\n", []string{"Winter 2019", "Frost 2001a", "Dew 2003"}},
		"labels":  {"[Win19] A. Winter, \"Damp walls\", 2019.\n[7] B. Frost, 2001.\n", []string{"[Win19]", "[7]"}},
	} {
		var got []string
		for _, s := range referenceList("d", "1 Damp\n\n"+body+"\nREFERENCES\n\n"+c.list) {
			if s.Kind == refs.KindBibliography {
				got = append(got, s.Label)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}
