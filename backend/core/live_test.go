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
	"rabbithole/backend/graph"
	"rabbithole/backend/ollama"
	"rabbithole/backend/reason"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
)

// TestLive_RealOllama drives whole runs against a real Ollama server. Its model is random: it proves plumbing, not wit. The parts share
// the server and run in order.
func TestLive_RealOllama(t *testing.T) {
	if testing.Short() {
		t.Skip("a real model server is slow under the race detector")
	}
	server := fake.StartOllama(t)
	server.CreateTiny("tiny")
	t.Run("WholeRun", func(t *testing.T) { liveRun(t, server) })
	t.Run("Tree", func(t *testing.T) { liveTree(t, server) })
	t.Run("Related", func(t *testing.T) { liveRelated(t, server) })
	t.Run("Discover", func(t *testing.T) { liveDiscover(t, server) })
	t.Run("TruncationAlarm", func(t *testing.T) { liveTruncated(t, server) })
	t.Run("Embeddings", func(t *testing.T) { liveEmbeddings(t, server) })
	t.Run("MissingModel", func(t *testing.T) { liveMissing(t, server) })
	t.Run("CancelWithinASecond", func(t *testing.T) { liveCancel(t, server) })
	t.Run("KilledAndStartedAgain", func(t *testing.T) { liveKilled(t, server) })
}

// live opens a library of three small notes whose model is the real server's.
func live(t *testing.T, server *fake.Ollama, pairs ...string) *core.Core {
	t.Helper()
	return liveWith(t, server, numCtx, pairs...)
}

func liveWith(t *testing.T, server *fake.Ollama, context int, pairs ...string) *core.Core {
	t.Helper()
	pairs = append(pairs, "OLLAMA_HOST", server.URL.String(), "MAX_ITERATIONS", "1", "MAX_REWRITES", "1", "TODO_MAX_ITEMS", "3",
		"QUERIES_PER_TASK", "2", "PASSAGES_PER_QUERY", "3")
	opts := ollama.Options{NumThread: 1, NumCtx: context, Limits: ollama.Limits{Patience: time.Second}}
	c, err := core.Open(t.Context(), core.Config{Home: t.TempDir(), Env: env(pairs...), Ollama: opts})
	if err != nil {
		t.Fatalf("%v\n%s", err, server.Log())
	}
	t.Cleanup(func() { c.Close() })
	addNotes(t, c)
	return c
}

// liveQuestion is answered by one of the notes.
const liveQuestion = "How does radon enter the cellar of a house?"

func liveRun(t *testing.T, server *fake.Ollama) {
	c := live(t, server)
	begun := time.Now()
	run, r := finish(t, c, core.Begin{Question: liveQuestion, Engine: settings.Ollama})
	m := r.Making
	t.Logf("%s: %d calls, %d + %d tokens, %d fallbacks, %d truncated", time.Since(begun).Round(time.Millisecond), m.Spend.Calls,
		m.Spend.PromptTokens, m.Spend.ReplyTokens, m.Spend.Fallbacks, m.Spend.Truncated)
	if m.Engine != "ollama" || m.Model != "tiny:latest" || len(m.Digest) < 64 || m.NumCtx != numCtx {
		t.Errorf("making = %+v", m)
	}
	if m.Spend.Calls == 0 || m.Spend.PromptTokens == 0 || m.Spend.ReplyTokens == 0 {
		t.Errorf("the ledger is empty: %+v", m.Spend)
	}
	noted(t, c, run, r, m.Spend.Fallbacks > 0)
	alarmed(t, c, run, r)
}

// alarmed checks that truncated calls are counted, told as events and noted in the report.
func alarmed(t *testing.T, c *core.Core, run graph.Run, r report.Report) {
	t.Helper()
	n := r.Making.Spend.Truncated
	if alarms := told(t, c, run.ID, reason.EventTruncated); alarms != n {
		t.Errorf("%d alarms, %d truncated calls counted", alarms, n)
	}
	note := slices.ContainsFunc(r.Notes, func(note string) bool { return strings.Contains(note, "cut by the model server") })
	if note != (n > 0) {
		t.Errorf("%d truncated calls, notes %q", n, r.Notes)
	}
}

