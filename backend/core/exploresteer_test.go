package core_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rabbithole/backend/cite"
	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fake"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/graph"
	"rabbithole/prompts"
)

// holding is a bushy model that keeps a branch waiting: the call that judges part 11 is answered when it is let go.
type holding struct {
	reached, let  chan struct{}
	once, letOnce sync.Once
}

func newHolding() *holding { return &holding{reached: make(chan struct{}), let: make(chan struct{})} }

func (h *holding) release() { h.letOnce.Do(func() { close(h.let) }) }

func (h *holding) answer(req fake.ChatRequest, reply fake.ChatReply) fake.ChatReply {
	if req.Step == prompts.Sufficiency.Name && strings.Contains(req.User, "part 11?") {
		h.once.Do(func() { close(h.reached) })
		<-h.let
	}
	return bushy(req, reply)
}

// heldTree starts a tree of a root and three branches and returns while the first of them waits for its model.
func heldTree(t *testing.T, ctx context.Context) (c *core.Core, h *holding, run graph.Run, done chan stop) {
	t.Helper()
	server := fake.NewServer(t)
	h = newHolding()
	t.Cleanup(h.release) // or the server would wait for ever
	c = notebook(t, server)
	server.Script(badly(h.answer))
	run, err := c.StartExplore(t.Context(), core.Explore{Question: "Which part 1 of the cellar is measured?", Context: attach(t, c, file(t, "visit.md", visit)), Engine: settings.Ollama, MaxDepth: 1, MaxBreadth: 3})
	if err != nil {
		t.Fatal(err)
	}
	done = make(chan stop, 1)
	go func() {
		run, err := c.Resume(ctx, run.ID)
		done <- stop{run: run, err: err}
	}()
	select {
	case <-h.reached:
	case s := <-done:
		t.Fatalf("the run is %s: %v", s.run.Status, s.err)
	}
	return c, h, run, done
}

// A branch is stopped, another is asked anew and a third dug deeper while the first works on.
func TestExplore_BranchesAreSteeredWhileTheRestRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c, h, run, done := heldTree(t, t.Context())
	for _, m := range []struct {
		kind string
		data explore.Steering
	}{
		{explore.MessageStop, explore.Steering{Node: "1.1"}},
		{explore.MessageReask, explore.Steering{Node: "1.2", Question: "With what was the roof of the barn covered?"}},
		{explore.MessageDig, explore.Steering{Node: "1.3", Question: "What is done with water from the deep well?"}},
	} {
		if err := c.Send(t.Context(), run.ID, graph.Note(m.kind, m.data)); err != nil {
			t.Fatal(err)
		}
	}
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) { // the model is busy; the tree is as the person wants it nevertheless
		got := statuses(t, c, run.ID)
		if got["1.1"] == explore.NodeStopped+" 0" && got["1.2"] == explore.NodeOpen+" 1" && got["1.3.q1"] == explore.NodeOpen+" 0" {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("while a branch waits for its model the tree is %v", got)
		}
	}
	h.release()
	if s := <-done; s.err != nil || s.run.Status != graph.Finished {
		t.Fatalf("the run is %s: %v", s.run.Status, s.err)
	}
	if got := statuses(t, c, run.ID); got["1.1"] != explore.NodeStopped+" 0" || got["1.2"] != explore.NodeGaps+" 1" || got["1.3.q1"] == explore.NodeOpen+" 0" {
		t.Errorf("the tree is %v", got)
	}
	now, err := c.Run(t.Context(), run.ID)
	if err != nil {
		t.Fatal(err)
	}
	if r := checked(t, c, now); !states(r, "larch shingles", "roof.md", 1) {
		t.Errorf("the report does not answer what was asked anew:\n%s", said(r))
	}
}

// statuses returns the status of every question, and how often it was asked anew.
func statuses(t *testing.T, c *core.Core, run string) map[string]string {
	t.Helper()
	s, err := c.ExploreState(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, n := range s.Tree {
		out[n.ID] = fmt.Sprintf("%s %d", n.Status, n.Gen)
	}
	return out
}

// A document that leaves the library while a tree works stays what the tree found in it.
func TestExplore_GoesOnWithoutADocumentThatLeaves(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c, h, run, done := heldTree(t, t.Context())
	if _, err := c.Remove(t.Context(), "cellar.md"); err != nil {
		t.Fatal(err)
	}
	h.release()
	s := <-done
	if s.err != nil || s.run.Status != graph.Finished {
		t.Fatalf("run %s is %s: %v", run.ID, s.run.Status, s.err)
	}
	if r := checked(t, c, s.run); !slices.ContainsFunc(r.Evidence, func(e cite.Evidence) bool { return e.Name == "cellar.md" && e.Extract != "" }) {
		t.Errorf("what was found is gone: %+v", r.Evidence)
	}
}

// A tree is cancelled within a second, wherever its model is, and goes on where it was.
func TestExplore_CancelledWithinASecondAndResumed(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c, h, run, done := heldTree(t, ctx)
	told := time.Now()
	cancel()
	if s := <-done; s.err != nil || s.run.Status != graph.Cancelled || time.Since(told) > time.Second {
		t.Errorf("the run is %s after %s: %v", s.run.Status, time.Since(told), s.err)
	}
	h.release()
	if run, err := c.Resume(t.Context(), run.ID); err != nil || run.Status != graph.Finished {
		t.Fatalf("resumed, the run is %s: %v", run.Status, err)
	}
	onceEach(t, victim{Home: homeOf(c)}.look(t), run.ID, 4)
}

// A person ends a tree early: the report says so and cites what there is.
func TestExplore_FinishedEarlyWritesWithWhatThereIs(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c, h, run, done := heldTree(t, t.Context())
	if err := c.Send(t.Context(), run.ID, graph.Note(explore.MessageFinish, nil)); err != nil {
		t.Fatal(err)
	}
	s := <-done
	h.release()
	if s.err != nil || s.run.Status != graph.Finished {
		t.Fatalf("the run is %s: %v", s.run.Status, s.err)
	}
	r := checked(t, c, s.run)
	state, err := c.ExploreState(t.Context(), run.ID)
	if err != nil || !state.Early || len(r.Claims) == 0 || !strings.Contains(strings.Join(r.Notes, " "), "ended early") {
		t.Errorf("early %t, %v, %d claims, notes %q", state.Early, err, len(r.Claims), r.Notes)
	}
}
