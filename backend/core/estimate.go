package core

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"rabbithole/backend/ask"
	"rabbithole/backend/budget"
	"rabbithole/backend/core/course"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// Estimate is what a run is likely to take on this machine.
type Estimate struct {
	Engine settings.Engine `json:"engine"` // in force: "extractive" or "ollama"
	Model  string          `json:"model"`  // "" without one
	Calls  int             `json:"calls"`  // of the model, about
	Time   time.Duration   `json:"time"`   // nanoseconds, about; 0 when nothing is known yet
	Basis  int             `json:"basis"`  // finished runs of this engine and model it is taken from; 0: a rule of thumb
	Pages  int             `json:"pages"`  // in scope
}

// Without a model a research over a few thousand pages takes about two seconds.
const extractiveTime = 2 * time.Second

// estimateRuns is how many of the latest finished runs an estimate looks at, paceCalls how many calls of a model.
const (
	estimateRuns = 200
	paceCalls    = 50
)

// EstimateRun says what a run would take, or why it could not be started.
func (c *Core) EstimateRun(ctx context.Context, b Begin) (Estimate, error) {
	var e Estimate
	if _, err := c.settings.get().Research.At(b.Depth); err != nil {
		return e, err
	}
	if _, err := c.allow(ask.Language(b.Question), b.Web, b.Hosts); err != nil {
		return e, err
	}
	scope, err := c.scope(ctx, b.Collections, b.Documents, c.nothingToRead(""))
	if err != nil {
		return e, err
	}
	if _, e.Pages, err = c.ScopeOf(ctx, scope); err != nil {
		return e, err
	}
	meta, err := c.choose(ctx, b.Engine, b.Model)
	if err != nil {
		return e, err
	}
	meta.Depth = b.Depth
	if err := c.noEmbedder(); err != nil {
		return e, err
	}
	err = c.expect(ctx, research.Name, meta, &e)
	return e, err
}

// expect fills in what a run of a flow takes that was begun like this.
func (c *Core) expect(ctx context.Context, flow string, meta runMeta, e *Estimate) error {
	e.Engine, e.Model = meta.Engine, meta.Card.Name
	if meta.Engine == settings.Ollama {
		usual, runs, err := c.course(ctx, flow, meta)
		if err != nil {
			return err
		}
		all := usual.After(nil, 0)
		pace, err := c.pace(ctx, meta.Card.Digest)
		e.Basis, e.Calls, e.Time = runs, int(all.Calls+0.5), course.Lasts(all.Work, pace)
		return err
	}
	spends, err := c.db.Spends(ctx, flow, estimateRuns)
	if err != nil {
		return err
	}
	var times []float64 // of standard runs
	for _, s := range spends {
		var made runMeta
		if json.Unmarshal([]byte(s.Meta), &made) == nil && made.Engine == meta.Engine {
			times = append(times, float64(s.Time)/made.Depth.Work())
		}
	}
	usual := float64(extractiveTime)
	if slices.Sort(times); len(times) > 0 {
		usual = times[len(times)/2]
	}
	e.Basis, e.Time = len(times), time.Duration(usual*meta.Depth.Work())
	return nil
}

// ETA is how long a run will still work, about; 0 when that is not known. One with a model: as long as the calls take that are foreseen and
// not made, as a call under way tells it too. Else by its own pace once an item is done, before by what such runs take.
func (c *Core) ETA(ctx context.Context, run graph.Run, s research.State) (time.Duration, error) {
	if run.Status == graph.Finished {
		return 0, nil
	}
	var meta runMeta
	if err := json.Unmarshal(run.Meta, &meta); err != nil {
		return 0, err
	}
	if meta.Engine == settings.Ollama {
		_, _, left, err := c.ahead(ctx, run)
		return left, err
	}
	if d := left(s); d > 0 {
		return d, nil
	}
	var e Estimate
	err := c.expect(ctx, run.Flow, meta, &e)
	return max(0, e.Time-s.Spend.Time), err
}

// Onward is the step that the model of a run answered last, and how long its other calls take, about; "" and 0 when that is not known.
func (c *Core) Onward(ctx context.Context, run graph.Run) (string, time.Duration, error) {
	var meta runMeta
	if err := json.Unmarshal(run.Meta, &meta); err != nil || meta.Engine != settings.Ollama {
		return "", 0, err
	}
	_, paid, left, err := c.ahead(ctx, run)
	if err != nil || len(paid) == 0 {
		return "", 0, err
	}
	return paid[len(paid)-1].Step, left, nil
}

// ahead is what calls a run with a model usually has, what it has paid for, and how long those take that are before it, about; 0 when that is not known.
// Of a part of a run it is what the whole has.
func (c *Core) ahead(ctx context.Context, run graph.Run) (usual course.Course, paid []store.JournalEntry, left time.Duration, err error) {
	if run.Parent != "" {
		if run, err = c.db.Run(ctx, run.Parent); err != nil {
			return usual, nil, 0, err
		}
	}
	var meta runMeta
	if err = json.Unmarshal(run.Meta, &meta); err != nil {
		return usual, nil, 0, err
	}
	if usual, _, err = c.course(ctx, run.Flow, meta); err != nil {
		return usual, nil, 0, err
	}
	parts, err := c.subRuns(ctx, run.ID)
	for _, part := range append(parts, run) {
		calls, failed := c.db.Calls(ctx, part.ID)
		paid, err = append(paid, calls...), errors.Join(err, failed)
	}
	slices.SortStableFunc(paid, func(a, b store.JournalEntry) int { return a.At.Compare(b.At) })
	var own store.Pace
	for _, call := range paid {
		own.Add(call.PromptTokens, call.ReplyTokens, call.Elapsed)
	}
	pace, failed := c.measured(ctx, meta.Card.Digest, own)
	return usual, paid, course.Lasts(usual.After(callsOf(paid), 0).Work, pace), errors.Join(err, failed)
}

