package research_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"rabbithole/backend/ask"
	"rabbithole/backend/budget"
	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	"rabbithole/backend/fake/shelf"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
	"rabbithole/backend/report"
	"rabbithole/backend/report/reporttest"
	"rabbithole/backend/step"
)

// desk is where one run is worked on: a library, perhaps a model, and everything the run leaves behind.
type desk struct {
	t       *testing.T
	tools   research.Tools
	runner  *graph.Runner[research.State]
	store   runs
	reports *cabinet // nil when the run is kept in a real store
	id      string
	asked   []graph.Question
}

// runs is a store of runs that also tells what happened in them.
type runs interface {
	graph.Store
	Events(ctx context.Context, run string, since int64, limit int) ([]event.Event, error)
}

// question is what the tests ask when it does not matter.
const question = "How bright may a lantern on a boat be?"

// cabinet keeps reports in memory.
type cabinet struct {
	mu    sync.Mutex
	kept  map[string]report.Report // "run/version"
	cited map[string]bool          // "document/page"
}

func (c *cabinet) PutReport(_ context.Context, run string, version int, r report.Report) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept[fmt.Sprintf("%s/%d", run, version)] = r
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

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// newDesk seats a run over a library in memory; model nil is the extractive engine.
func newDesk(t *testing.T, b *books, model reason.Model) *desk {
	return seat(t, &step.Kit{Caller: reason.Caller{Model: model, Meter: &budget.Meter{}}, Engine: extract.Engine{Search: b, Library: b, Lexicon: b}, JudgeCalls: 2})
}

// seat keeps the run in memory.
func seat(t *testing.T, kit *step.Kit) *desk {
	t.Helper()
	c := &cabinet{kept: map[string]report.Report{}, cited: map[string]bool{}}
	d := seatAt(t, kit, shelf.Empty(t), c)
	d.reports = c
	return d
}

func seatAt(t *testing.T, kit *step.Kit, store runs, reports flow.Reports) *desk {
	t.Helper()
	kit.Emit = func(ctx context.Context, e event.Event) { graph.Record(ctx, e) }
	d := &desk{t: t, store: store, id: "run1"}
	d.tools = research.Tools{Kit: kit, Reports: reports, Making: report.Making{Engine: "test", Version: "1"}, Now: func() time.Time { return noon }}
	var err error
	if d.runner, err = graph.NewRunner(research.New(d.tools), store, graph.Options{Now: d.tools.Now, Poll: 10 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	return d
}

// begin stores a run for the question.
func (d *desk) begin(question string, set research.Settings) {
	d.t.Helper()
	s := research.State{Question: question, Language: ask.Language(question), Settings: set.Filled(),
		Phase:    research.PhaseAnalysis,
		Messages: []research.Message{{Role: "user", Content: question}}}
	if _, err := d.runner.Create(d.t.Context(), graph.Begin{ID: d.id, Title: question}, s); err != nil {
		d.t.Fatal(err)
	}
}

// resume executes the run and answers what it asks; a nil answer stops the run there.
func (d *desk) resume(answer func(graph.Question) any) graph.Run {
	d.t.Helper()
	for {
		run, err := d.runner.Resume(d.t.Context(), d.id)
		if err != nil {
			d.t.Fatalf("resume: %v", err)
		}
		if run.Status != graph.Waiting {
			return run
		}
		questions, err := d.runner.Questions(d.t.Context(), d.id)
		if err != nil || len(questions) == 0 || len(d.asked) > 50 {
			d.t.Fatalf("the run waits for %v (%v) after %d questions", questions, err, len(d.asked))
		}
		for _, q := range questions {
			d.asked = append(d.asked, q)
			reply := any(nil)
			if answer != nil {
				reply = answer(q)
			}
			if reply == nil {
				return run
			}
			if err := d.runner.Send(d.t.Context(), d.id, graph.Answer(q.ID, reply)); err != nil {
				d.t.Fatal(err)
			}
		}
	}
}

// finish runs a question to its end without asking anything and returns the last state.
func (d *desk) finish(set research.Settings) research.State {
	d.t.Helper()
	set.Unattended = true
	d.begin(question, set)
	return d.end(nil)
}

// end resumes until the run is finished and returns its state.
func (d *desk) end(answer func(graph.Question) any) research.State {
	d.t.Helper()
	if run := d.resume(answer); run.Status != graph.Finished {
		d.t.Fatalf("the run is %s: %s", run.Status, run.Error)
	}
	return d.state()
}

func (d *desk) state() research.State {
	d.t.Helper()
	s, err := d.runner.State(d.t.Context(), d.id, 0)
	if err != nil {
		d.t.Fatal(err)
	}
	return s
}

// say sends the run a message.
func (d *desk) say(kind string, data any) {
	d.t.Helper()
	if err := d.runner.Send(d.t.Context(), d.id, graph.Note(kind, data)); err != nil {
		d.t.Error(err)
	}
}

// final returns the report handed over, every citation of it held against its page.
func (d *desk) final() report.Report {
	d.t.Helper()
	r, err := d.tools.Reports.Report(d.t.Context(), d.id, 0)
	if err != nil {
		d.t.Fatal(err)
	}
	raw, err := report.JSON(r)
	if err != nil {
		d.t.Fatal(err)
	}
	reporttest.Check(d.t, raw, func(document string, page int) (string, bool) {
		text, err := d.tools.Kit.Library.PageText(d.t.Context(), document, page)
		return text, err == nil
	})
	return r
}

// events returns the data of the run's durable events of a kind.
func (d *desk) events(kind event.Kind) []json.RawMessage {
	d.t.Helper()
	all, err := d.store.Events(d.t.Context(), d.id, 0, 0)
	if err != nil {
		d.t.Fatal(err)
	}
	var out []json.RawMessage
	for _, e := range all {
		if e.Kind == kind {
			out = append(out, e.Data)
		}
	}
	return out
}

// approve accepts every plan and skips every clarification.
func approve(q graph.Question) any {
	if q.Kind == research.QuestionPlan {
		return research.PlanAnswer{}
	}
	return research.ClarifyAnswer{}
}

func data[T any](t *testing.T, q graph.Question) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(q.Data, &v); err != nil {
		t.Fatalf("data of question %s: %v", q.Kind, err)
	}
	return v
}

func ids(kept []research.Kept) []string {
	var out []string
	for _, k := range kept {
		out = append(out, k.Passage)
	}
	return out
}
