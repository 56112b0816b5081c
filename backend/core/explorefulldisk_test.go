//go:build unix

package core_test

import (
	"os"
	"path/filepath"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/graph"
)

// A full disk takes nothing that was attached, and is no fault of a file: the run goes on when there is room.
func TestFullDisk_TreeGoesOnWhenThereIsRoom(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	d := smallDisk(t)
	home := filepath.Join(d.folder, "home")
	c := open(t, home, noEnv)
	addNotes(t, c)
	path := file(t, "visit.md", visit)
	d.fill(0)
	_, err := c.Attach(t.Context(), []string{path})
	full(t, "Attach", err)
	if list, err := c.Attachments(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("half attached: %+v, %v", list, err)
	}
	d.empty()
	files := attach(t, c, path, file(t, "more.md", "The floor of the cellar has seven cracks."))
	run, err := c.StartExplore(t.Context(), core.Explore{Question: twoSided, Context: files, Engine: settings.Extractive})
	if err != nil {
		t.Fatal(err)
	}
	stops := 0
	for _, free := range []int64{0, 30_000, 60_000, 100_000} {
		d.fill(free)
		if _, err := c.Resume(t.Context(), run.ID); err != nil {
			full(t, "Resume", err)
			stops++
		}
		d.empty()
	}
	if stops == 0 {
		t.Error("the run never stopped")
	}
	if run, err = c.Resume(t.Context(), run.ID); err != nil || run.Status != graph.Finished {
		t.Fatalf("the run is %s, %v", run.Status, err)
	}
	s, err := c.ExploreState(t.Context(), run.ID)
	if err != nil || s.Context != (explore.ContextProcessing{Status: explore.ContextReady, Total: 2, Ready: 2}) {
		t.Errorf("context %+v, %v", s.Context, err)
	}
	facts(t, c, run)
	checked(t, c, run)
	for _, hash := range files {
		if _, err := os.Stat(filepath.Join(home, "files", hash[:2], hash+".md")); err != nil {
			t.Error(err)
		}
	}
}
