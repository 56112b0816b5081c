package step

import "testing"

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
