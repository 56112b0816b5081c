package report

import (
	"strings"
	"testing"

	"rabbithole/backend/source"
)

// A page is cited as it is printed, and where that is not its place in the file, the place stands beside it: in every rendering alike.
func TestPages_AreNamedOneWay(t *testing.T) {
	folios := func(pairs ...source.Folio) []source.Folio { return pairs }
	for _, c := range []struct {
		list           []source.Folio
		full, printed  string
		german, inText string
	}{
		{nil, "", "", "", ""},
		{folios(source.Folio{Page: 0, Label: "x"}), "", "", "", ""},
		{folios(source.Folio{Page: 7}), "p. 7", "p. 7", "S. 7", "S. 7"},
		{folios(source.Folio{Page: 7, Label: "7"}), "p. 7", "p. 7", "S. 7", "S. 7"},
		{folios(source.Folio{Page: 2, Label: "2"}, source.Folio{Page: 8, Label: "1"}, source.Folio{Page: 9, Label: "2"}), "pp. 1–2 (PDF pp. 8–9), PDF p. 2", "pp. 2, 1–2", "S. 1–2 (PDF-S. 8–9), PDF-S. 2", "S. 2, 1–2"},
		{folios(source.Folio{Page: 14, Label: "2049"}), "p. 2049 (PDF p. 14)", "p. 2049", "S. 2049 (PDF-S. 14)", "S. 2049"},
		{folios(source.Folio{Page: 16, Label: "2051"}, source.Folio{Page: 14, Label: "2049"}, source.Folio{Page: 15, Label: "2050"}, source.Folio{Page: 14, Label: "2049"}, source.Folio{Page: 20, Label: "2055"}),
			"pp. 2049–2051, 2055 (PDF pp. 14–16, 20)", "pp. 2049–2051, 2055", "S. 2049–2051, 2055 (PDF-S. 14–16, 20)", "S. 2049–2051, 2055"},
		{folios(source.Folio{Page: 3, Label: "iii"}, source.Folio{Page: 4, Label: "iv"}, source.Folio{Page: 5, Label: "1"}, source.Folio{Page: 6, Label: "2"}, source.Folio{Page: 7, Label: "9"}),
			"pp. iii–iv, 1–2, 9 (PDF pp. 3–7)", "pp. iii–iv, 1–2, 9", "S. iii–iv, 1–2, 9 (PDF-S. 3–7)", "S. iii–iv, 1–2, 9"},
	} {
		for _, got := range [][2]string{{english.pageList(c.list), c.full}, {english.printedPages(c.list), c.printed}, {german.pageList(c.list), c.german}, {german.printedPages(c.list), c.inText}} {
			if got[0] != got[1] {
				t.Errorf("%v: %q, want %q", c.list, got[0], got[1])
			}
		}
	}
	r := sampleEnglish(t)
	md, full := string(Markdown(r, nil)), "Act on Radon.pdf, § 4, p. 2047 (PDF p. 12)"
	page, err := HTML(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"Markdown": md, "HTML": string(page), "summary": Spoken(r)} {
		if !strings.Contains(text, full) {
			t.Errorf("%s does not cite %q", name, full)
		}
	}
	for _, gap := range []string{"p. 2039 (PDF p. 4)", "**not in the library:** Annex B of the Building Code (Act on Radon, p. 2047 (PDF p. 12), 2 ×)"} {
		if !strings.Contains(md, gap) {
			t.Errorf("no %q in\n%s", gap, md)
		}
	}
	if !strings.Contains(string(page), ">Act on Radon, § 4, p. 2047</a>") {
		t.Error("a chip shows another page than the printed one")
	}
}
