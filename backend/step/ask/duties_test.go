package ask

import (
	"slices"
	"testing"
)

// What is to be done in a case is a duty, whoever has it.
func TestDuties_AreAskedForByWhatIsToBeDone(t *testing.T) {
	for question, want := range map[string]bool{
		"was ist zu tun, wenn der Richtwert überschritten ist":   true,
		"what must be done when the reference value is exceeded": true,
		"was ist der Richtwert":                                  false,
		"what is known of the reference value":                   false,
	} {
		if got := slices.ContainsFunc(KindsAsked(question), func(k Kind) bool { return k.Asks == Duties.Asks }); got != want {
			t.Errorf("%q asks for a duty: %t", question, got)
		}
	}
}
