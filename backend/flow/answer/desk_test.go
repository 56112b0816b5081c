package answer_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	"rabbithole/backend/fake/shelf"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
	"rabbithole/backend/report"
	"rabbithole/backend/report/reporttest"
	"rabbithole/backend/step"
	"rabbithole/backend/store"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// cabinet keeps reports in memory.
type cabinet struct {
	mu    sync.Mutex
	kept  map[string]report.Report // "run/version"
	cited map[string]bool          // "document/page"
	puts  map[int]int              // by version
}

func (c *cabinet) PutReport(_ context.Context, run string, version int, r report.Report) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept[fmt.Sprintf("%s/%d", run, version)] = r
	c.puts[version]++
	return nil
}

func (c *cabinet) Report(_ context.Context, run string, version int) (report.Report, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, ok := c.kept[fmt.Sprintf("%s/%d", run, version)]
	if !ok {
		return r, fmt.Errorf("no version %d of %s", version, run)
	}
	return r, nil
}

func (c *cabinet) Cite(_ context.Context, _, document string, pages ...int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range pages {
		c.cited[fmt.Sprintf("%s/%d", document, p)] = true
	}
	return nil
}

// desk is where one run is worked on.
type desk struct {
	t       *testing.T
	world   *world
	tools   answer.Tools
	runner  *graph.Runner[answer.State]
	store   *store.DB
	bus     *event.Bus
	reports *cabinet
	asked   []graph.Question
}

const runID = "run1"

// newDesk seats a run over a world; offline leaves the web out, model nil is the extractive engine. Its clock is the real one.
func newDesk(t *testing.T, w *world, model reason.Model, offline bool) *desk {
	t.Helper()
	d := &desk{t: t, world: w, store: shelf.Empty(t), bus: &event.Bus{},
		reports: &cabinet{kept: map[string]report.Report{}, cited: map[string]bool{}, puts: map[int]int{}}}
	kit := &step.Kit{Caller: reason.Caller{Model: model, Meter: &budget.Meter{}, Emit: func(ctx context.Context, e event.Event) { graph.Record(ctx, e) }}, Engine: extract.Engine{Search: w, Library: w, Lexicon: w}}
	begun := time.Now()
	d.tools = answer.Tools{Kit: kit, Reports: d.reports, Making: report.Making{Engine: "test", Version: "1"}, Now: func() time.Time { return noon.Add(time.Since(begun)) }}
	if !offline {
		d.tools.Web = net{w}
	}
	d.seat()
	return d
}

// seat makes a runner of the tools as they are, as another process would.
func (d *desk) seat() {
	d.t.Helper()
	var err error
	if d.runner, err = graph.NewRunner(answer.New(d.tools), d.store, graph.Options{Now: d.tools.Now, Poll: 10 * time.Millisecond, Bus: d.bus}); err != nil {
		d.t.Fatal(err)
	}
}

// begin stores a run; what s leaves empty is what a person who allowed the web has.
func (d *desk) begin(s answer.State) {
	d.t.Helper()
	if _, err := d.runner.Create(d.t.Context(), graph.Begin{ID: runID, Title: s.Question}, s); err != nil {
		d.t.Fatal(err)
	}
}

// resume executes the run and answers what it asks; a nil answer stops it there.
func (d *desk) resume(ctx context.Context, reply func(graph.Question) any) graph.Run {
	d.t.Helper()
	for {
		run, err := d.runner.Resume(ctx, runID)
		if err != nil {
			d.t.Fatalf("resume: %v", err)
		}
		if run.Status != graph.Waiting {
			return run
		}
		questions, err := d.runner.Questions(ctx, runID)
		if err != nil || len(questions) != 1 || len(d.asked) > 20 {
			d.t.Fatalf("the run waits for %v (%v)", questions, err)
		}
		d.asked = append(d.asked, questions[0])
		answer := any(nil)
		if reply != nil {
			answer = reply(questions[0])
		}
		if answer == nil {
			return run
		}
		if err := d.runner.Send(ctx, runID, graph.Answer(questions[0].ID, answer)); err != nil {
			d.t.Fatal(err)
		}
	}
}

// ask answers a question without asking anything back.
func (d *desk) ask(question string, change func(*answer.State)) (answer.State, report.Report) {
	d.t.Helper()
	s := answer.State{Question: question, Profile: answer.Chat, Allow: flow.AllowRun}
	if change != nil {
		change(&s)
	}
	d.begin(s)
	return d.end(nil)
}

// end resumes until the run is finished.
func (d *desk) end(reply func(graph.Question) any) (answer.State, report.Report) {
	d.t.Helper()
	if run := d.resume(d.t.Context(), reply); run.Status != graph.Finished {
		d.t.Fatalf("the run is %s: %s", run.Status, run.Error)
	}
	return d.state(), d.final()
}

func (d *desk) state() answer.State {
	d.t.Helper()
	s, err := d.runner.State(d.t.Context(), runID, 0)
	if err != nil {
		d.t.Fatal(err)
	}
	return s
}

// final returns the report handed over, every citation of it held against its page.
func (d *desk) final() report.Report {
	d.t.Helper()
	r, err := d.reports.Report(d.t.Context(), runID, 0)
	if err != nil {
		d.t.Fatal(err)
	}
	raw, err := report.JSON(r)
	if err != nil {
		d.t.Fatal(err)
	}
	reporttest.Check(d.t, raw, func(document string, page int) (string, bool) {
		text, err := d.world.PageText(d.t.Context(), document, page)
		return text, err == nil
	})
	return r
}

// events returns the data of the run's durable events of a kind.
func events[T any](d *desk, kind event.Kind) []T {
	d.t.Helper()
	all, err := d.store.Events(d.t.Context(), runID, 0, 0)
	if err != nil {
		d.t.Fatal(err)
	}
	var out []T
	for _, e := range all {
		if e.Kind == kind {
			var v T
			if err := json.Unmarshal(e.Data, &v); err != nil {
				d.t.Fatal(err)
			}
			out = append(out, v)
		}
	}
	return out
}

// phases returns the phases that the run told of, in order.
func (d *desk) phases() []string {
	var out []string
	for _, p := range events[answer.Progress](d, answer.EventProgress) {
		out = append(out, p.Phase)
	}
	return out
}

// heldTo fails when a run spent more than its budget.
func heldTo(t *testing.T, s answer.State) {
	t.Helper()
	b := s.Settings.Budget(s.Profile)
	sources := map[string]bool{}
	for _, k := range s.Evidence {
		if slices.Contains(s.Ranked, k.ID) {
			sources[k.Source] = true
		}
	}
	for what, n := range map[string][2]int{"loops": {s.Stats.Loops, b.Loops}, "queries": {s.Stats.Queries, b.Queries}, "sources": {s.Stats.SourcesRead, b.Sources}, "cited sources": {len(sources), b.Citations}} {
		if n[0] > n[1] {
			t.Errorf("%d %s, %d are allowed", n[0], what, n[1])
		}
	}
	if s.Stats.Queries != len(s.Queries) || s.Stats.StopReason != s.Stop || s.Stop == "" {
		t.Errorf("stats %+v, stop %q", s.Stats, s.Stop)
	}
	total := int64(0)
	for ms := range maps.Values(s.Stats.StageMillis) {
		total += ms
	}
	if total > s.Stats.TotalMillis+10 {
		t.Errorf("stages take %d ms, the whole %d", total, s.Stats.TotalMillis)
	}
}

func connections(_ context.Context, run string) ([]report.Connection, error) {
	return []report.Connection{{Host: "search.example for " + run, Purpose: "search", Requests: 1, Bytes: 10}}, nil
}
