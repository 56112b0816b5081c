package core_test

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fake"
	"rabbithole/backend/graph"
	"rabbithole/prompts"
)

// tries opens a library whose model takes its test as trial says, and counts the tests.
func tries(t *testing.T, trial func(context.Context) fake.ChatReply) (*core.Core, *fake.Server, *atomic.Int32) {
	t.Helper()
	server, count := fake.NewServer(t), &atomic.Int32{}
	server.Trial = func(ctx context.Context) fake.ChatReply { count.Add(1); return trial(ctx) }
	c := open(t, t.TempDir(), env("OLLAMA_HOST", server.URL.String(), "MAX_ITERATIONS", "1"))
	addNotes(t, c)
	return c, server, count
}

func TestTrial_AutoPassesAWeakModelOver(t *testing.T) {
	c, server, count := tries(t, fake.Credulous)
	heard := c.Events.Subscribe(4096)
	defer heard.Close()
	for range 2 {
		_, r := finish(t, c, core.Begin{Question: liveQuestion})
		if m := r.Making; m.Engine != "extractive" || m.Model != "" || m.Weak == nil || m.Weak.Model != "qwen3:14b" || m.Weak.Right != 5 {
			t.Errorf("made by %+v, weak %+v", m, m.Weak)
		}
	}
	if n := count.Load(); n != 1 || len(server.Chats()) != 0 {
		t.Errorf("%d tests, and the weak model was asked %d times", n, len(server.Chats()))
	}
	var told []core.Tested
	for len(heard.C) > 0 {
		if e := <-heard.C; e.Kind == core.EventTested {
			var at core.Tested
			json.Unmarshal(e.Data, &at)
			told = append(told, at)
		}
	}
	if len(told) != 3 || told[0].State != core.TestGoing || told[1].State != core.TestWeak || told[1].Used || told[2].State != core.TestWeak {
		t.Errorf("told %+v", told)
	}
	th := c.Think(t.Context())
	if th.Weak == nil || th.Weak.Model != "qwen3:14b" || th.Model != "" {
		t.Errorf("it says of the model that was passed over: %+v", th.Weak)
	}
	if th.Engine != settings.Extractive || len(th.Models) == 0 || th.Models[0].Test != core.TestWeak || th.Models[0].Right != 5 {
		t.Errorf("it says %+v", th)
	}
}

// A computer that was slow at the test of its model gives the first question more time than one that was not.
func TestTrial_ASlowTestGivesMoreTime(t *testing.T) {
	if testing.Short() {
		t.Skip("takes as long as a slow model")
	}
	limit := func(engine settings.Engine, pause time.Duration) int {
		c, _, _ := tries(t, func(ctx context.Context) fake.ChatReply {
			reply := fake.Discerning(ctx)
			reply.ReplyTokens, reply.Pause = 5, pause
			return reply
		})
		if engine != settings.Auto { // which tests it itself
			if at, err := c.TestModel(t.Context(), "", func(core.Tested) {}); err != nil || at.State != core.TestPassed {
				t.Fatal(at, err)
			}
		}
		run, err := c.StartAnswer(t.Context(), core.Ask{Question: liveQuestion, Engine: engine})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Resume(t.Context(), run.ID); err != nil {
			t.Fatal(err)
		}
		s, err := c.AnswerState(t.Context(), run.ID)
		if err != nil {
			t.Fatal(err)
		}
		return s.Settings.Filled().ChatTimeoutSeconds
	}
	for _, engine := range []settings.Engine{settings.Ollama, settings.Auto} {
		if slow, quick := limit(engine, 5*time.Second), limit(engine, 0); slow <= quick {
			t.Errorf("%s: %d s after a slow test, %d s after a quick one", engine, slow, quick)
		}
	}
}

