package core_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/event"
	"rabbithole/backend/fake"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
)

// stop is what a run came to after it was told something in its middle.
type stop struct {
	run   graph.Run
	err   error
	after time.Duration // from the message to the end of Resume
}

// interrupt starts a run and does something to it while its model takes the given time for the given call (from 1).
func interrupt(t *testing.T, c *core.Core, server *fake.Server, call int, stall time.Duration, act func(context.CancelFunc, string)) stop {
	t.Helper()
	before := len(server.Chats())
	server.Break(func(fake.Request) fake.Failure {
		if len(server.Chats()) < before+call {
			return fake.Failure{}
		}
		return fake.Failure{Stall: stall, Midway: true}
	})
	run, err := c.StartResearch(t.Context(), core.Begin{Question: teacher, Engine: settings.Ollama, Unattended: true})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	done := make(chan stop, 1)
	go func() {
		run, err := c.Resume(ctx, run.ID)
		done <- stop{run: run, err: err}
	}()
	for len(server.Chats()) < before+call {
		select {
		case s := <-done:
			t.Fatalf("the run is %s after %d calls: %v", s.run.Status, len(server.Chats())-before, s.err)
		case <-time.After(time.Millisecond):
		}
	}
	told := time.Now()
	act(cancel, run.ID)
	s := <-done
	s.after = time.Since(told)
	server.Break(nil)
	return s
}

