package step

import (
	"slices"
	"strings"
	"testing"
)

func TestPersons_AskedForAndStated(t *testing.T) {
	for clause, want := range map[string]bool{
		"who checks the lantern": true, "to whom must the breach be notified": true, "Wer prüft die Laterne": true, "an wen ist der Antrag zu richten": true,
		"which authority grants the permit": true, "welche Behörde erteilt die Genehmigung": true,
		"when is the lantern checked": false, "Wie hell ist die Laterne": false, "which lanterns are banned": false,
	} {
		if got := persons.asks.MatchString(clause); got != want {
			t.Errorf("%q asks for persons: %v", clause, got)
		}
	}
	for text, want := range map[string]bool{
		"The harbour authority checks every lantern.": true, "Dr. Lind checks it.": true, "Anyone who owns a boat checks it.": true,
		"Die zuständige Behörde prüft die Laterne.": true, "Der Strahlenschutzverantwortliche meldet es.": true, "Wer ein Boot hat, prüft sie.": true,
		"A lantern shines for 3 hours.": false, "Die Laterne leuchtet 3 Stunden.": false,
	} {
		if got := persons.states.MatchString(text); got != want {
			t.Errorf("%q states persons: %v", text, got)
		}
	}
}

// terms knows a word by its lower-case letters.
type plainWords struct{ Lexicon }

func (plainWords) Terms(text, _ string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" .,?", r) })
}

func profileOf(words ...string) Profile {
	p := Profile{Weight: map[string]float64{}, whole: set(words), order: words, Total: float64(len(words))}
	for _, w := range words {
		p.Weight[w] = 1
	}
	return p
}

func TestSettled_ByTheKindAmongTheClausesOwnWords(t *testing.T) {
	for name, c := range map[string]struct {
		clause, page string
		own          []string
		want         bool
	}{
		"an office among its words":          {"who checks the lantern", "The harbour authority checks a lantern on a boat.", []string{"checks"}, true},
		"its words and nobody":               {"who checks the lantern", "A boat lantern, checks included, is bright.", []string{"checks"}, false},
		"somebody of something else":         {"who checks the lantern", "The baker bakes bread for the authority near a boat lantern.", []string{"checks"}, false},
		"what stands on every page":          {"must it be checked", "A boat lantern must be checked.", []string{"checked"}, false},
		"no words of its own, loosely":       {"and by when", "In 2019 a lantern was bright.", nil, false},
		"no words of its own, and closely":   {"by when", "Every lantern on a boat is due within 3 days.", nil, true},
		"a number that only says the year":   {"how many are checked", "In 2019 a boat lantern was checked.", []string{"checked"}, false},
		"a number that measures":             {"how many are checked", "12 of each boat lantern are checked.", []string{"checked"}, true},
		"whom to tell, in another verb":      {"to whom is that to be reported", "A boat lantern that is lost: inform the harbour authority.", nil, true},
		"somebody, and nothing to tell":      {"to whom is that to be reported", "A boat lantern of the harbour authority.", nil, false},
		"exceptions are told by their words": {"in which cases is it not checked", "A boat lantern is checked, except in fog.", []string{"checked"}, true},
	} {
		s := &sweeper{kit: &Kit{Lexicon: plainWords{}}, language: "en", order: []*sheet{{text: c.page}}}
		if got := s.settled(c.clause, profileOf("lantern", "boat", "fog"), profileOf(c.own...)); got != c.want {
			t.Errorf("%s: settled %v", name, got)
		}
	}
	if own := (&Kit{Lexicon: plainWords{}}).besidesLettingKnow(profileOf("lost", "melden"), "wem ist der lost zu melden", "de"); len(own.order) != 1 || own.order[0] != "lost" {
		t.Errorf("without the verb of letting know: %v", own.order)
	}
	if len(settling("why is it dark", "en")) != 0 || !slices.ContainsFunc(settling("when is it due", "en"), func(has func(string) bool) bool { return has("on 3 May 2020") }) {
		t.Error("the kinds that settle are wrong")
	}
}
