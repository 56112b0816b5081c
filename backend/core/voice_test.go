package core_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/event"
	"rabbithole/backend/fake"
	flow "rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
	"rabbithole/backend/report"
	"rabbithole/prompts"
)

// heard is what was told ephemerally until now.
func heard[T any](t *testing.T, sub *event.Subscription, run string, kind event.Kind) (out []T) {
	t.Helper()
	for len(sub.C) > 0 {
		e := <-sub.C
		if e.Kind != kind || e.Run != run {
			continue
		}
		var v T
		if err := json.Unmarshal(e.Data, &v); err != nil || e.Seq != 0 {
			t.Fatalf("%+v: %v", e, err)
		}
		out = append(out, v)
	}
	return out
}

func TestVoice_TellsWhatTheModelDoesWhileItWorks(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	server.Break(func(r fake.Request) fake.Failure {
		if r.Step() == prompts.Plan.Name {
			return fake.Failure{Stall: 1200 * time.Millisecond}
		}
		return fake.Failure{}
	})
	c := scripted(t, server)
	run, err := c.StartResearch(t.Context(), core.Begin{Question: teacher, Engine: settings.Ollama, Unattended: true})
	if err != nil {
		t.Fatal(err)
	}
	sub := c.Events.Subscribe(100_000)
	defer sub.Close()
	if run, err = c.Resume(t.Context(), run.ID); err != nil || run.Status != graph.Finished {
		t.Fatalf("%s, %v", run.Status, err)
	}
	s, err := c.State(t.Context(), run.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	all := heard[reason.Asking](t, sub, run.ID, reason.EventAsking)
	ticked, last := false, 0
	for _, a := range all {
		ticked = ticked || a.Step == prompts.Plan.Name && a.Stage == reason.AskReading && a.Elapsed > 900*time.Millisecond && a.PromptTokens > 100 && a.Time > 900*time.Millisecond
		if a.Call < last || a.Call == 0 || a.Calls == 0 || a.Model != "qwen3:14b" || !strings.Contains(a.Text, "qwen3:14b") {
			t.Errorf("after call %d: %+v", last, a)
		}
		last = a.Call
	}
	if !ticked {
		t.Error("nothing was told while the prompt was read")
	}
	if last != s.Spend.Calls || all[len(all)-1].Stage != reason.AskDone {
		t.Errorf("the last that was told of %d calls: %+v", s.Spend.Calls, all[len(all)-1])
	}
	e, err := c.EstimateRun(t.Context(), core.Begin{Question: teacher, Engine: settings.Ollama})
	if err != nil || e.Calls == 0 || e.Basis != 1 || e.Time == 0 { // the recorded runs count too as long as there are few of its own
		t.Errorf("the estimate %+v, %v learned nothing of %d calls", e, err, s.Spend.Calls)
	}
}

func TestVoice_TellsTheDraftAsItIsWritten(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	want := ""
	server.Script(func(req fake.ChatRequest) fake.ChatReply {
		reply := fake.Sensible(req)
		var out prompts.DraftOut
		if req.Step == prompts.Draft.Name && json.Unmarshal([]byte(reply.Text), &out) == nil {
			want = out.Answer
		}
		return reply
	})
	c := scripted(t, server)
	sub := c.Events.Subscribe(100_000)
	defer sub.Close()
	run, _ := finish(t, c, core.Begin{Question: teacher, Engine: settings.Ollama})
	text := ""
	for _, w := range heard[reason.Words](t, sub, run.ID, reason.EventWords) {
		if w.Reset {
			text = ""
		}
		text += w.Text
	}
	if first, _, _ := strings.Cut(want, " ["); first == "" || !strings.HasPrefix(text, first) || strings.Contains(text, "[E") {
		t.Errorf("it told %q while it wrote %q", text, want)
	}
}

// busy starts a research whose first call goes on until release is called, and a question that waits for it.
func busy(t *testing.T, c *core.Core, server *fake.Server) (run graph.Run, sub *event.Subscription, ended chan error, release func()) {
	t.Helper()
	held, begun := make(chan struct{}), make(chan struct{}, 100)
	server.Script(func(req fake.ChatRequest) fake.ChatReply {
		if req.Step == prompts.Plan.Name {
			begun <- struct{}{}
			<-held
		}
		return fake.Sensible(req)
	})
	research, err := c.StartResearch(t.Context(), core.Begin{Question: teacher, Engine: settings.Ollama, Unattended: true})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	rests := make(chan struct{})
	go func() { defer close(rests); c.Resume(ctx, research.ID) }()
	<-begun
	if run, err = c.StartAnswer(t.Context(), core.Ask{Question: teacher, Engine: settings.Ollama}); err != nil {
		t.Fatal(err)
	}
	sub = c.Events.Subscribe(100_000)
	ended = make(chan error, 1)
	go func() { _, err := c.Resume(t.Context(), run.ID); ended <- err }()
	let := sync.OnceFunc(func() { close(held) })
	t.Cleanup(func() { cancel(); let(); <-rests; sub.Close() })
	return run, sub, ended, let
}

// waiting returns when a run is told to wait for the model.
func waiting(t *testing.T, sub *event.Subscription, run string) reason.Asking {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		for _, a := range heard[reason.Asking](t, sub, run, reason.EventAsking) {
			if a.Stage == reason.AskWaiting {
				return a
			}
		}
	}
	t.Fatal("it does not wait")
	return reason.Asking{}
}

