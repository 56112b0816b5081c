package core

import "testing"

func TestFold_MakesSpellingsAlike(t *testing.T) {
	for text, want := range map[string]string{
		"Grenzwert für Einsatzkräfte": "grenzwert fur einsatzkrafte", "EINSATZKRAEFTE": "einsatzkrafte", "Größe, groesse": "grosse  grosse",
		"café §62": "cafe  62", "": "", "Straße": "strasse", "e": "e", "Ärger": "arger",
	} {
		got, origin := fold(text)
		if got != want || len(origin) != len(got)+1 || origin[len(got)] != len(text) {
			t.Errorf("%q is folded to %q, want %q; %d origins", text, got, want, len(origin))
		}
	}
}

func TestExtract_ShowsWhatWasFound(t *testing.T) {
	long := "Ünder the ördinance nothing is said about this. It goes on for a while without saying anything of use to anybody who reads it. " +
		"The dose limit for emergency workers is 100 millisievert in a year, and nobody may exceed it unless a life is at stake and the worker volunteers to do so."
	part, ok := excerptOf(long, []string{"limit", "volunteer"})
	if !ok || part[:len("… ")] != "… " || len([]rune(part)) > extractRunes+6 {
		t.Errorf("extract %q, %v", part, ok)
	}
	if _, ok := excerptOf(long, []string{"limit", "lorry"}); ok {
		t.Error("found although a word is missing")
	}
}
