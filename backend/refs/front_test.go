package refs_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/detect"
	"rabbithole/backend/refs/resolve"
	"rabbithole/backend/source"
)

// shelf is a library of a handbook, a protocol and a guideline.
func shelf() []refs.Entry {
	return []refs.Entry{
		{source.Document{Hash: "book", Title: "Damp Cellars: A Handbook for Owners", Names: []string{"Handbook"}}, numberedSections("book", "Section 1", "Section 5.2", "Table 3")},
		{source.Document{Hash: "protocol", Title: "Protocol KX-07: Measuring Damp", Names: []string{"KX-07"}}, numberedSections("protocol", "Section 4", "Section 5.2", "Table 3", "Annex A")},
		{source.Document{Hash: "leitfaden", Title: "Leitfaden Lüften im Keller", Names: []string{"LLK"}}, numberedSections("leitfaden", "Section 2", "Tabelle 3")},
		{source.Document{Hash: "survey", Name: "Wet-Walls.pdf", Title: "Wet Walls: A Survey"}, numberedSections("survey", "Section 2", "Section 5.2")},
		{source.Document{Hash: "memo"}, numberedSections("memo", "Section 1", "Section 5.2", "Table 3", "Annex A")},
	}
}

// leads detects and resolves the references of a text in the memo: "text -> document label" each.
func leads(text string) []string {
	entries := shelf()
	r := resolve.NewResolver(entries)
	var out []string
	for _, m := range detect.Detect(source.Document{Hash: "memo"}, []source.Page{{Number: 900, Text: text}}, entries[4].Sections) {
		m = r.Resolve(m)
		to := []string{string(m.Status)}
		for _, x := range m.Targets {
			to = append(to, x.Document+" "+x.Label)
		}
		if len(to) > 1 {
			to = to[1:]
		}
		out = append(out, m.Text+" -> "+strings.Join(to, ", "))
	}
	return out
}

func TestDetect_DocumentInFront(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"laid down in KX-07, Section 5.2.", []string{"KX-07, Section 5.2 -> protocol Section 5.2"}},
		{"by the factor of KX-07, Section 5.2, Table 3. Table 3 gives", []string{"KX-07, Section 5.2 -> protocol Section 5.2", "Table 3 -> protocol Table 3", "Table 3 -> memo Table 3"}},
		{"follows Example 2 of KX-07, Section 4, and KX-07, Annex A.", []string{"KX-07, Section 4 -> protocol Section 4", "KX-07, Annex A -> protocol Annex A"}},
		{"see the Handbook, Section 5.2, Table 3.", []string{"Handbook, Section 5.2 -> book Section 5.2", "Table 3 -> book Table 3"}},
		{"see Damp Cellars: A Handbook for Owners, Section 1.", []string{"Damp Cellars: A Handbook for Owners, Section 1 -> book Section 1"}},
		{"in “Wet Walls,” Section 2, and Wet Walls, Section 5.2,", []string{"Section 2 -> survey Section 2", "Section 5.2 -> survey Section 5.2"}},
		{"Der Leitfaden Lüften im Keller, Tabelle 3, nennt", []string{"Leitfaden Lüften im Keller, Tabelle 3 -> leitfaden Tabelle 3"}},
		{"siehe LLK, Abschnitt 2.", []string{"LLK, Abschnitt 2 -> leitfaden Section 2"}},
		{"The Handbook (Section 1) and KX-07 (Section 4) differ", []string{"Section 1 -> book Section 1", "KX-07 -> protocol Protocol KX-07: Measuring Damp", "Section 4 -> protocol Section 4"}},
		{"In Germany, Section 5.2 applies", []string{"Section 5.2 -> memo Section 5.2"}},
		{"the WHO Handbook, Section 5.2", []string{"WHO Handbook, Section 5.2 -> memo Section 5.2"}},
		{"see Section 1, Section 5.2", []string{"Section 1 -> memo Section 1", "Section 5.2 -> memo Section 5.2"}},
		{"BX-12, Section 5.2, is not here", []string{"BX-12, Section 5.2 -> open"}},
		{"Kept in KX-07. Section 5.2 says", []string{"Section 5.2 -> memo Section 5.2"}},
	} {
		expect(t, c.text, c.want)
	}
}

func TestDetect_DocumentBehind(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"Section 5.2 of KX-07 says", []string{"Section 5.2 of KX-07 -> protocol Section 5.2"}},
		{"Tabelle 3 des Messprotokolls KX-07, nach Abschnitt 4 von KX-07,", []string{"Tabelle 3 des Messprotokolls KX-07 -> protocol Table 3", "Abschnitt 4 von KX-07 -> protocol Section 4"}},
		{"Table 3 in Section 5.2 of the Handbook", []string{"Table 3 -> book Table 3", "Section 5.2 of the Handbook -> book Section 5.2"}},
		{"Section 5.2 of the Manual says", []string{"Section 5.2 of the Manual -> memo Section 5.2"}},
		{"Section 5.2 of Germany", []string{"Section 5.2 -> memo Section 5.2"}},
	} {
		expect(t, c.text, c.want)
	}
}