func ofConversation(t *testing.T, c *core.Core, id string) (core.Message, core.Glance) {
	t.Helper()
	run, err := c.Run(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	m, err := c.MessageOf(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	g, err := c.Glance(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return m, g
}

func TestVoice_WaitingInLineTakesNoneOfTheTimeOfARun(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	c := scripted(t, server, "CHAT_RESEARCH_TIMEOUT_SECONDS", "4")
	run, sub, ended, release := busy(t, c, server)
	if a := waiting(t, sub, run.ID); a.Holder != "research" || !strings.HasPrefix(a.Text, "Waiting for the model: a research is using it") {
		t.Errorf("it says %+v", a)
	}
	time.Sleep(4500 * time.Millisecond)
	release()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	m, g := ofConversation(t, c, run.ID)
	if m.Without != "" || g.Engine != settings.Ollama || g.Model != "qwen3:14b" || m.Spend.Calls < 3 || m.Spend.Time > 4*time.Second {
		t.Errorf("without %q, made by %s %s, spent %+v, warnings %+v", m.Without, g.Engine, g.Model, m.Spend, m.Warnings)
	}
}

func TestVoice_APersonWhoWaitsCanDoWithoutTheModel(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	c := scripted(t, server)
	run, sub, ended, _ := busy(t, c, server)
	waiting(t, sub, run.ID)
	if err := c.WithoutModel(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("it still waits")
	}
	m, g := ofConversation(t, c, run.ID)
	if m.Without != flow.WithoutDeclined || g.Engine != settings.Extractive || g.Model != "" || !strings.Contains(m.Answer, "1,450") {
		t.Errorf("without %q, made by %s %s: %s", m.Without, g.Engine, g.Model, m.Answer)
	}
	r, err := c.Report(t.Context(), run.ID, 0)
	if err != nil || r.Making.Model != "" || r.Making.Engine != "extractive" {
		t.Errorf("the report was made by %+v, %v", r.Making, err)
	}
	if err := c.WithoutModel(t.Context(), run.ID); err != nil {
		t.Errorf("a wish that came too late: %v", err)
	}
	if steps := server.Chats(); slices.ContainsFunc(steps, func(r fake.ChatRequest) bool { return r.Step == prompts.Settle.Name }) {
		t.Error("the model was asked all the same")
	}
}

func TestVoice_AnAnswerSaysThatTheModelWasTooSlow(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	server.Break(func(r fake.Request) fake.Failure {
		if r.Step() == prompts.Respond.Name {
			return fake.Failure{Stall: time.Minute}
		}
		return fake.Failure{}
	})
	c := scripted(t, server, "DEEP_RESEARCH_TIMEOUT_SECONDS", "3")
	run, err := c.StartAnswer(t.Context(), core.Ask{Question: teacher, Engine: settings.Ollama, Profile: flow.Deep})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Resume(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	if m, g := ofConversation(t, c, run.ID); m.Without != flow.WithoutSlow || g.Engine != settings.Extractive {
		t.Errorf("without %q, made by %s", m.Without, g.Engine)
	}
	if r, err := c.Report(t.Context(), run.ID, 0); err != nil || r.Making.Chose == "" || !strings.Contains(report.MadeBy(r), "from passages that "+r.Making.Chose+" chose") {
		t.Errorf("what the model did is not said: %+v, %v", r.Making, err)
	}
}

// A server that says nothing at all keeps nobody: neither a person who stops nor a limit.
func TestVoice_ASilentServerIsLeftAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	server.Break(func(fake.Request) fake.Failure { return fake.Failure{Stall: time.Minute} })
	c := scripted(t, server)
	run, err := c.StartResearch(t.Context(), core.Begin{Question: teacher, Engine: settings.Ollama, Unattended: true})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var at time.Time
	time.AfterFunc(300*time.Millisecond, func() { at = time.Now(); cancel() })
	c.Resume(ctx, run.ID)
	if took := time.Since(at); took > time.Second {
		t.Errorf("it stopped after %v", took)
	}
}

// What is left never climbs unless it is said that the run takes longer, and never comes to nothing. A call that takes longer than its like says so. A run that the journal answered took no time and teaches nothing.
func TestVoice_TheTimeLeftIsOfThisMachine(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	var slow atomic.Bool
	server.Break(func(r fake.Request) fake.Failure {
		if slow.Load() && r.Step() == prompts.Draft.Name {
			return fake.Failure{Stall: 12 * time.Second}
		}
		return fake.Failure{Stall: 30 * time.Millisecond}
	})
	c := scripted(t, server)
	first, _ := finish(t, c, core.Begin{Question: teacher, Engine: settings.Ollama})
	again, r := finish(t, c, core.Begin{Question: teacher, Engine: settings.Ollama})
	if r.Making.Spend.Replayed != r.Making.Spend.Calls {
		t.Fatalf("run %s: %d of %d calls were answered by the journal", again.ID, r.Making.Spend.Replayed, r.Making.Spend.Calls)
	}
	e, err := c.EstimateRun(t.Context(), core.Begin{Question: teacher, Engine: settings.Ollama})
	if err != nil || e.Basis != 1 {
		t.Errorf("the estimate stands on %d runs, %v", e.Basis, err)
	}
	if last, left, err := c.Onward(t.Context(), first); err != nil || last != prompts.Proof.Name || left > e.Time/2 {
		t.Errorf("behind its check, %q, a run of %v has %v to go, %v", last, e.Time, left, err)
	}
	slow.Store(true)
	sub := c.Events.Subscribe(100_000)
	defer sub.Close()
	run, _ := finish(t, c, core.Begin{Question: teacher + " And who taught the teacher?", Engine: settings.Ollama})
	left, known, long, ends := time.Duration(0), 0, false, false
	for _, a := range heard[reason.Asking](t, sub, run.ID, reason.EventAsking) {
		if left > 0 && a.Left > left && !a.Long {
			t.Errorf("%v were left, then %v: %+v", left, a.Left, a)
		}
		if a.Left > 0 {
			known, left = known+1, a.Left
		}
		long = long || a.Long && a.Left == 0
		ends = ends || a.GivesUp > 0
		if a.GivesUp > 0 && (a.Left > 0 || !strings.Contains(a.Text, "given up in")) {
			t.Errorf("a silent call: %+v", a)
		}
		if strings.Contains(a.Text, "about 0:00") || a.Long != strings.Contains(a.Text, "longer than expected") {
			t.Errorf("%+v", a)
		}
	}
	if known == 0 || !long || !ends {
		t.Errorf("how much is left was told %d times; that a call was slow: %v; when it is given up: %v", known, long, ends)
	}
}

// Calls of an exploration, whose branches have meters of their own, are numbered through.
func TestVoice_CallsOfATreeAreNumbered(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	c := notebook(t, server)
	sub := c.Events.Subscribe(100_000)
	defer sub.Close()
	run, err := c.StartExplore(t.Context(), core.Explore{Question: twoSided, Engine: settings.Ollama})
	if err != nil {
		t.Fatal(err)
	}
	if run, err = c.Resume(t.Context(), run.ID); err != nil || run.Status != graph.Finished {
		t.Fatalf("%s, %v", run.Status, err)
	}
	s, err := c.ExploreState(t.Context(), run.ID)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int]bool{}
	begun := map[string]int{} // what was told at once that it is done for the question
	for len(sub.C) > 0 {
		e := <-sub.C
		var a reason.Asking
		var doing explore.NodeData
		switch {
		case e.Kind == reason.EventAsking && json.Unmarshal(e.Data, &a) == nil:
			seen[a.Call] = true
		case e.Kind == explore.EventDoing && json.Unmarshal(e.Data, &doing) == nil && doing.Text != "":
			begun[doing.NodeID]++
		case (e.Kind == explore.EventSearched || e.Kind == explore.EventJudged) && json.Unmarshal(e.Data, &doing) == nil:
			if want := map[event.Kind]int{explore.EventSearched: 1, explore.EventJudged: 2}[e.Kind]; begun[doing.NodeID] != want {
				t.Errorf("before %s of question %s %d of %d sentences said what is done", e.Kind, doing.NodeID, begun[doing.NodeID], want)
			}
		}
	}
	if begun["1"] < 2 {
		t.Errorf("nothing was said while the question was worked on: %v", begun)
	}
	for n := 1; n <= s.Spend.Calls; n++ {
		if !seen[n] {
			t.Errorf("no call %d of %d was told", n, s.Spend.Calls)
		}
	}
	if len(seen) != s.Spend.Calls {
		t.Errorf("%d numbers for %d calls: %v", len(seen), s.Spend.Calls, seen)
	}
}
