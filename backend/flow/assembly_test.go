package flow

import (
	"slices"
	"strings"
	"testing"
)

// What is missing is told at the head of a report or at its end, never twice: at the head as much as a line or two hold.
func TestTellMissing_EachIsSaidOnce(t *testing.T) {
	long := strings.Repeat("very ", 40) + "long"
	for _, c := range []struct{ missing, silent, head, end []string }{
		{[]string{"what the fee is"}, []string{"Not answered: What the fee is.", "Who pays."}, []string{"what the fee is"}, []string{"Who pays."}},
		{[]string{"what the fee is", long, "who pays"}, []string{"Who pays."}, []string{"what the fee is", "and more, listed at the end"}, []string{"Who pays.", "V" + long[1:] + "."}},
		{[]string{long}, nil, []string{long}, nil},
	} {
		if head, end := tellMissing(c.missing, c.silent, "en"); !slices.Equal(head, c.head) || !slices.Equal(end, c.end) {
			t.Errorf("%q, %q: head %q, end %q", c.missing, c.silent, head, end)
		}
	}
}
