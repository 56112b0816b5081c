package ask

import (
	"testing"
)

func TestGauged_CountsWhatTheClauseCounts(t *testing.T) {
	for _, c := range []struct {
		clause, text string
		want         bool
	}{
		{"may apprentices under 16 years work in the lamp room", "Apprentices under 18 years keep out of the lamp room.", true},
		{"may apprentices under 16 years work in the lamp room", "Apprentices work in the lamp room.", false},
		{"may apprentices under 16 years work in the lamp room", "An apprentice of the lamp room carries 20 kg.", false},
		{"dürfen Lehrlinge unter 16 Jahren im Lampenraum arbeiten", "Vom 18. Jahr an dürfen Lehrlinge das.", true},
		{"dürfen Lehrlinge unter 16 Jahren im Lampenraum arbeiten", "Lehrlinge dürfen das mit 18 Jahren.", true},
		{"what happens to a parcel of 20 kg", "A parcel of more than 15 kg is sent back.", true},
		{"may apprentices work in the lamp room", "Apprentices work in the lamp room.", true},
		{"what does Section 18 say", "A lamp burns.", true},
		{"what happened in 2031", "A lamp burnt.", true},
	} {
		if got := Gauged(c.clause, c.text); got != c.want {
			t.Errorf("%q beside %q: %v", c.text, c.clause, got)
		}
	}
}
