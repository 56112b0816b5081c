package main

import (
	"strings"
	"testing"
)

// Research asks the web for nothing before the person was shown what would leave, and to whom; what the library answers never leaves.
func TestResearch_ShowsWhatWouldLeave(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	provider, searches := barren(t)
	home := library(t)
	s := typing(t, home, "enough\n\nn\n", "research", "--web", beyond).ok(t)
	if !strings.Contains(s.err, provider) || !strings.Contains(strings.ToLower(s.err), "  painted ceiling sistine chapel rome") || searches.Load() != 0 {
		t.Errorf("%d searches after a no\n%s", searches.Load(), s.err)
	}
	if s := typing(t, home, "enough\n\ny\n", "research", "--web", beyond).ok(t); searches.Load() == 0 || !strings.Contains(s.err, "searched the web for") {
		t.Errorf("%d searches after a yes\n%s", searches.Load(), s.err)
	}
	before := searches.Load()
	rabbithole(t, home, "research", "--yes", askedOf).ok(t)
	if searches.Load() != before {
		t.Error("without --web something was searched")
	}
	rabbithole(t, home, "research", "--web", "--yes", beyond).ok(t)
	if searches.Load() == before {
		t.Error("--yes agreed to nothing")
	}
	if s := rabbithole(t, home, "research", "--host", "who.int", beyond); s.code != 2 || !strings.Contains(s.err, "--web") {
		t.Errorf("%d %s", s.code, s.err)
	}
}
