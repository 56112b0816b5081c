package core

import (
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/source"
)

// A quote over a page break is cited in two parts; what the first page holds of it may be a mark alone.
func TestOpens_PartOfAQuoteTooShortToBeLookedFor(t *testing.T) {
	page := "The very last line of all.\n1.\n2."
	for _, c := range []struct {
		quote      string
		start, end int
		want       bool
	}{
		{"1. 2.", 27, 32, true},
		{"1. 3.", 27, 32, false},
		{"1. 2.", 27, 99, false},
		{"", 0, 0, false},
		{"The very last line of all.", 90, 99, true}, // long enough to be found wherever it stands
	} {
		if got := opens(page, cite.Citation{Quote: c.quote, Span: source.Span{Page: 9, Start: c.start, End: c.end}}); got != c.want {
			t.Errorf("%q at %d: %v, want %v", c.quote, c.start, got, c.want)
		}
	}
}
