package step_test

import (
	"testing"

	"rabbithole/backend/cite"
)

func TestGrade_OfASummary(t *testing.T) {
	page := hives[0].Extract + " " + hives[1].Extract
	second := evidence("E2", "1 Hives", hives[1].Extract, 0.8)
	second.Quotes[0].Span.Start, second.Quotes[0].Span.End = len(hives[0].Extract)+1, len(page)
	known := []cite.Evidence{hives[0], second}
	pages := func(string, int) (string, error) { return page, nil }
	grade := func(summary string) float64 {
		got, err := newKit(t, nil).Grade(t.Context(), english, summary, known, pages)
		if err != nil || got < 0 || got > 1 {
			t.Fatalf("%q: %v, %v", summary, got, err)
		}
		return got
	}
	good := grade(hives[0].Extract + " [E1] " + hives[1].Extract + " [E2]")
	if good < 0.75 {
		t.Errorf("a good summary is graded %v", good)
	}
	for _, worse := range []string{"A beehive stands at least 10 metres from the road [E1]. It is green [E7].", "Hives are nice."} {
		if got := grade(worse); got >= good {
			t.Errorf("%q is graded %v, a good one %v", worse, got, good)
		}
	}
	if got := grade(""); got != 0 {
		t.Errorf("nothing is graded %v", got)
	}
}
