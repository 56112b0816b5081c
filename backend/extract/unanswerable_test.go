package extract

import (
	"strings"
	"testing"

	"rabbithole/backend/ask"
)

func TestSilences_SayWhy(t *testing.T) {
	for _, c := range []struct {
		silence  Unanswerable
		language string
		want     string
	}{
		{Unanswerable{Clause: "What does Figure 7 show", Places: []string{"Figure 7"}}, "en", "have no “Figure 7”"},
		{Unanswerable{Clause: "Was zeigt Abbildung 7", Places: []string{"Abbildung 7"}}, "de", "„Abbildung 7“ gibt es in den durchsuchten Dokumenten nicht"},
		{Unanswerable{Clause: "Who ran it in 1874", Missing: []string{"1874"}}, "en", "“1874” does not appear"},
		{Unanswerable{Clause: "Wer leitete es 1874", Missing: []string{"1874"}}, "de", "„1874“ kommt in den durchsuchten Dokumenten nicht vor"},
		{Unanswerable{Clause: "Who sings"}, "en", "Most of its words"},
		{Unanswerable{Clause: "Wer singt"}, "de", "Die meisten der Wörter"},
	} {
		said := notAnswered(ask.Question{Text: c.silence.Clause, Language: c.language}, []Unanswerable{c.silence})
		if len(said) != 2 || said[0] != ask.WordsFor(c.language).NotAnswered || !strings.Contains(said[1], c.want) {
			t.Errorf("%+v: says %q, want %q", c.silence, said, c.want)
		}
		part := notAnswered(ask.Question{Text: c.silence.Clause + map[string]string{"en": ", and who paid?", "de": ", und wer zahlte?"}[c.language], Language: c.language}, []Unanswerable{c.silence})
		if len(part) != 2 || !strings.Contains(part[0], c.silence.Clause) {
			t.Errorf("%+v: of a part says %q", c.silence, part)
		}
	}
}
