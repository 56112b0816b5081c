package core

import (
	"os"
	"path/filepath"
	"testing"

	"rabbithole/backend/core/disk"
	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
)

func TestDeleteRun_LeavesItsForksWhatTheyNeed(t *testing.T) {
	c, run := small(t)
	if done, err := c.Resume(t.Context(), run.ID); err != nil || done.Status != graph.Finished {
		t.Fatalf("finished as %s, %v", done.Status, err)
	}
	checkpoints, err := c.Checkpoints(t.Context(), run.ID)
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, p := range checkpoints {
		if p.Node == "draft" {
			at = p.Seq
		}
	}
	if at == 0 {
		t.Fatal("there is no checkpoint behind the draft")
	}
	fork, err := c.Fork(t.Context(), run.ID, at)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.DeleteRun(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Report(t.Context(), run.ID, 0); fault.KindOf(err) != fault.NotFound {
		t.Errorf("the report of a deleted run: %v", err)
	}
	if fork, err = c.Resume(t.Context(), fork.ID); err != nil || fork.Status != graph.Finished {
		t.Fatalf("the fork ends as %s, %v", fork.Status, err)
	}
	if r, err := c.Report(t.Context(), fork.ID, 0); err != nil || r.Run != fork.ID || len(r.Claims) == 0 {
		t.Errorf("the fork's report is of run %q with %d claims, %v", r.Run, len(r.Claims), err)
	}
}

// TestDeleteRun_InterruptedIsFinishedOrUndone leaves the files of a run where a kill may.
func TestDeleteRun_InterruptedIsFinishedOrUndone(t *testing.T) {
	c, run := small(t)
	if done, err := c.Resume(t.Context(), run.ID); err != nil || done.Status != graph.Finished {
		t.Fatalf("finished as %s, %v", done.Status, err)
	}
	files := filepath.Join(c.config.Home, "reports", run.ID)
	leave := func() disk.Leftover {
		if err := os.Rename(files, filepath.Join(filepath.Dir(files), leavingRun+run.ID)); err != nil {
			t.Fatal(err)
		}
		return c.clearDeleted(t.Context())
	}
	if left := leave(); left.Files != 0 || left.Stuck != nil {
		t.Errorf("before the run was deleted: %+v", left)
	}
	if _, err := os.Stat(filepath.Join(files, "report.html")); err != nil {
		t.Errorf("the files of a run that is there: %v", err)
	}
	if err := c.db.DeleteRun(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	// what was written, and its checksums
	if left := leave(); left.Files != len(Written)+1 || left.Stuck != nil {
		t.Errorf("after the run was deleted: %+v", left)
	}
	if rest, err := os.ReadDir(filepath.Dir(files)); err != nil || len(rest) > 0 {
		t.Errorf("left: %v, %v", rest, err)
	}
}
