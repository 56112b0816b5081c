package step

import (
	"slices"
	"strings"
	"testing"
)

func TestAlike_NamesInOneBreath(t *testing.T) {
	for _, c := range []struct {
		clause, a, b string
		want         bool
	}{
		{"What drove the sales of Amber and Basalt Works", "Amber", "Basalt", true},
		{"What drove the sales of Basalt Works and Amber", "Amber", "Basalt", true},
		{"Wie unterscheiden sich Amber, Basalt und Quarz", "Basalt", "Amber", true},
		{"How many people does Amber employ in Iceland", "Amber", "Iceland", false},
		{"What does the Amber Act say and who is Basalt", "Amber", "Basalt", false},
		{"Amber", "Amber", "Basalt", false},
	} {
		if got := alike(c.clause, c.a, c.b); got != c.want {
			t.Errorf("%q, %s and %s: %v, want %v", c.clause, c.a, c.b, got, c.want)
		}
	}
}

func TestCovers_WordsMustStandTogether(t *testing.T) {
	p := Profile{Weight: map[string]float64{"lantern": 1, "sugar": 1, "permit": 1, "winter": 1}, Total: 4, order: []string{"lantern", "sugar", "permit", "winter"}}
	far := strings.Fields(strings.Repeat("other ", togetherWords))
	apart := sheet{terms: slices.Concat([]string{"lantern"}, far, []string{"sugar"}, far, []string{"permit"}, far, []string{"winter"})}
	if got := apart.covers(p); got != 0.25 {
		t.Errorf("words far apart cover %v together", got)
	}
	if got := apart.carries(p); got != 1 {
		t.Errorf("the page carries %v", got)
	}
	near := sheet{terms: slices.Concat(far, []string{"lantern", "sugar", "permit"}, far)}
	if got := near.covers(p); got != 0.75 {
		t.Errorf("words side by side cover %v", got)
	}
}

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
		{Silence{Clause: "Who runs Amber", Missing: []string{"Amber"}}, "en", "“Amber” stands nowhere"},
		{Silence{Clause: "Wer leitet Amber", Missing: []string{"Amber"}}, "de", "„Amber“ steht nirgends"},
		{Silence{Clause: "Who sings"}, "en", "Nowhere in the documents"},
		{Silence{Clause: "Wer singt"}, "de", "Nirgends in den Dokumenten"},
	} {
		said := silences(Question{Text: c.silence.Clause, Language: c.language}, []Silence{c.silence})
		if len(said) != 2 || !strings.Contains(said[0], c.silence.Clause) || !strings.Contains(said[1], c.want) {
			t.Errorf("%+v: says %q, want %q", c.silence, said, c.want)
		}
	}
}
