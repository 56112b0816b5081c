package refs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/detect"
	"rabbithole/backend/source"
)

// show writes a mention as "text -> label sub @qualifier !old, ...".
func show(m refs.Mention) string {
	var parts []string
	for _, p := range m.Pointers {
		s := p.Label
		if p.Sub != "" {
			s += " (" + p.Sub + ")"
		}
		if p.Qualifier != "" && p.Kind != refs.KindDocument {
			s += " @" + p.Qualifier
		}
		if p.URI != "" {
			s += " " + p.URI
		}
		if p.Old {
			s += " !old"
		}
		parts = append(parts, s)
	}
	return m.Text + " -> " + strings.Join(parts, ", ")
}

func mentionsIn(text string, sections ...refs.Section) []string {
	var out []string
	for _, m := range detect.Detect(source.Document{Hash: "d"}, []source.Page{{Number: 1, Text: text}}, sections) {
		out = append(out, show(m))
	}
	return out
}

func TestDetect_GermanLaw(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"Nach § 62 Abs. 1 Satz 2 Nr. 3 RnSchG gilt dies.", []string{"§ 62 Abs. 1 Satz 2 Nr. 3 RnSchG -> § 62 (Abs. 1 Satz 2 Nr. 3) @RnSchG"}},
		{"die §§ 31 bis 33 und 9a gelten", []string{"§§ 31 bis 33 und 9a -> § 31, § 32, § 33, § 9a"}},
		{"nach § 9a Absatz 1 Satz 2, § 10 und § 12 des Radongesetzes ist", []string{
			"§ 9a Absatz 1 Satz 2 -> § 9a (Absatz 1 Satz 2) @Radongesetzes", "§ 10 -> § 10 @Radongesetzes",
			"§ 12 des Radongesetzes -> § 12 @Radongesetzes"}},
		{"§ 4 Absatz 1, 2 Satz 2 und 5 gilt", []string{"§ 4 Absatz 1, 2 Satz 2 und 5 -> § 4 (Absatz 1, 2 Satz 2 und 5)"}},
		{"nach §§ 79, 81 Absatz 3 und 85 ist", []string{"§§ 79, 81 Absatz 3 und 85 -> § 79, § 81 (Absatz 3), § 85"}},
		{"der §§ 95 und 95a, 2. der Verordnungen", []string{"§§ 95 und 95a -> § 95, § 95a"}},
		{"die Anlage 3 Teil B Nummer 2 zur Kellerluftverordnung", []string{"Anlage 3 Teil B Nummer 2 zur Kellerluftverordnung -> Anlage 3 (Teil B Nummer 2) @Kellerluftverordnung"}},
		{"in den Anlagen 1 bis 3", []string{"Anlagen 1 bis 3 -> Anlage 1, Anlage 2, Anlage 3"}},
		{"nach § 7 dieses Gesetzes", []string{"§ 7 -> § 7"}},
		{"§ 3 Absatz 2 gilt bis 31. Dezember 2018", []string{"§ 3 Absatz 2 -> § 3 (Absatz 2)"}},
		{"Absatz 2 gilt entsprechend, nach Satz 1", []string{"Absatz 2 -> Absatz 2 (Absatz 2)", "Satz 1 -> Satz 1 (Satz 1)"}},
		{"§ 8 Satz 1 zweiter Halbsatz des Bürgerlichen Gesetzbuchs", []string{"§ 8 Satz 1 zweiter Halbsatz des Bürgerlichen Gesetzbuchs -> § 8 (Satz 1 zweiter Halbsatz) @Bürgerlichen Gesetzbuchs"}},
		{"§ 5 Absatz 1 Nummer 1, auch in Verbindung mit Absatz 2, gilt", []string{"§ 5 Absatz 1 Nummer 1, auch in Verbindung mit Absatz 2 -> § 5 (Absatz 1 Nummer 1, auch in Verbindung mit Absatz 2)"}},
		{"Artikel 6 Absatz 1 Buchstabe a und f der Verordnung (EU) 2099/123", []string{"Artikel 6 Absatz 1 Buchstabe a und f der Verordnung (EU) 2099/123 -> Article 6 (Absatz 1 Buchstabe a und f) @Verordnung (EU) 2099/123"}},
		{"nach Teil 2 Kapitel 3 und Tabelle 1", []string{"Teil 2 Kapitel 3 -> Kapitel 3", "Tabelle 1 -> Tabelle 1"}},
		{"nach § 12 Absatz 1 Nummer 1 oder 3, jeweils auch in Verbindung mit Absatz 2, des Radongesetzes", []string{
			"§ 12 Absatz 1 Nummer 1 oder 3, jeweils auch in Verbindung mit Absatz 2, des Radongesetzes -> § 12 (Absatz 1 Nummer 1 oder 3, jeweils auch in Verbindung mit Absatz 2) @Radongesetzes"}},
		{"§ 93 und § 111 in Verbindung mit § 105 sowie § 116 der Kellerordnung", []string{"§ 93 -> § 93 @Kellerordnung", "§ 111 -> § 111 @Kellerordnung", "§ 105 -> § 105 @Kellerordnung",
			"§ 116 der Kellerordnung -> § 116 @Kellerordnung"}},
		{"§ 12 des Siebten Buches Sozialgesetzbuch", []string{"§ 12 des Siebten Buches Sozialgesetzbuch -> § 12 @Siebten Buches Sozialgesetzbuch"}},
	} {
		check(t, c.text, c.want)
	}
}

