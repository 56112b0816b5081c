package extract

import (
	"slices"
	"testing"
)

func TestTerms(t *testing.T) {
	for name, c := range map[string]struct {
		heading, text string
		want          []string
	}{
		"numbered":        {"Article 4 Definitions", "For the purposes of this code:\n(1) ‘lantern buoy’ means any floating body;\n(2) ‘mooring’ means", []string{"lantern buoy", "mooring"}},
		"with a colon":    {"§ 2 Begriffsbestimmungen", "1. Leuchttonne:\nein Körper;\n2. Umschlossener Hafen: ein Hafen", []string{"Leuchttonne", "Umschlossener Hafen"}},
		"with an article": {"§ 2 Begriffsbestimmungen", "Im Sinne dieser Ordnung sind\n1. Leuchttonnen die Körper, die", []string{"Leuchttonnen"}},
		"a sentence":      {"§ 2 Begriffsbestimmungen", "(1) Für die Tonne gilt\n(2) dem Hafen die Mehrheit gehört\n(3) Dues are the sum", nil},
		"twice":           {"Definitions", "1. Mooring: a rope\n2. Mooring: a chain", []string{"Mooring"}},
		"elsewhere":       {"Section 5 Duties", "1. Mooring: a rope", nil},
	} {
		if got := Terms(c.heading, c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
