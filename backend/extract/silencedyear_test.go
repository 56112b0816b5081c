package extract_test

import (
	"slices"
	"testing"

	"rabbithole/backend/ask"
)

// A year that stands nowhere leaves the clause that names it without an answer, and no other.
func TestSweep_AYearSilencesItsOwnClauseAlone(t *testing.T) {
	k := newEngine(t)
	newArchive(k, [2]string{"1 Hives", "A beehive stands at least 10 metres from the road."}, [2]string{"2 Honey", "Honey cost 3 crowns at the fair of 1912."})
	for _, text := range []string{"What did honey cost in 1974, and how far from the road must a beehive stand?", "How far from the road must a beehive stand, and what did honey cost in 1974?"} {
		swept, err := k.Sweep(t.Context(), ask.Question{Text: text, Language: "en"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if swept.Clauses() != 2 || swept.Nothing() || len(swept.Silent) != 1 || !slices.Equal(swept.Silent[0].Missing, []string{"1974"}) || !swept.Silent[0].Part {
			t.Errorf("%s: %+v of %d clauses", text, swept.Silent, swept.Clauses())
		}
	}
}
