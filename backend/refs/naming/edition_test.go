package naming

import (
	"slices"
	"testing"
)

func TestCutEdition(t *testing.T) {
	for name, want := range map[string][2]string{
		"Kellerverordnung vom 20. Juli 2001": {"Kellerverordnung", "2001-07-20"}, "Cellar Act of 1934": {"Cellar Act", "1934"}, "Cellar Act 1999": {"Cellar Act", "1999"},
		"ISO 9999:2015": {"ISO 9999", "2015"}, "Annual Report 2019": {"Annual Report 2019", ""}, "Kellerverordnung": {"Kellerverordnung", ""},
	} {
		if base, edition := CutEdition(name); base != want[0] || edition != want[1] {
			t.Errorf("%q: got %q and %q", name, base, edition)
		}
	}
	if got := madeOn("Ausfertigungsdatum : 1959-12-23 Fundstelle : BGBl I: 1959 Neugefasst durch : Bek. v. 15.7.1985 I 1565 Zuletzt geändert durch : Art. 1 G v. 4.12.2022"); !slices.Equal(got, []string{"23.12.1959", "15.7.1985"}) {
		t.Errorf("made on %q", got)
	}
}
