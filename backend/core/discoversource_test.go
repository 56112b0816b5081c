package core_test

import (
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
)

// Where a query was asked is one of three words; a program may send anything, of any length, and none of it is kept.
func TestDiscover_WhereItWasAskedIsOneOfThree(t *testing.T) {
	c := open(t, library(t), noEnv)
	for said, want := range map[string]string{"": "home", "home": "home", "document": "document", "card": "card", strings.Repeat("x", 1<<20): "home", "<script>": "home"} {
		run, err := c.StartDiscover(t.Context(), core.Discover{Query: "radon in cellars", Source: said, Engine: settings.Extractive})
		if err != nil {
			t.Fatal(err)
		}
		if s, err := c.DiscoverState(t.Context(), run.ID); err != nil || s.Source != want {
			t.Errorf("%.20q is kept as %.20q, %v", said, s.Source, err)
		}
	}
}