// callsOf are calls that were paid for as a course counts them.
func callsOf(paid []store.JournalEntry) (out []course.Call) {
	for _, call := range paid {
		out = append(out, course.Call{Step: call.Step, Prompt: call.PromptTokens, Reply: call.ReplyTokens})
	}
	return out
}

// ScopeOf returns the names of the documents in a scope, and the number of their pages that can be searched.
func (c *Core) ScopeOf(ctx context.Context, s source.Scope) (names []string, pages int, err error) {
	docs, err := c.db.Within(s, "").InScope(ctx)
	for _, d := range docs {
		names = append(names, d.Name)
		if d.Live() {
			pages += d.Pages
		}
	}
	return names, pages, err
}

// learning is how many finished runs a course is learned from at most, and learned from how many on the recorded ones are not needed any more.
const (
	learning = 10
	learned  = 3
)

// course is what calls a run has that was begun like this: as those of its kind had that were finished here, of which it says how many there are.
func (c *Core) course(ctx context.Context, flow string, meta runMeta) (usual course.Course, finished int, err error) {
	calls, err := c.db.FlowCalls(ctx, flow, meta.Card.Digest, learning)
	if err != nil {
		return usual, 0, err
	}
	var runs [][]course.Call
	last := ""
	for _, call := range calls {
		var made runMeta
		if json.Unmarshal([]byte(call.Meta), &made) != nil || made.Depth.Work() != meta.Depth.Work() || made.thorough() != meta.thorough() || made.Wrote != "" {
			continue
		}
		if call.Run != last {
			last, runs = call.Run, append(runs, nil)
		}
		own := &runs[len(runs)-1]
		*own = append(*own, course.Call{Step: call.Step, Prompt: call.Prompt, Reply: call.Reply})
	}
	if finished = len(runs); finished < learned {
		name := flow
		if meta.thorough() {
			name = course.Thorough
		}
		runs = append(runs, course.Known(name, meta.Depth.Work())...)
	}
	return course.Of(runs), finished, nil
}

// thorough reports whether a run is an answer that is made thoroughly.
func (m runMeta) thorough() bool { return m.Ask != nil && m.Ask.Profile == answer.Deep }

// measured is how much work a model does a second on this computer: as a run saw it itself, else as of late, be it only in its test; 0 when it was
// never measured.
func (c *Core) measured(ctx context.Context, digest string, own store.Pace) (float64, error) {
	if pace := paceOf(own, leastMeasured); pace > 0 {
		return pace, nil
	}
	return c.pace(ctx, digest)
}

// Cost is where a run's model calls, tokens and time went.
type Cost struct {
	Run   string           `json:"run"`
	Steps []store.StepCost `json:"steps"` // in the order in which they were first taken
	All   store.StepCost   `json:"all"`
	Time  time.Duration    `json:"time"` // the run worked, the model included, waiting for people left out
}

// Cost adds up what a run's calls cost, by step, from its events. A run without a model has none.
func (c *Core) Cost(ctx context.Context, id string) (Cost, error) {
	run, err := c.Run(ctx, id)
	if err != nil {
		return Cost{}, err
	}
	out := Cost{Run: run.ID}
	if out.Steps, err = c.db.StepCosts(ctx, run.ID); err != nil {
		return out, err
	}
	for _, s := range out.Steps {
		out.All.Add(s)
	}
	stands, err := c.Stands(ctx, run)
	out.Time = stands.Spend.Time
	return out, err
}

// WithUnkept is what a run spent of which its state keeps so much: what a pause or the end of a process broke off included.
func (c *Core) WithUnkept(ctx context.Context, run string, kept budget.Spend) (budget.Spend, error) {
	own, broken, err := c.unkept(ctx, run, kept)
	return kept.Plus(own).Plus(broken), err
}

// unkept is what a run spent that its state does not keep: on calls that were answered in a step which has not ended, or had to begin
// again, and on calls that were broken off.
func (c *Core) unkept(ctx context.Context, run string, kept budget.Spend) (answered, broken budget.Spend, err error) {
	paid, err := c.db.Calls(ctx, run)
	if err != nil {
		return answered, broken, err
	}
	for i, call := range paid {
		if i >= kept.Calls-kept.Replayed {
			answered.Time += call.Elapsed
		}
		if i >= kept.Calls {
			answered = answered.Plus(budget.Spend{Calls: 1, PromptTokens: call.PromptTokens, ReplyTokens: call.ReplyTokens})
		}
	}
	events, err := c.db.EventsOf(ctx, run, string(reason.EventBroken))
	for _, data := range events {
		var b reason.CalledData
		if err := json.Unmarshal(data, &b); err != nil {
			return answered, broken, err
		}
		broken = broken.Plus(b.Spend())
		broken.Time += b.Elapsed
	}
	return answered, broken, err
}

// wholeCost stores reports that say what their run spent on what was broken off, too.
type wholeCost struct {
	*store.DB
	core *Core
}

// PutReport stores a version of a run's report; version 0 is the one handed over.
func (w wholeCost) PutReport(ctx context.Context, run string, version int, r report.Report) (err error) {
	if version == 0 {
		if r.Making.Spend, err = w.core.WithUnkept(ctx, run, r.Making.Spend); err != nil {
			return err
		}
	}
	return w.DB.PutReport(ctx, run, version, r)
}
