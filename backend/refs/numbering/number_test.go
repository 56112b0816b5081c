package numbering

import (
	"testing"
)

func TestSuccessor(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{{"7", "8", true}, {"7", "7a", true}, {"7a", "7b", true}, {"7c", "8", true}, {"8", "7", false}, {"7", "70", false}, {"II", "III", true}, {"B", "A", false}} {
		if got := Successor(c.a, c.b); got != c.want {
			t.Errorf("%s, %s: %v", c.a, c.b, got)
		}
	}
	for _, c := range []struct {
		a, b string
		want bool
	}{{"", "1", true}, {"1", "1.1", true}, {"1.1", "1.2", true}, {"1.2.3", "2", true}, {"1", "1.3", false}, {"2", "1.1", false}, {"B", "B.1", true}} {
		if got := DecimalSuccessor(c.a, c.b); got != c.want {
			t.Errorf("decimal %s, %s: %v", c.a, c.b, got)
		}
	}
}

func TestRomanValue(t *testing.T) {
	for s, want := range map[string]int{"iv": 4, "XIX": 19, "ic": 0, "Iv": 0, "": 0, "vv": 0, "d": 0} {
		if got := RomanValue(s); got != want {
			t.Errorf("%q: %d", s, got)
		}
	}
}
