package step

import (
	"slices"
	"testing"
)

func TestObligesIt_SaysWhoseDutyItIs(t *testing.T) {
	k := &Kit{Lexicon: plainWords{}}
	own := profileOf("tasks", "keeper", "harbour")
	for text, want := range map[string]bool{
		"(2) The harbour keeper shall light the lamp.":                      true,
		"When it is dark, the harbour keeper must light the lamp.":          true,
		"The keeper shall light the lamp.":                                  false, // perhaps that of the pier
		"The tasks of a harbour keeper shall be notified.":                  false,
		"The mayor shall appoint a harbour keeper.":                         false,
		"A harbour keeper sleeps. The mayor must wake him.":                 false,
		"The council, which the harbour keeper belongs to, has to be heard": false,
	} {
		if got := k.obligesIt("what are the tasks of the harbour keeper", own, text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	if k.obligesIt("who is the harbour keeper", own, "The harbour keeper shall light the lamp.") {
		t.Error("a duty answers a question that does not ask for one")
	}
}

// What is to be done in a case is a duty, whoever has it.
func TestDuties_AreAskedForByWhatIsToBeDone(t *testing.T) {
	for question, want := range map[string]bool{
		"was ist zu tun, wenn der Richtwert überschritten ist":   true,
		"what must be done when the reference value is exceeded": true,
		"was ist der Richtwert":                                  false,
		"what is known of the reference value":                   false,
	} {
		if got := slices.ContainsFunc(kindsAsked(question), func(k kind) bool { return k.asks == duties.asks }); got != want {
			t.Errorf("%q asks for a duty: %t", question, got)
		}
	}
}