func TestDetect_DocumentThatTells(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"The Handbook says the same in its Section 5.2.", []string{"Section 5.2 -> book Section 5.2"}},
		{"the routes that the Handbook lists in Section 5.2.", []string{"Section 5.2 -> book Section 5.2"}},
		{"the results of the Handbook are given in Section 5.2.", []string{"Section 5.2 -> memo Section 5.2"}},
		{"as the Handbook says. We said so in Section 5.2.", []string{"Section 5.2 -> memo Section 5.2"}},
		{"KX-07 requires a test (its Section 4)", []string{"KX-07 -> protocol Protocol KX-07: Measuring Damp", "Section 4 -> protocol Section 4"}},
	} {
		expect(t, c.text, c.want)
	}
}

func TestDetect_NamesTheTextIntroduces(t *testing.T) {
	const book, wet = "book Damp Cellars: A Handbook for Owners", "survey Wet Walls: A Survey"
	for _, c := range []struct {
		text string
		want []string
	}{
		{"The Guide (Damp Cellars: A Handbook for Owners, Section 1) warns; the Guide, Section 5.2, too. The Guide is old.", []string{
			"Guide -> " + book, "Damp Cellars: A Handbook for Owners, Section 1 -> book Section 1", "Guide, Section 5.2 -> book Section 5.2", "Guide -> " + book}},
		{"the Guide (Damp Cellars: A Handbook for Owners), Section 1.", []string{"Guide (Damp Cellars: A Handbook for Owners), Section 1 -> book Section 1"}},
		{"Das Handbuch (Wet Walls: A Survey) beschreibt beide in den Abschnitten 2 und 5.2, siehe Abschnitt 2 des Handbuchs.", []string{
			"Handbuch -> " + wet, "Abschnitten 2 und 5.2 -> survey Section 2, survey Section 5.2", "Abschnitt 2 des Handbuchs -> survey Section 2"}},
		{"We follow Wet Walls: A Survey, hereafter the Study. In the Study, Section 2, walls are wet.", []string{"Study -> " + wet, "Study, Section 2 -> survey Section 2"}},
		{"Der Leitfaden Lüften im Keller (im Folgenden Leitfaden) gilt. Nach dem Leitfaden, Abschnitt 2, lüfte man.", []string{
			"Leitfaden -> leitfaden Leitfaden Lüften im Keller", "Leitfaden, Abschnitt 2 -> leitfaden Section 2"}},
		{"und der Leitfaden Lüften im Keller (LLK), Abschnitt 2.", []string{"Leitfaden Lüften im Keller (LLK), Abschnitt 2 -> leitfaden Section 2"}},
		{"The Handbook (Dry Attics: A Handbook for Birds) is not here; the Handbook, Section 5.2, neither.", []string{"Handbook -> open", "Handbook, Section 5.2 -> open"}},
		{"The Cellar Transfer Protocol (CTP) is quick. CTP is old.", nil},
		{"The European Commission (hereafter the Commission) met. The European Commission, Section 5.2, left.", []string{"Section 5.2 -> memo Section 5.2"}},
	} {
		expect(t, c.text, c.want)
	}
}

func TestDetect_NumbersOfSeries(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"Bulletin BX-12, Wet Soil, treats it; BX-12 is lost.", []string{"BX-12 -> open", "BX-12 -> open"}},
		{"Measured as KX-07 requires, with detector TE-2041.", []string{"KX-07 -> protocol Protocol KX-07: Measuring Damp"}},
		{"Cells with SARS-2 and SHA-256 in Chapter II-3.", nil},
	} {
		expect(t, c.text, c.want)
	}
}

func TestDetect_OwnNamesAreNoReferences(t *testing.T) {
	text := "Library of Cellars, cited as “the Handbook”. The Handbook is old. Protocol KX-07 is older. Bulletin BX-12 too."
	var got []string
	for _, m := range detect.Detect(source.Document{Hash: "d", Name: "KX-07-damp.pdf"}, []source.Page{{Number: 1, Text: text}}, nil) {
		got = append(got, m.Text)
	}
	if !slices.Equal(got, []string{"BX-12"}) {
		t.Errorf("got %q", got)
	}
}

func expect(t *testing.T, text string, want []string) {
	t.Helper()
	if got := leads(text); !slices.Equal(got, want) {
		t.Errorf("%q\n got %q\nwant %q", text, got, want)
	}
}