// goesOn resumes a stopped run to a report.
func goesOn(t *testing.T, c *core.Core, id string) {
	t.Helper()
	run, err := c.Resume(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if r := checked(t, c, run); len(r.Claims) == 0 {
		t.Error("the resumed run claims nothing")
	}
}

// tell sends a message without data.
func tell(kind string) func(*testing.T, *core.Core) func(context.CancelFunc, string) {
	return func(t *testing.T, c *core.Core) func(context.CancelFunc, string) {
		return func(_ context.CancelFunc, id string) {
			if err := c.Send(t.Context(), id, graph.Note(kind, nil)); err != nil {
				t.Error(err)
			}
		}
	}
}

func ctrlC(*testing.T, *core.Core) func(context.CancelFunc, string) {
	return func(cancel context.CancelFunc, _ string) { cancel() }
}

func TestSteer_StoppedRunsCanBeResumed(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	for _, k := range []struct {
		name  string
		call  int
		stall time.Duration
		act   func(*testing.T, *core.Core) func(context.CancelFunc, string)
		want  graph.Status
	}{
		{"Pause", 4, 100 * time.Millisecond, tell(graph.MessagePause), graph.Paused},
		{"CancelInTheMiddleOfACall", 4, time.Minute, tell(graph.MessageCancel), graph.Cancelled},
		{"CtrlCInTheMiddleOfACall", 3, time.Minute, ctrlC, graph.Cancelled},
	} {
		t.Run(k.name, func(t *testing.T) {
			server := fake.NewServer(t)
			c := scripted(t, server, "MAX_ITERATIONS", "2", "MAX_REWRITES", "1")
			s := interrupt(t, c, server, k.call, k.stall, k.act(t, c))
			if s.err != nil || s.run.Status != k.want || s.after > time.Second {
				t.Fatalf("run is %s after %s, %v; want %s within a second", s.run.Status, s.after, s.err, k.want)
			}
			goesOn(t, c, s.run.ID)
		})
	}
}

func TestSteer_FinishNowWritesAReport(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	for _, k := range []struct {
		name     string
		call     int // 1 plans, before any passage was read; 3 reads for all items
		evidence bool
	}{{"Early", 1, false}, {"InTheMiddle", 3, true}} {
		t.Run(k.name, func(t *testing.T) {
			server := fake.NewServer(t)
			c := scripted(t, server)
			s := interrupt(t, c, server, k.call, 50*time.Millisecond, tell(research.MessageFinish)(t, c))
			if s.err != nil {
				t.Fatal(s.err)
			}
			r := checked(t, c, s.run)
			if !slices.ContainsFunc(r.Notes, func(n string) bool { return strings.Contains(n, "on request") }) {
				t.Errorf("notes = %q", r.Notes)
			}
			if (len(r.Claims) > 0) != k.evidence || len(r.Claims) == 0 && len(r.Silent) == 0 {
				t.Errorf("%d claims, silent %q", len(r.Claims), r.Silent)
			}
			if begun := begunItems(t, c, s.run.ID); len(begun) > 3 {
				t.Errorf("items begun: %q", begun)
			}
			least := len(r.Evidence) // it may have kept all there is
			if !k.evidence {
				least = 1
			}
			continued(t, c, s.run.ID, least)
		})
	}
}

// continued checks that a run that was written early goes on as another one, which looks into every item and has so much evidence, while its report stays.
func continued(t *testing.T, c *core.Core, id string, least int) {
	t.Helper()
	next, err := c.Continue(t.Context(), id)
	if err != nil || next.ID == id {
		t.Fatalf("continue: run %s, %v", next.ID, err)
	}
	if next, err = c.Resume(t.Context(), next.ID); err != nil {
		t.Fatal(err)
	}
	later := checked(t, c, next)
	if len(later.Evidence) < least || slices.ContainsFunc(later.Notes, func(n string) bool { return strings.Contains(n, "on request") }) {
		t.Errorf("%d evidences, at least %d wanted, notes %q", len(later.Evidence), least, later.Notes)
	}
	if silent := strings.Join(later.Silent, " "); strings.Contains(silent, "ended early") {
		t.Errorf("an item was not looked into: %s", silent)
	}
	if again, err := c.Continue(t.Context(), next.ID); err != nil || again.ID != next.ID {
		t.Errorf("a run that was not written early is continued as %s, %v", again.ID, err)
	}
}

func TestClose_PausesWhatRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	home, environment := library(t), env("OLLAMA_HOST", server.URL.String(), "MAX_ITERATIONS", "1", "MAX_REWRITES", "1")
	c, err := core.Open(t.Context(), core.Config{Home: home, Env: environment})
	if err != nil {
		t.Fatal(err)
	}
	s := interrupt(t, c, server, 4, time.Minute, func(context.CancelFunc, string) {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	if s.err != nil || s.run.Status != graph.Paused || s.after > 2*time.Second {
		t.Fatalf("run is %s after %s, %v", s.run.Status, s.after, s.err)
	}
	goesOn(t, open(t, home, environment), s.run.ID)
}

func TestResume_TwiceAtATimeIsRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	c := scripted(t, server)
	interrupt(t, c, server, 2, time.Minute, func(cancel context.CancelFunc, id string) {
		if _, err := c.Resume(t.Context(), id); fault.KindOf(err) != fault.Locked || fault.Hint(err) == "" {
			t.Errorf("err = %v", err)
		}
		cancel()
	})
}

func TestFork_ReplaysWhatWasAnswered(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	c := scripted(t, server, "MAX_ITERATIONS", "2", "MAX_REWRITES", "1")
	run, first := finish(t, c, core.Begin{Question: teacher, Engine: settings.Ollama})
	calls := len(server.Chats())
	list, err := c.Checkpoints(t.Context(), run.ID)
	if err != nil {
		t.Fatal(err)
	}
	after := func(node string) int {
		i := slices.IndexFunc(list, func(p graph.Checkpoint) bool { return p.Node == node })
		if i < 0 {
			t.Fatalf("no checkpoint after %s among %d", node, len(list))
		}
		return list[i].Seq
	}
	for _, seq := range []int{list[0].Seq, after("plan"), after("draft"), 0} {
		forked, err := c.Fork(t.Context(), run.ID, seq)
		if err != nil || forked.ID == run.ID || forked.ForkedFrom != run.ID {
			t.Fatalf("forked %+v, %v", forked, err)
		}
		if forked, err = c.Resume(t.Context(), forked.ID); err != nil {
			t.Fatal(err)
		}
		r := checked(t, c, forked)
		if said(r) != said(first) || r.Run != forked.ID || r.Making.Spend.Calls != first.Making.Spend.Calls {
			t.Errorf("the fork of checkpoint %d spent %+v and says\n%s\nwant\n%s", seq, r.Making.Spend, said(r), said(first))
		}
	}
	if n := len(server.Chats()); n != calls {
		t.Errorf("%d calls were asked again", n-calls)
	}
	if _, err := c.Remove(t.Context(), memo); err != nil {
		t.Fatal(err)
	}
	checked(t, c, run) // the old run is untouched
	if _, err := c.Fork(t.Context(), run.ID, 9999); err == nil {
		t.Error("forked from a checkpoint that does not exist")
	}
}

func TestEvents_ReachSubscribersAndTheStoreAlike(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := open(t, library(t), noEnv)
	sub := c.Events.Subscribe(10_000)
	run, _ := finish(t, c, core.Begin{Question: teacher, Engine: settings.Extractive})
	sub.Close()
	var heard []int64
	for e := range sub.C {
		if e.Seq > 0 {
			heard = append(heard, e.Seq)
		}
	}
	stored, err := c.EventsSince(t.Context(), run.ID, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	written := make([]int64, 0, len(stored))
	for _, e := range stored {
		written = append(written, e.Seq)
	}
	if !slices.Equal(heard, written) || !slices.IsSorted(written) || len(written) < 20 {
		t.Errorf("heard %v\nstored %v", heard, written)
	}
	if last := stored[len(stored)-1].Kind; last != graph.RunFinished {
		t.Errorf("the last event is %s", last)
	}
	rest, err := c.EventsSince(t.Context(), run.ID, written[4], 3)
	if err != nil || !slices.EqualFunc(rest, stored[5:8], func(a, b event.Event) bool { return a.Seq == b.Seq }) {
		t.Errorf("three events after %d: %v, %v", written[4], rest, err)
	}
}