func TestDetect_English(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"see Section 5.2 for more.", []string{"Section 5.2 -> Section 5.2"}},
		{"Sec. 3(b) applies", []string{"Sec. 3(b) -> Section 3 ((b))"}},
		{"Sections 3.1 and 3.2 say", []string{"Sections 3.1 -> Section 3.1", "3.2 -> Section 3.2"}},
		{"Article 6(1)(f) and Articles 12 to 14", []string{"Article 6(1)(f) -> Article 6 ((1)(f))", "Articles 12 to 14 -> Article 12, Article 13, Article 14"}},
		{"Article 58(1), (2) and (3)", []string{"Article 58(1), (2) and (3) -> Article 58 ((1), (2) and (3))"}},
		{"point (f) of Article 6(1) applies", []string{"point (f) of Article 6(1) -> Article 6 ((1) point f)"}},
		{"in Article 42 may be used", []string{"Article 42 -> Article 42"}},
		{"Article 8(1) of the Charter of Fundamental Rights and", []string{"Article 8(1) of the Charter of Fundamental Rights -> Article 8 ((1)) @Charter of Fundamental Rights"}},
		{"Article 5 of Regulation (EU) No 99/2099 and Article 7 of that Regulation", []string{
			"Article 5 of Regulation (EU) No 99/2099 -> Article 5 @Regulation (EU) No 99/2099", "Article 7 of that Regulation -> Article 7 @Regulation (EU) No 99/2099"}},
		{"Article 9 of this Regulation, Article 263 TFEU", []string{"Article 9 -> Article 9", "Article 263 TFEU -> Article 263 @TFEU"}},
		{"Appendix C.2.1, Annex B and Chapter 4", []string{"Appendix C.2.1 -> Appendix C.2.1", "Annex B -> Annex B", "Chapter 4 -> Chapter 4"}},
		{"see § 5 and § 6 of the Kellerluftverordnung", []string{"§ 5 -> § 5 @Kellerluftverordnung", "§ 6 of the Kellerluftverordnung -> § 6 @Kellerluftverordnung"}},
		{"see Table 3 and Fig. 2", []string{"Table 3 -> Table 3", "Fig. 2 -> Figure 2"}},
		{"recital 26, RFC 9999, Section 4 and Directive 99/46/EC", []string{"recital 26 -> Recital 26", "RFC 9999, Section 4 -> Section 4 @RFC 9999", "Directive 99/46/EC -> Directive 99/46/EC"}},
		{"see https://example.org/a(b). And doi:10.1234/x.y-z, arXiv:1706.03762.", []string{
			"https://example.org/a(b) -> https://example.org/a(b) https://example.org/a(b)", "doi:10.1234/x.y-z -> doi:10.1234/x.y-z https://doi.org/10.1234/x.y-z",
			"arXiv:1706.03762 -> arXiv:1706.03762 https://arxiv.org/abs/1706.03762"}},
		{"as shown in [3, 5-7]", []string{"[3, 5-7] -> [3], [5], [6], [7]"}},
	} {
		check(t, c.text, c.want)
	}
}

func TestDetect_Labels(t *testing.T) {
	entry := refs.Section{ID: "s1", Kind: refs.KindBibliography, Number: "COLD/2", Label: "[COLD/2]", Page: 9}
	text := "Section 4.3 of [COLD/2], [COLD/2], Section 5.1, and [COLD/2]; not [message]."
	want := []string{"Section 4.3 of [COLD/2] -> Section 4.3 @[COLD/2]", "[COLD/2], Section 5.1 -> Section 5.1 @[COLD/2]", "[COLD/2] -> [COLD/2]"}
	if got := mentionsIn(text, entry); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestDetect_OldVersions(t *testing.T) {
	for text, old := range map[string]bool{
		"§ 9 der Kellerverordnung in der bis zum 31. Dezember 2018 geltenden Fassung":                true,
		"§ 9 der Kellerverordnung in der Fassung der Bekanntmachung vom 3. Mai 2011":                 false,
		"§ 9 der Kellerverordnung in der jeweils geltenden Fassung":                                  false,
		"§ 9 der Kellerverordnung vom 3. Mai 2011 (BGBl. I S. 8) in der am 1. Mai geltenden Fassung": true,
		"§ 9 (weggefallen)": true,
		"§ 9 gilt":          false,
	} {
		m := detect.Detect(source.Document{}, []source.Page{{Number: 1, Text: text}}, nil)
		if len(m) == 0 || m[0].Pointers[0].Old != old {
			t.Errorf("%q: %+v", text, m)
		}
	}
}

func TestDetect_AcrossLinesAndPages(t *testing.T) {
	var pages []source.Page
	for i, body := range []string{"nach § 12 des Radon-\ngesetzes und § 5 Ab‐\nsatz 2 der", "Kellerluftverordnung gilt.", "Ende des Textes."} {
		pages = append(pages, source.Page{Number: i + 1, Text: fmt.Sprintf("Mustersammlung des Rechts\n%s\n- %d -", body, i+1)})
	}
	m := detect.Detect(source.Document{}, pages, nil)
	if len(m) != 2 || m[0].Text != "§ 12 des Radongesetzes" || m[1].Text != "§ 5 Absatz 2 der Kellerluftverordnung" {
		t.Fatalf("got %+v", m)
	}
	if p := pages[0].Text[m[1].Start:m[1].End]; m[1].Page != 1 || !strings.HasPrefix(p, "§ 5 Ab") || !strings.HasSuffix(p, "der") {
		t.Errorf("placed at %q on page %d", p, m[1].Page)
	}
}

func check(t *testing.T, text string, want []string) {
	t.Helper()
	if got := mentionsIn(text); !slices.Equal(got, want) {
		t.Errorf("%q\n got %q\nwant %q", text, got, want)
	}
}