// What stands beside a document says why no model looked.
func TestTrial_RelatedSaysThatAWeakModelWasPassedOver(t *testing.T) {
	c, _, _ := tries(t, fake.Credulous)
	docs, err := c.Documents(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	r := found(t, c, core.FindRelated{Document: docs[0].Hash})
	if want := "qwen3:14b was passed over as too weak (5 of 10 test sentences judged rightly)."; r.Model != "" || !slices.Contains(r.Warnings, want) {
		t.Errorf("model %q, warnings %q", r.Model, r.Warnings)
	}
}

// A model that was asked for by name is taken without a test; once it is known to be too weak, only where the setting says so.
func TestTrial_AWeakModelThatWasAskedFor(t *testing.T) {
	c, server, count := tries(t, fake.Credulous)
	if _, r := finish(t, c, core.Begin{Question: liveQuestion, Engine: settings.Ollama}); r.Making.Model == "" || r.Making.Weak != nil || count.Load() != 0 {
		t.Errorf("made by %+v after %d tests", r.Making, count.Load())
	}
	if at, err := c.TestModel(t.Context(), "", func(core.Tested) {}); err != nil || at.State != core.TestWeak || at.Right != 5 {
		t.Fatal(at, err)
	}
	for _, used := range []bool{false, true} {
		if err := c.ChangeSetting(t.Context(), "RABBITHOLE_WEAK_MODELS", strconv.FormatBool(used)); err != nil {
			t.Fatal(err)
		}
		before := len(server.Chats())
		run, r := finish(t, c, core.Begin{Question: liveQuestion + " Say it again.", Engine: settings.Ollama})
		if asked := len(server.Chats()) > before; asked != used || (r.Making.Model != "") != used || r.Making.Weak == nil {
			t.Errorf("used: %v, asked: %v, made by %+v", used, asked, r.Making)
		}
		if g, err := c.Glance(t.Context(), run.ID); err != nil || (g.Engine == settings.Ollama) != used || g.Tested == nil || g.Tested.State != core.TestWeak || g.Tested.Used != used {
			t.Errorf("the list says %+v, %v", g, err)
		}
	}
}

func TestTrial_AModelThatPassesIsTestedOnce(t *testing.T) {
	c, _, count := tries(t, fake.Discerning)
	for range 2 {
		if _, r := finish(t, c, core.Begin{Question: liveQuestion}); r.Making.Model != "qwen3:14b" || r.Making.Weak != nil {
			t.Errorf("made by %+v", r.Making)
		}
	}
	if n := count.Load(); n != 1 {
		t.Errorf("%d tests", n)
	}
}

// A run that is stopped while its model is tested stops at once, and the test counts for nothing.
func TestTrial_CancelWithinASecond(t *testing.T) {
	began := make(chan struct{}, 2)
	c, _, _ := tries(t, func(ctx context.Context) fake.ChatReply {
		began <- struct{}{}
		<-ctx.Done()
		return fake.ChatReply{Text: "{}"}
	})
	run, err := c.StartResearch(t.Context(), core.Begin{Question: liveQuestion, Unattended: true})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan graph.Run)
	go func() {
		run, _ := c.Resume(context.WithoutCancel(t.Context()), run.ID)
		ended <- run
	}()
	<-began
	if g, err := c.Glance(t.Context(), run.ID); err != nil || g.Tested == nil || g.Tested.State != core.TestGoing || time.Since(g.Tested.At) > time.Minute {
		t.Errorf("while it is tested the list says %+v, %v", g.Tested, err)
	}
	at := time.Now()
	if err := c.Stop(t.Context(), run.ID, graph.Paused); err != nil {
		t.Fatal(err)
	}
	if run := <-ended; run.Status != graph.Paused || time.Since(at) > time.Second {
		t.Errorf("it is %s after %s", run.Status, time.Since(at))
	}
	var models []prompts.Card
	if models, err = c.Models(t.Context()); err != nil || models[0].Test != "" {
		t.Errorf("the test of %+v was remembered, %v", models, err)
	}
}
