package desk_test

import (
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
)

func TestRuns_SeveralAtOnceAreAnsweredWhileOthersRun(t *testing.T) {
	d, s := sit(t, twoTopics(t), noEnv)
	questions := []string{"Which dose limits apply to emergency workers?", "How fast may a lorry drive?", "Who may exceed the speed limits?"}
	var runs []string
	for _, q := range questions {
		runs = append(runs, must[desk.Run](t)(d.StartResearch(core.Begin{Question: q, Depth: "quick"})).ID)
	}
	for _, run := range runs {
		asked := until(t, d, run, func(s desk.Snapshot) bool { return s.Clarify != nil })
		// The run may be about to end its round: an answer that comes then is read all the same.
		if err := d.AnswerQuestions(run, asked.Clarify.Question, research.ClarifyAnswer{Enough: true}); err != nil {
			t.Fatal(err)
		}
	}
	for _, run := range runs {
		asked := until(t, d, run, func(s desk.Snapshot) bool { return s.Approve != nil })
		if err := d.ApprovePlan(run, asked.Approve.Question, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, run := range runs {
		until(t, d, run, func(s desk.Snapshot) bool { return s.Run.Status == graph.Finished && !s.Run.Live })
	}
	list := must[[]desk.Run](t)(d.Runs())
	if len(list) != 3 || list[0].ID != runs[2] || list[0].Phase != research.PhaseDone {
		t.Errorf("listed: %+v", list)
	}
	ends := 0
	await(t, s, graph.RunFinished, func(e graph.RunEvent) bool { ends++; return ends == len(runs) })
	if len(s.heard(desk.EventRuns)) == 0 {
		t.Error("the list changed, and nobody said so")
	}
}

func TestRuns_FinishNowWritesFromWhatThereIs(t *testing.T) {
	d, _ := sit(t, twoTopics(t), noEnv)
	run := must[desk.Run](t)(d.StartResearch(core.Begin{Question: "Which dose limits apply to emergency workers?"}))
	until(t, d, run.ID, func(s desk.Snapshot) bool { return s.Clarify != nil && !s.Run.Live })
	if err := d.AddItem(run.ID, "who pays for the measurement"); err != nil {
		t.Fatal(err)
	}
	if err := d.FinishRun(run.ID); err != nil {
		t.Fatal(err)
	}
	s := until(t, d, run.ID, func(s desk.Snapshot) bool { return s.Run.Status == graph.Finished && !s.Run.Live })
	if s.State.Finish != research.FinishPerson {
		t.Errorf("finished because of %q", s.State.Finish)
	}
	on := must[desk.Run](t)(d.ResumeRun(run.ID))
	if on.ID == run.ID || on.ForkedFrom != run.ID {
		t.Errorf("went on as %+v", on)
	}
}

func TestRuns_WhatIsExecutedCannotBeDeletedAndWhatIsWrongIsRefused(t *testing.T) {
	d, _ := sit(t, twoTopics(t), noEnv)
	run := must[desk.Run](t)(d.StartResearch(core.Begin{Question: "Which dose limits apply to emergency workers?", Unattended: true, Depth: "deep"}))
	if err := d.DeleteRun(run.ID); err == nil || !strings.Contains(err.Error(), `"kind":"locked"`) {
		t.Errorf("deleting a live run: %v", err)
	}
	began := time.Now()
	if err := d.CancelRun(run.ID); err != nil || time.Since(began) > 2*time.Second {
		t.Fatalf("cancelled after %s: %v", time.Since(began), err)
	}
	s := must[desk.Snapshot](t)(d.Snapshot(run.ID))
	if s.Run.Live || s.Run.Status != graph.Cancelled && s.Run.Status != graph.Finished {
		t.Errorf("cancelled as %+v", s.Run)
	}
	if err := d.DeleteRun(run.ID); err != nil {
		t.Error(err)
	}
	for _, w := range []core.Begin{{}, {Question: "How?", Depth: "bottomless"}, {Question: "How?", Engine: "ollama"}, {Question: "How?", Collections: []string{"none"}}, {Question: "How?", Documents: []string{"none.pdf"}}} {
		if _, err := d.StartResearch(w); err == nil || !strings.Contains(err.Error(), `"hint":"`) || strings.Contains(err.Error(), `"hint":""`) {
			t.Errorf("%+v: %v", w, err)
		}
		if w.Question == "" {
			continue // it is not written yet
		}
		if e, err := d.EstimateRun(w); w.Depth == "" && (err != nil || e.Problem == nil) {
			t.Errorf("estimate of %+v: %+v, %v", w, e, err)
		}
	}
	empty, _ := sit(t, t.TempDir(), noEnv)
	if e := must[desk.Estimate](t)(empty.EstimateRun(core.Begin{Question: "How?"})); e.Problem == nil || e.Problem.Reason != "empty" {
		t.Errorf("estimate in an empty library: %+v", e)
	}
	if _, err := d.Snapshot("none"); err == nil || !strings.Contains(err.Error(), `"kind":"not_found"`) {
		t.Errorf("snapshot of no run: %v", err)
	}
}

func TestRuns_APausedRunTakesWishesAndReadsThemWhenItIsResumed(t *testing.T) {
	d, _ := sit(t, twoTopics(t), noEnv)
	run := must[desk.Run](t)(d.StartResearch(core.Begin{Question: "Which dose limits apply to emergency workers?", Unattended: true}))
	until(t, d, run.ID, func(s desk.Snapshot) bool { return s.State.Phase == research.PhaseExtraction })
	if err := d.PauseRun(run.ID); err != nil {
		t.Fatal(err)
	}
	s := must[desk.Snapshot](t)(d.Snapshot(run.ID))
	if s.Run.Status != graph.Paused {
		t.Skipf("it was faster than the pause: %s", s.Run.Status)
	}
	if err := d.AddItem(run.ID, "who pays for the measurement"); err != nil {
		t.Fatal(err)
	}
	s = must[desk.Snapshot](t)(d.Snapshot(run.ID))
	if s.Run.Status != graph.Paused || s.Run.Live || len(s.Unread) != 1 || s.Unread[0].Kind != research.MessageAdd || s.Unread[0].Task != "who pays for the measurement" {
		t.Fatalf("a paused run that was told something: %+v, unread %+v", s.Run, s.Unread)
	}
	must[desk.Run](t)(d.ResumeRun(run.ID))
	s = until(t, d, run.ID, func(s desk.Snapshot) bool { return s.Run.Status == graph.Finished && !s.Run.Live })
	if last := s.State.Plan[len(s.State.Plan)-1]; last.Task != "who pays for the measurement" || len(s.Unread) != 0 {
		t.Errorf("the last item is %+v, unread %+v", last, s.Unread)
	}
	err := d.AddItem(run.ID, "too late")
	if err == nil || !strings.Contains(err.Error(), `"reason":"finished"`) {
		t.Errorf("a wish to a finished run: %v", err)
	}
}
