package desk_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/fake"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
)

// read is a library with the sample documents.
var read fake.Samples

// shelf returns the home of a copy of the sample library.
func shelf(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("reading the sample documents is very slow under the race detector")
	}
	return read.Copy(t, func(home, folder string) error {
		c, err := core.Open(context.Background(), core.Config{Home: home, Env: noEnv})
		if err != nil {
			return err
		}
		defer c.Close()
		_, err = c.Add(context.Background(), []string{folder}, core.AddOptions{})
		return err
	})
}

// until looks at a run until it is as wished.
func until(t *testing.T, d *desk.Desk, run string, wished func(desk.Snapshot) bool) desk.Snapshot {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for {
		s, err := d.Snapshot(run)
		if err != nil {
			t.Fatal(err)
		}
		if wished(s) {
			return s
		}
		if s.Run.Status == graph.Failed || time.Now().After(deadline) {
			t.Fatalf("the run stands at %s, %s: %s %s", s.Run.Status, s.State.Phase, s.Run.Error, s.Run.Hint)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func TestJourney_FromTheQuestionToItsReportAndFurther(t *testing.T) {
	home := shelf(t)
	d, closing := desk.New(core.Config{Home: home, Env: noEnv}, &screen{news: make(chan struct{}, 1)})
	run := must[desk.Run](t)(d.StartResearch(core.Begin{Question: "Which radon level applies at workplaces, and what must be done above it?", Depth: "quick"}))
	if !run.Live || run.Engine != "extractive" {
		t.Fatalf("started as %+v", run)
	}

	s := until(t, d, run.ID, func(s desk.Snapshot) bool { return s.Clarify != nil && !s.Run.Live })
	if s.Run.Status != graph.Waiting || len(s.Clarify.Questions) == 0 || s.Scope.Pages == 0 || s.Seq == 0 {
		t.Fatalf("asks %+v over %+v after %d", s.Clarify, s.Scope, s.Seq)
	}
	if err := d.AnswerQuestions(run.ID, s.Clarify.Question, research.ClarifyAnswer{Answers: []string{"Germany"}, Enough: true}); err != nil {
		t.Fatal(err)
	}

	s = until(t, d, run.ID, func(s desk.Snapshot) bool { return s.Approve != nil })
	if s.State.Settings.Depth != research.Quick || len(s.Approve.Items) > 4 || len(s.State.Refinements) != 1 {
		t.Fatalf("the plan is %+v", s.Approve)
	}
	edited := []research.PlanEntry{{Task: "measurement duration at workplaces", Context: "measurement duration at workplaces"}}
	for _, i := range s.Approve.Items {
		edited = append(edited, research.PlanEntry{ID: i.ID, Task: i.Task, Context: i.Context})
	}
	if err := d.ApprovePlan(run.ID, s.Approve.Question, edited); err != nil {
		t.Fatal(err)
	}
	until(t, d, run.ID, func(s desk.Snapshot) bool { return s.State.Phase == research.PhaseExtraction })
	began := time.Now()
	if err := d.PauseRun(run.ID); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("pausing took %s", took)
	}
	s = must[desk.Snapshot](t)(d.Snapshot(run.ID))
	if s.Run.Status != graph.Paused || s.Run.Live {
		t.Fatalf("paused as %+v", s.Run)
	}
	if err := closing(); err != nil {
		t.Fatal(err)
	}

	d, _ = sit(t, home, noEnv)
	if runs := must[[]desk.Run](t)(d.Runs()); len(runs) != 1 || runs[0].Live || runs[0].Status != graph.Paused {
		t.Fatalf("after opening again: %+v", runs)
	}
	must[desk.Run](t)(d.ResumeRun(run.ID))
	s = until(t, d, run.ID, func(s desk.Snapshot) bool { return s.Run.Status == graph.Finished && !s.Run.Live })
	if s.Run.Score == 0 || s.Run.Claims == 0 || len(s.Evidence) == 0 || s.Evidence[0].Extract == "" || s.ETA != 0 {
		t.Fatalf("finished as %+v with %d pieces of evidence", s.Run, len(s.Evidence))
	}
	if s.State.Plan[0].Task != edited[0].Task {
		t.Errorf("the first item is %q", s.State.Plan[0].Task)
	}
	r, err := d.Report(run.ID, 0)
	if err != nil || len(r.Claims) != s.Run.Claims || r.Quality.Total != s.Run.Score {
		t.Fatalf("report: %v; %d claims, score %d, listed as %d and %d", err, len(r.Claims), r.Quality.Total, s.Run.Claims, s.Run.Score)
	}
	if _, err := os.Stat(filepath.Join(home, "reports", run.ID, "report.pdf")); err != nil {
		t.Error(err)
	}
	if e := must[desk.Estimate](t)(d.EstimateRun(core.Begin{Question: "What else?"})); e.Basis != 1 || e.Time <= 0 || e.Warning != "" {
		t.Errorf("estimate %+v", e)
	}
	if err := d.StopHere(run.ID, research.Spot{Evidence: "E1"}); err == nil || !strings.Contains(err.Error(), `"kind":"usage"`) {
		t.Errorf("steering a finished run: %v", err)
	}

	fork := must[desk.Run](t)(d.ForkRun(run.ID, behind(t, d, run.ID, "plan")))
	s = until(t, d, fork.ID, func(s desk.Snapshot) bool { return s.Approve != nil && !s.Run.Live })
	if s.Run.ForkedFrom != run.ID {
		t.Errorf("forked from %q", s.Run.ForkedFrom)
	}
	if err := d.CancelRun(fork.ID); err != nil {
		t.Fatal(err)
	}
	if s = must[desk.Snapshot](t)(d.Snapshot(fork.ID)); s.Run.Status != graph.Cancelled {
		t.Errorf("cancelled as %s", s.Run.Status)
	}

	// The plan as it was approved can be changed, too.
	again := must[desk.Run](t)(d.ForkRun(run.ID, behind(t, d, run.ID, "approve")))
	s = until(t, d, again.ID, func(s desk.Snapshot) bool { return s.Approve != nil && !s.Run.Live })
	if plan := s.State.Plan; len(plan) < 2 || plan[0].Task != edited[0].Task || plan[0].Worked {
		t.Fatalf("put before the person is %+v", plan)
	}
	last := s.State.Plan[1]
	if err := d.ApprovePlan(again.ID, s.Approve.Question, []research.PlanEntry{{ID: last.ID, Task: last.Task, Context: last.Context}}); err != nil {
		t.Fatal(err)
	}
	s = until(t, d, again.ID, func(s desk.Snapshot) bool { return s.Run.Status == graph.Finished && !s.Run.Live })
	if s.State.Plan[0].Task != last.Task || s.Run.Claims == 0 {
		t.Errorf("worked on is %+v, with %d claims", s.State.Plan, s.Run.Claims)
	}

	for _, id := range []string{again.ID, fork.ID, run.ID} {
		if err := d.DeleteRun(id); err != nil {
			t.Fatal(err)
		}
	}
	if runs := must[[]desk.Run](t)(d.Runs()); len(runs) != 0 {
		t.Errorf("left after deleting: %+v", runs)
	}
	if _, err := os.Stat(filepath.Join(home, "reports", run.ID)); !os.IsNotExist(err) {
		t.Errorf("files of the report are left: %v", err)
	}
	if events := must[[]desk.Event](t)(d.EventsSince(run.ID, 0, 0)); len(events) != 0 {
		t.Errorf("%d events are left", len(events))
	}
}

// behind returns the checkpoint behind a node of a run.
func behind(t *testing.T, d *desk.Desk, run, node string) int {
	t.Helper()
	for _, p := range must[[]desk.Checkpoint](t)(d.Checkpoints(run)) {
		if p.Node == node {
			return p.Seq
		}
	}
	t.Fatalf("there is no checkpoint behind %q", node)
	return 0
}
