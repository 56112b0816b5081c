package proof

import (
	"strings"
	"testing"

	"rabbithole/backend/cite"
)

func TestCheck_AnotherStretchOfTime(t *testing.T) {
	const page = "Dues in the Second Quarter and First Six Months\nDues decreased 15 crowns in the second quarter of 2033. Without ropes, dues increased 5 crowns, reflecting tar. " +
		"Dues decreased 22 crowns in the first six months of 2033. The decrease came of ropes. Without ropes, dues increased 11 crowns, reflecting tar bought in the first quarter of 2033."
	const place = "harbour.pdf, Dues in the Second Quarter and First Six Months"
	of := func(quote string) []Source {
		at := strings.Index(page, quote)
		return []Source{{Quote: quote, Page: page, Start: at, End: at + len(quote), Place: place}}
	}
	const half = "Without ropes, dues increased 11 crowns, reflecting tar bought in the first quarter of 2033."
	for _, c := range []struct {
		name, claim, quote string
		want               cite.Verdict
	}{
		{"under a label that names two times, without its own", "Dues in the Second Quarter and First Six Months: " + half, half, cite.Unproven},
		{"with the sentence that names its time", "Dues in the Second Quarter and First Six Months: Dues decreased 22 crowns in the first six months of 2033. The decrease came of ropes. " + half,
			"Dues decreased 22 crowns in the first six months of 2033. The decrease came of ropes. " + half, cite.Supported},
		{"without a label", half, half, cite.Supported},
		{"six months told as a quarter", "In the second quarter of 2033 dues decreased by 22 crowns.", "Dues decreased 22 crowns in the first six months of 2033.", cite.Unproven},
		{"six months told as six months", "In the first six months of 2033 dues decreased by 22 crowns.", "Dues decreased 22 crowns in the first six months of 2033.", cite.Supported},
	} {
		got := Checker{}.Check(c.claim, of(c.quote))
		if got.Verdict != c.want {
			t.Errorf("%s: %+v, want %s", c.name, got, c.want)
		}
		if c.want == cite.Unproven && !strings.Contains(strings.Join(got.Doubts, " "), "another stretch of time") {
			t.Errorf("%s: doubts %q", c.name, got.Doubts)
		}
	}
}