// The ledger takes three letters for a token and this model makes a token of each, so that the first prompt of a long question slips
// past it; the others are refused by what was learned.
func liveTruncated(t *testing.T, server *fake.Ollama) {
	c := liveWith(t, server, 4096)
	question := liveQuestion + strings.Repeat(" The cellar’s floor is of stone.", 123)
	run, r := finish(t, c, core.Begin{Question: question, Engine: settings.Ollama})
	if r.Making.Spend.Truncated == 0 {
		t.Errorf("no call was truncated: %+v", r.Making.Spend)
	}
	noted(t, c, run, r, true)
	alarmed(t, c, run, r)
}

func liveEmbeddings(t *testing.T, server *fake.Ollama) {
	c := live(t, server, "RABBITHOLE_EMBEDDER", "tiny")
	docs, err := c.Documents(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range docs {
		if d.State != source.Ready || d.Reason != "" {
			t.Errorf("%s is %s: %s", d.Name, d.State, d.Reason)
		}
	}
	for _, mode := range []core.SearchMode{"semantic", "hybrid", "lexical"} {
		hits, err := c.Search(t.Context(), "the cellar of a house", core.SearchOptions{Mode: mode})
		if err != nil || len(hits) == 0 || mode != "semantic" && hits[0].Document != "cellar.md" {
			t.Errorf("%s: %+v, %v", mode, hits, err)
		}
	}
}

func liveMissing(t *testing.T, server *fake.Ollama) {
	c := live(t, server)
	_, err := c.StartResearch(t.Context(), core.Begin{Question: liveQuestion, Engine: settings.Ollama, Model: "mistral"})
	if hint := fault.Hint(err); fault.KindOf(err) != fault.NotFound || !strings.Contains(hint, "rabbithole models pull mistral") || !strings.Contains(hint, "tiny") {
		t.Errorf("err = %v, hint %q", err, hint)
	}
	cards, err := c.Models(t.Context())
	if err != nil || len(cards) != 1 {
		t.Errorf("models = %+v, %v; nothing may be pulled unasked", cards, err)
	}
}

// underWay starts a run and calls act while its model is writing.
func underWay(t *testing.T, c *core.Core, question string, act func(context.CancelFunc)) stop {
	t.Helper()
	run, err := c.StartResearch(t.Context(), core.Begin{Question: question, Engine: settings.Ollama, Unattended: true})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	events := c.Events.Subscribe(1000)
	defer events.Close()
	done := make(chan stop, 1)
	go func() {
		run, err := c.Resume(ctx, run.ID)
		done <- stop{run: run, err: err}
	}()
	awaitNode(t, events.C, "plan")
	time.Sleep(50 * time.Millisecond) // into its call
	told := time.Now()
	act(cancel)
	s := <-done
	s.after = time.Since(told)
	return s
}

// awaitNode waits until a node begins.
func awaitNode(t *testing.T, events <-chan event.Event, node string) {
	t.Helper()
	limit := time.After(time.Minute)
	for {
		select {
		case e := <-events:
			if e.Kind == graph.NodeStarted && strings.Contains(string(e.Data), `"node":"`+node+`"`) {
				return
			}
		case <-limit:
			t.Fatalf("node %s did not begin within a minute", node)
		}
	}
}

func liveCancel(t *testing.T, server *fake.Ollama) {
	c := live(t, server)
	s := underWay(t, c, liveQuestion, func(cancel context.CancelFunc) { cancel() })
	if s.err != nil || s.run.Status != graph.Cancelled || s.after > time.Second {
		t.Errorf("run is %s after %s, %v", s.run.Status, s.after, s.err)
	}
}

func liveKilled(t *testing.T, server *fake.Ollama) {
	c := live(t, server)
	s := underWay(t, c, liveQuestion, func(context.CancelFunc) { server.Kill() })
	stored, err := c.Run(t.Context(), s.run.ID)
	if err != nil {
		t.Fatal(err)
	}
	if fault.KindOf(s.err) != fault.Unavailable || stored.Status != graph.Failed || s.after > 10*time.Second {
		t.Fatalf("run is %s after %s: %v", stored.Status, s.after, s.err)
	}
	for _, hint := range []string{fault.Hint(s.err), stored.Hint} {
		if !strings.Contains(hint, "ollama serve") || !strings.Contains(hint, "resume") {
			t.Errorf("hint %q", hint)
		}
	}
	server.Start()
	run, err := c.Resume(t.Context(), s.run.ID)
	if err != nil {
		t.Fatalf("%v\n%s", err, server.Log())
	}
	checked(t, c, run)
}
