package ingest

import (
	"testing"

	"rabbithole/backend/source"
)

func TestLanguage_OfANoteOfAFewLines(t *testing.T) {
	for text, want := range map[string]string{
		"Hausordnung A\n\nDie Frist zur Anmeldung beträgt 14 Tage. Die Gebühr beträgt 50 Euro. Haustiere sind erlaubt.": "de",
		"Die Gebühr beträgt 80 Euro.":            "de",
		"The fee is 50 euros. Pets are allowed.": "en",
		"12 345 67,8":                            "",
		"":                                       "",
	} {
		if got := language([]source.Page{{Number: 1, Text: text}}); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
