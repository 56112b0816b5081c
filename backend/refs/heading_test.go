package refs

import "testing"

func TestParseHeading(t *testing.T) {
	for _, c := range []struct{ line, label, title string }{
		{"§ 62 Grenzwerte", "§ 62", "Grenzwerte"}, {"§ 9a", "§ 9a", ""}, {"§§ 3 bis 5 (weggefallen)", "§ 3", "bis 5 (weggefallen)"},
		{"§ 42 Absatz 1 gilt", "", ""}, {"§ 12 des Gesetzes", "", ""}, {"§ 1 Zweck ............ 9", "", ""},
		{"Article 6", "Article 6", ""}, {"Artikel 6 Rechte", "Article 6", "Rechte"}, {"Article 6(1) applies", "", ""}, {"Article 6 and", "", ""},
		{"Anlage 3 (zu § 4) Werte", "Anlage 3", "(zu § 4) Werte"}, {"Annex B", "Annex B", ""}, {"Appendix C.2.1. Sites", "Appendix C.2.1", "Sites"}, {"Anlagen und Geräte", "", ""},
		{"Teil 2 - Strahlen", "Teil 2", "Strahlen"}, {"CHAPTER III", "Chapter III", ""}, {"Zweiter Abschnitt - Wege", "Zweiter Abschnitt", "Wege"}, {"part 2 of it", "", ""},
		{"5.2. Message Format", "Section 5.2", "Message Format"}, {"B.1. MIME", "Appendix B.1", "MIME"}, {"3.2.1 origin-form", "Section 3.2.1", "origin-form"}, {"1. foo bar", "", ""},
		{"4.2 Position", "Section 4.2", "Position"}, {"§ 4 Position 3 gilt", "", ""}, {"2018 Annual Report", "", ""}, {"", "", ""},
	} {
		h, ok := parseHeading(c.line)
		if ok != (c.label != "") || h.label != c.label || h.title != c.title {
			t.Errorf("%q: %v %q %q", c.line, ok, h.label, h.title)
		}
	}
}

func TestParseCaption(t *testing.T) {
	for line, want := range map[string]string{
		"Table 3: Values": "Table 3", "Tabelle 1": "Tabelle 1", "Fig. 2. Cellars": "Figure 2", "Table 3 shows values": "", "Tabelle 1 Spalte 5": "", "Tabelle 2 Atemraten": "Tabelle 2", "Tablets": "",
	} {
		if _, label, _, _ := parseCaption(line); label != want {
			t.Errorf("%q: got %q", line, label)
		}
	}
}

func TestSuccessor(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{{"7", "8", true}, {"7", "7a", true}, {"7a", "7b", true}, {"7c", "8", true}, {"8", "7", false}, {"7", "70", false}, {"II", "III", true}, {"B", "A", false}} {
		if got := successor(c.a, c.b); got != c.want {
			t.Errorf("%s, %s: %v", c.a, c.b, got)
		}
	}
	for _, c := range []struct {
		a, b string
		want bool
	}{{"", "1", true}, {"1", "1.1", true}, {"1.1", "1.2", true}, {"1.2.3", "2", true}, {"1", "1.3", false}, {"2", "1.1", false}, {"B", "B.1", true}} {
		if got := decimalSuccessor(c.a, c.b); got != c.want {
			t.Errorf("decimal %s, %s: %v", c.a, c.b, got)
		}
	}
}

func TestRomanValue(t *testing.T) {
	for s, want := range map[string]int{"iv": 4, "XIX": 19, "ic": 0, "Iv": 0, "": 0, "vv": 0, "d": 0} {
		if got := romanValue(s); got != want {
			t.Errorf("%q: %d", s, got)
		}
	}
}
