package step

import (
	"strings"
	"testing"
)

func TestSlipped_OneLetterButNotTheFirst(t *testing.T) {
	for pair, want := range map[string]bool{"lantren lantern": true, "lantrn lantern": true, "lanterns lantern": true, "hover cover": false, "hover over": false, "lantern pattern": false} {
		a, b, _ := strings.Cut(pair, " ")
		if got := slipped(a, b); got != want {
			t.Errorf("%s: %v", pair, got)
		}
	}
}

func TestSilences_SayWhy(t *testing.T) {
	for _, c := range []struct {
		silence  Silence
		language string
		want     string
	}{
		{Silence{Clause: "What does Figure 7 show", Places: []string{"Figure 7"}}, "en", "have no “Figure 7”"},
		{Silence{Clause: "Was zeigt Abbildung 7", Places: []string{"Abbildung 7"}}, "de", "„Abbildung 7“ gibt es in den Dokumenten im Umfang nicht"},
		{Silence{Clause: "Who ran it in 1874", Missing: []string{"1874"}}, "en", "“1874” stands nowhere"},
		{Silence{Clause: "Wer leitete es 1874", Missing: []string{"1874"}}, "de", "„1874“ steht nirgends"},
		{Silence{Clause: "Who sings"}, "en", "Most of its words"},
		{Silence{Clause: "Wer singt"}, "de", "Die meisten der Wörter"},
	} {
		said := silences(Question{Text: c.silence.Clause, Language: c.language}, []Silence{c.silence})
		if len(said) != 2 || !strings.Contains(said[0], c.silence.Clause) || !strings.Contains(said[1], c.want) {
			t.Errorf("%+v: says %q, want %q", c.silence, said, c.want)
		}
	}
}
