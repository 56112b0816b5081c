package naming

import (
	"testing"
)

func TestAbbreviates(t *testing.T) {
	for _, c := range []struct {
		abbreviation, name string
		want               bool
	}{
		{"KlSchG", "Kleinluftschutzgesetzes", true}, {"KeMeV", "Kellermessverordnung", true}, {"KeMeV", "Kellermessgesetz", false},
		{"RaBauMV", "Radonbaumelde- und Messverordnung", true}, {"RaG", "Radongesetz", true}, {"RaG", "Wasserradongesetz", false}, {"BBG", "Bundesberggesetz", false},
	} {
		if got := Abbreviates(c.abbreviation, c.name); got != c.want {
			t.Errorf("%s for %s: %v", c.abbreviation, c.name, got)
		}
	}
}

func TestNameKey_FoldsForms(t *testing.T) {
	for _, pair := range [][2]string{
		{"Kellergesetzes", "Kellergesetz"}, {"Verordnung (EU) 2099/1", "Regulation (EU) 2099/1"}, {"Verordnung (EG) Nr. 45/2099", "Regulation (EC) No 45/2099"},
		{"RFC9999", "RFC 9999"}, {"Bürgerlichen Gesetzbuches", "Bürgerliches Gesetzbuch"}, {"Boden-Schutzgesetz", "Bodenschutzgesetzes"},
	} {
		if NameKey(pair[0]) != NameKey(pair[1]) {
			t.Errorf("%q and %q differ: %s, %s", pair[0], pair[1], NameKey(pair[0]), NameKey(pair[1]))
		}
	}
	if NameKey("Directive 2099/1/EU") == NameKey("Regulation (EU) 2099/1") {
		t.Error("a directive and a regulation of one number are the same")
	}
}
