package step

import "testing"

func TestBands_ClassesByTheirBounds(t *testing.T) {
	for text, c := range map[string]struct {
		value string
		want  string
	}{
		"Table 3: Classes A up to 100 nothing B over 100, up to 300 seal C over 300, up to 600 fan D over 600 at once":       {"538", "C"},
		"Table 3: Classes A up to 100 nothing B over 100, up to 300 seal; C over 300, up to 1,000 fan; D over 1,000 at once": {"1,100", "D"},
		"Stufe I bis 0,5 mSv ohne Auflage; II über 0,5 bis 2 mSv mit Schein; III mehr als 2 mSv gar nicht":                   {"0,5", "I"},
		"Stufe I bis 0,5 mSv ohne Auflage; II über 0,5 bis zu 2 mSv mit Schein; III mehr als 2 mSv gar nicht":                {"1.5", "II"},
		"Only one: A over 5 is bright.":                             {"7", ""},
		"A over 5 is bright, and A over 7 is too bright.":           {"9", ""}, // which A?
		"The lanterns of the harbour shine over 300 and up to 600.": {"400", ""},
	} {
		got := ""
		for _, b := range bands(text) {
			if b.holds(valueOf(c.value)) {
				got += b.label
			}
		}
		if got != c.want {
			t.Errorf("%s in %q: class %q, want %q", c.value, text, got, c.want)
		}
	}
}

func TestAsksClass(t *testing.T) {
	for clause, want := range map[string]string{
		"which action class does the mean fall into": "action class", "in welche Aktionsklasse fällt der Wert": "Aktionsklasse", "Welche Stufe gilt": "Stufe",
		"which lanterns are banned": "", "how bright is the class room": "",
	} {
		got := ""
		if m := asksClass.FindStringSubmatch(clause); m != nil {
			got = m[1]
		}
		if got != want {
			t.Errorf("%q asks for %q, want %q", clause, got, want)
		}
	}
}
