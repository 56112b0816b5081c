package core_test

import (
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
)

// newest returns the number of the newest position of every run of a library.
func newest(t *testing.T, home string) map[string]int {
	t.Helper()
	c := open(t, home, noEnv)
	runs, err := c.Runs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	numbers := map[string]int{}
	for _, r := range runs {
		list, err := c.Checkpoints(t.Context(), r.ID)
		if err != nil {
			t.Fatal(err)
		}
		numbers[r.ID] = 0
		for _, at := range list {
			numbers[r.ID] = max(numbers[r.ID], at.Seq)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return numbers
}

// The newest position of a run has what a person said to it, and what a discovery found. A run that has lost it is named, finished or not, and
// no other is.
func TestCheck_RunsThatLostTheirLastPositionAreNamed(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home, _ := waitingRun(t)
	c := open(t, home, noEnv)
	discovered(t, c, core.Discover{Query: "radon", Engine: settings.Extractive})
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	home = compact(t, home)
	before, lost := newest(t, home), 0
	for _, at := range pagesOf(t, home, "checkpoints") {
		home := twin(t, home)
		spoil(t, filepath.Join(home, "library.db"), at, 4096)
		said := strings.Join(check(t, home, true).Repaired, "\n")
		after := newest(t, home)
		for run, number := range before {
			named := strings.Contains(said, "Run "+run+":")
			if less := after[run] < number; less != named {
				t.Errorf("page at %d: run %s had position %d and has %d; repaired %s", at, run, number, after[run], said)
			} else if less {
				lost++
			}
		}
	}
	if lost < 2 {
		t.Errorf("only %d runs lost their last position", lost)
	}
}
