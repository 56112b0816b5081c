package prompts_test

import (
	"strings"
	"testing"

	"rabbithole/prompts"
)

func TestEstimateTokens_PerScript(t *testing.T) {
	for _, c := range []struct {
		text     string
		min, max int
	}{
		{"", 0, 0},
		{strings.Repeat("The reference level for radon in homes is high. ", 20), 280, 340}, // about 200 for usual tokenizers
		{strings.Repeat("Der Referenzwert für Radon in Wohnräumen ist hoch. ", 20), 310, 360},
		{strings.Repeat("氡的参考水平", 100), 600, 600},
		{strings.Repeat("1234567890", 10), 100, 100},
	} {
		if got := prompts.EstimateTokens(c.text); got < c.min || got > c.max {
			t.Errorf("EstimateTokens(%.20q...) = %d, want %d to %d", c.text, got, c.min, c.max)
		}
	}
}
