package extract

import (
	"strings"
	"testing"

	"rabbithole/backend/ask"
)

func TestSilences_SayWhy(t *testing.T) {
	for _, c := range []struct {
		silence  Silence
		language string
		want     string
	}{
		{Silence{Clause: "What does Figure 7 show", Places: []string{"Figure 7"}}, "en", "have no “Figure 7”"},
		{Silence{Clause: "Was zeigt Abbildung 7", Places: []string{"Abbildung 7"}}, "de", "„Abbildung 7“ gibt es in den durchsuchten Dokumenten nicht"},
		{Silence{Clause: "Who ran it in 1874", Missing: []string{"1874"}}, "en", "“1874” does not appear"},
		{Silence{Clause: "Wer leitete es 1874", Missing: []string{"1874"}}, "de", "„1874“ kommt in den durchsuchten Dokumenten nicht vor"},
		{Silence{Clause: "Who sings"}, "en", "Most of its words"},
		{Silence{Clause: "Wer singt"}, "de", "Die meisten der Wörter"},
	} {
		said := silences(ask.Question{Text: c.silence.Clause, Language: c.language}, []Silence{c.silence})
		if len(said) != 2 || said[0] != ask.WordsFor(c.language).NotAnswered || !strings.Contains(said[1], c.want) {
			t.Errorf("%+v: says %q, want %q", c.silence, said, c.want)
		}
		part := silences(ask.Question{Text: c.silence.Clause + map[string]string{"en": ", and who paid?", "de": ", und wer zahlte?"}[c.language], Language: c.language}, []Silence{c.silence})
		if len(part) != 2 || !strings.Contains(part[0], c.silence.Clause) {
			t.Errorf("%+v: of a part says %q", c.silence, part)
		}
	}
}
