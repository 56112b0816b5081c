package outline

import (
	"testing"
)

func TestParseHeading(t *testing.T) {
	for _, c := range []struct{ line, label, title string }{
		{"§ 62 Grenzwerte", "§ 62", "Grenzwerte"}, {"§ 9a", "§ 9a", ""}, {"§§ 3 bis 5 (weggefallen)", "§ 3", "bis 5 (weggefallen)"},
		{"§ 42 Absatz 1 gilt", "", ""}, {"§ 12 des Gesetzes", "", ""}, {"§ 21-2-171(c). Nor does", "", ""}, {"§ 12(1) Scope", "", ""}, {"§ 1 Zweck ............ 9", "", ""},
		{"Article 6", "Article 6", ""}, {"Artikel 6 Rechte", "Article 6", "Rechte"}, {"Article 6(1) applies", "", ""}, {"Article 6 and", "", ""},
		{"Anlage 3 (zu § 4) Werte", "Anlage 3", "(zu § 4) Werte"}, {"Annex B", "Annex B", ""}, {"Appendix C.2.1. Sites", "Appendix C.2.1", "Sites"}, {"Anlagen und Geräte", "", ""},
		{"Teil 2 - Strahlen", "Teil 2", "Strahlen"}, {"CHAPTER III", "Chapter III", ""}, {"Zweiter Abschnitt - Wege", "Zweiter Abschnitt", "Wege"}, {"part 2 of it", "", ""},
		{"5.2. Message Format", "Section 5.2", "Message Format"}, {"B.1. MIME", "Appendix B.1", "MIME"}, {"3.2.1 origin-form", "Section 3.2.1", "origin-form"}, {"1. foo bar", "", ""},
		{"4.2 Position", "Section 4.2", "Position"}, {"§ 4 Position 3 gilt", "", ""}, {"2018 Annual Report", "", ""}, {"", "", ""}, {"5 8 85 = 38 | | a | 37 a Bz", "", ""}, {"5.2 From A to Z", "Section 5.2", "From A to Z"},
	} {
		h, ok := ParseHeading(c.line)
		if ok != (c.label != "") || h.label != c.label || h.title != c.title {
			t.Errorf("%q: %v %q %q", c.line, ok, h.label, h.title)
		}
	}
}

func TestParseCaption(t *testing.T) {
	for line, want := range map[string]string{
		"Table 3: Values": "Table 3", "Tabelle 1": "Tabelle 1", "Fig. 2. Cellars": "Figure 2", "Table 3 shows values": "", "Tabelle 1 Spalte 5": "", "Tabelle 2 Atemraten": "Tabelle 2", "Tablets": "",
	} {
		if _, label, _, _ := ParseCaption(line); label != want {
			t.Errorf("%q: got %q", line, label)
		}
	}
}
