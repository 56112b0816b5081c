package core_test

import (
	"sync"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fake"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
	"rabbithole/prompts"
)

// What a call had cost that a pause broke off counts: the run neither stands still nor goes back when it is resumed, and its report says all of it.
func TestVoice_ACallThatWasBrokenOffCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	held, begun := make(chan struct{}), make(chan struct{}, 1)
	server.Script(func(req fake.ChatRequest) fake.ChatReply {
		if req.Step == prompts.Draft.Name {
			select {
			case begun <- struct{}{}:
				<-held
			default:
			}
		}
		return fake.Sensible(req)
	})
	c := scripted(t, server)
	let := sync.OnceFunc(func() { close(held) })
	t.Cleanup(let)
	run, err := c.StartResearch(t.Context(), core.Begin{Question: teacher, Engine: settings.Ollama, Unattended: true})
	if err != nil {
		t.Fatal(err)
	}
	sub := c.Events.Subscribe(100_000)
	defer sub.Close()
	rests := make(chan struct{})
	go func() { defer close(rests); c.Resume(t.Context(), run.ID) }()
	<-begun
	time.Sleep(2500 * time.Millisecond)
	if err := c.Stop(t.Context(), run.ID, graph.Paused); err != nil {
		t.Fatal(err)
	}
	<-rests
	let()
	var last reason.Asking
	for _, a := range heard[reason.Asking](t, sub, run.ID, reason.EventAsking) {
		if a.Stage != reason.AskDone {
			last = a
		}
	}
	s, err := c.State(t.Context(), run.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := c.WithUnkept(t.Context(), run.ID, s.Spend)
	if err != nil || last.Step != prompts.Draft.Name || whole.Time < last.Time-500*time.Millisecond || whole.PromptTokens+whole.ReplyTokens != last.Tokens || whole.Calls != last.Made || whole.Calls != s.Spend.Calls+1 {
		t.Errorf("at rest it spent %+v, %v; the last that was told is %+v", whole, err, last)
	}
	if run, err = c.Resume(t.Context(), run.ID); err != nil || run.Status != graph.Finished {
		t.Fatalf("%s, %v", run.Status, err)
	}
	for _, a := range heard[reason.Asking](t, sub, run.ID, reason.EventAsking) {
		if a.Made < last.Made || a.Tokens < last.Tokens || a.Time < last.Time-500*time.Millisecond {
			t.Errorf("after %d tokens in %v it told %+v", last.Tokens, last.Time, a)
		}
	}
	if e, err := c.EstimateRun(t.Context(), core.Begin{Question: teacher, Engine: settings.Ollama}); err != nil || e.Basis != 1 {
		t.Errorf("what it took teaches nothing: %+v, %v", e, err)
	}
	r, err := c.Report(t.Context(), run.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	cost, err := c.Cost(t.Context(), run.ID)
	made := r.Making.Spend
	if err != nil || made.Time < 2*time.Second || cost.All.PromptTokens != made.PromptTokens || cost.All.ReplyTokens != made.ReplyTokens || cost.Time < 2*time.Second || cost.All.Calls != made.Calls {
		t.Errorf("made by %+v, cost %+v, %v", made, cost, err)
	}
}
