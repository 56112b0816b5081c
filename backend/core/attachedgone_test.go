package core_test

import (
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fake"
	"rabbithole/backend/ingest"
)

// With a run go the answers of models that say what stands in files of the person's; those of a run that was given none stay.
func TestDeleteRun_TakesTheAnswersOnAttachedFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	c := notebook(t, server)
	server.Script(badly(bushy))
	wish := core.Explore{Question: "Which part 1 of the cellar is measured?", Engine: settings.Ollama, MaxDepth: 1, MaxBreadth: 2, MaxNodes: 3}
	for _, given := range []bool{true, false} {
		wish.Context = nil
		if given {
			wish.Context = attach(t, c, file(t, "visit.md", visit))
		}
		run, _, _ := explored(t, c, wish)
		if err := c.DeleteRun(t.Context(), run.ID); err != nil {
			t.Fatal(err)
		}
		calls, err := victim{Home: homeOf(c)}.look(t).Calls(t.Context(), run.ID)
		if err != nil || (len(calls) == 0) != given {
			t.Errorf("given files: %v, %d answers are left, %v", given, len(calls), err)
		}
	}
}

// A file is taken back, and a run deleted, while documents are added; the copy goes when they are.
func TestDetach_DoesNotWaitForDocuments(t *testing.T) {
	c := open(t, t.TempDir(), noEnv)
	files := attach(t, c, file(t, "visit.md", visit), file(t, "other.md", "Nothing of interest."))
	run, err := c.StartExplore(t.Context(), core.Explore{Question: "What was measured?", Context: files[:1], Engine: settings.Extractive})
	if err != nil {
		t.Fatal(err)
	}
	reached, let, added := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	held := false
	go func() {
		_, err := c.Add(t.Context(), []string{file(t, "notes.md", "The cellar is dry.")}, core.AddOptions{Progress: func(ingest.Progress) {
			if !held {
				held = true
				close(reached)
				<-let
			}
		}})
		added <- err
	}()
	<-reached
	gone := make(chan error, 2)
	go func() {
		gone <- c.Detach(t.Context(), files[1])
		gone <- c.DeleteRun(t.Context(), run.ID)
	}()
	for range 2 {
		select {
		case err := <-gone:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(20 * time.Second):
			t.Error("it waits")
		}
	}
	close(let)
	if err := <-added; err != nil {
		t.Fatal(err)
	}
	if left := copies(t, c); len(left) != 1 {
		t.Errorf("left are %q", left)
	}
}
