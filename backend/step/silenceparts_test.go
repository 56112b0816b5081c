package step

import (
	"context"
	"testing"
)

// countedWords are plain words of which each stands in one of ten passages.
type countedWords struct{ plainWords }

func (w countedWords) Subject(text, language string) []string { return w.Terms(text, language) }

func (countedWords) Frequencies(_ context.Context, terms []string) ([]int, int, error) {
	counts := make([]int, len(terms))
	for i := range counts {
		counts[i] = 1
	}
	return counts, 10, nil
}

// What "stays" is answered by what "persists" behind "how long", though the clause's own words for it stand nowhere.
func TestParts_HowLongMakesStayAndPersistOne(t *testing.T) {
	clause := "how long must it stay in harbour"
	for page, silent := range map[string]bool{
		"In that harbour it must persist for three times the current interval.": false,
		"In that harbour it is painted for three times the current interval.":   true,
	} {
		s := &sweeper{kit: &Kit{Lexicon: countedWords{}}, language: "en", order: []*sheet{{text: page}}}
		got, err := s.parts(t.Context(), Question{Text: clause + ", and who opens it?", Language: "en"}, []Silence{{Clause: clause}})
		if err != nil || len(got) > 0 != silent {
			t.Errorf("%q: silent %+v, %v", page, got, err)
		}
	}
}
