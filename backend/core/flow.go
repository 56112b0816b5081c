package core

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
	"rabbithole/backend/store"
)

// flow is a kind of run, as far as all of them are treated alike. What only one of them can do asks for its own state, see State.
type flow interface {
	// worker returns what executes a run, reader what only looks at runs.
	worker(ctx context.Context, run string, meta runMeta) (runner, error)
	reader() (runner, error)
	// finished does what is left to do once a run has reached its end.
	finished(ctx context.Context, r runner, run string) error
	// inherit gives a fork what its state names and the store keeps by run.
	inherit(ctx context.Context, from, to string) error
	// hold keeps what a run stands on, whatever becomes of the documents.
	hold(ctx context.Context, run string) error
	// stands is how far a run has come; phase is where a run is whose last node was this.
	stands(ctx context.Context, run string) (Stands, error)
	phase(node string, status graph.Status) string
	// read returns the IDs of the passages that a run has judged.
	read(ctx context.Context, run string) ([]string, error)
	// reports tells whether a run that is finished has written a report.
	reports(ctx context.Context, run string) bool
	// hints says what a person can do with a run.
	hints() Hints
}

// Hints says what a person can do with a run: while it works, and once it is finished.
type Hints struct{ Steer, After string }

// Hints says what a person can do with a run; nothing for one of a newer version's.
func (c *Core) Hints(run graph.Run) Hints {
	f, err := c.flowOf(run)
	if err != nil {
		return Hints{}
	}
	return f.hints()
}

// Stands is how far a run has come.
type Stands struct {
	Phase       string // of its flow
	Kept        int    // findings
	Done, Total int    // tasks of a research, questions of an exploration; none where a flow has none
	Spend       budget.Spend
}

// Stands says how far a run has come. What was broken off is counted as spent.
func (c *Core) Stands(ctx context.Context, run graph.Run) (Stands, error) {
	g, err := c.Glance(ctx, run.ID)
	if err != nil {
		return Stands{}, err
	}
	f, err := c.flowOf(run)
	if err != nil {
		return Stands{}, err
	}
	out, err := f.stands(ctx, run.ID)
	if err != nil {
		return out, err
	}
	out.Phase = cmp.Or(out.Phase, g.Phase)
	out.Spend, err = c.WithUnkept(ctx, run.ID, out.Spend)
	return out, err
}

// runner is a graph.Runner of whatever state.
type runner interface {
	Resume(ctx context.Context, id string) (graph.Run, error)
	Send(ctx context.Context, run string, m graph.Message) error
	Questions(ctx context.Context, run string) ([]graph.Question, error)
	Examine(ctx context.Context, run string) error
	Fork(ctx context.Context, id string, seq int) (graph.Run, error)
	Prune(ctx context.Context, run string, keep func(graph.Checkpoint) bool) error
}

// phaseOr is the phase of a run as a list shows it: done once it is finished, first before it has come to a node.
func phaseOr(phase string, status graph.Status, first, done string) string {
	if status == graph.Finished {
		return done
	}
	return cmp.Or(phase, first)
}

// executing returns what executes a run of the graph. One that may use the web lets go of it whenever it is at rest.
func executing[S any](c *Core, g *graph.Graph[S], web step.Web) (runner, error) {
	r, err := graph.NewRunner(g, c.db, c.running())
	if w, online := web.(*runWeb); online && err == nil {
		return lettingGo{r, w}, nil
	}
	return r, err
}

// lettingGo is a runner that keeps no connection open once its run is at rest.
type lettingGo struct {
	runner
	web *runWeb
}

// Resume executes a run.
func (l lettingGo) Resume(ctx context.Context, id string) (graph.Run, error) {
	defer l.web.way.Close()
	return l.runner.Resume(ctx, id)
}

// worker returns what executes a run. There is none without the embedder: a run by words alone would be another run.
func (c *Core) worker(ctx context.Context, f flow, run string, meta runMeta) (runner, error) {
	if err := c.noEmbedder(); err != nil {
		return nil, err
	}
	return f.worker(ctx, run, meta)
}

// flowOf returns the flow that a run is an execution of.
func (c *Core) flowOf(run graph.Run) (flow, error) {
	switch run.Flow {
	case research.Name:
		return researching{c}, nil
	case answer.Name:
		return answering{c}, nil
	case explore.Name:
		return exploring{c}, nil
	case discover.Name:
		return discovering{c}, nil
	case related.Name:
		return relating{c}, nil
	}
	return nil, fault.New("read run "+run.ID, fault.Usage, "Update the program: a newer version made this run.",
		fmt.Errorf("there is no flow %q", run.Flow))
}

// readerOf returns a run, by its ID or an unambiguous beginning of it, its flow, and what looks at it.
func (c *Core) readerOf(ctx context.Context, id string) (graph.Run, flow, runner, error) {
	run, err := c.Run(ctx, id)
	if err != nil {
		return run, nil, nil, err
	}
	f, err := c.flowOf(run)
	if err != nil {
		return run, nil, nil, err
	}
	r, err := f.reader()
	return run, f, r, err
}

// stateOf returns a run's state at a checkpoint, 0 for the last; it must be a run of the flow.
func stateOf[S any](ctx context.Context, c *Core, g *graph.Graph[S], id string, checkpoint int) (S, error) {
	var none S
	run, err := c.Run(ctx, id)
	if err != nil {
		return none, err
	}
	if run.Flow != g.Name() {
		return none, fault.New("look at run "+run.ID, fault.Usage, "`rabbithole show "+run.ID+"` shows it.",
			fmt.Errorf("it is a run of %s, not of %s", run.Flow, g.Name()))
	}
	r, err := graph.NewRunner(g, c.db, c.running())
	if err != nil {
		return none, err
	}
	s, err := r.State(ctx, run.ID, checkpoint)
	if checkpoint == 0 && errors.Is(err, graph.ErrNotFound) {
		return s, fault.New("look at the course of run "+run.ID, fault.NotFound,
			"It was lost with a damaged database. If the run wrote a report, `rabbithole export "+run.ID+"` prints it.", err)
	}
	return s, notFound(err, run.ID)
}

// running is how runs are executed here.
func (c *Core) running() graph.Options { return graph.Options{Bus: &c.Events, Now: c.config.Now} }

// Fork starts a new run from a checkpoint of another; 0 is the last. The journal answers what was asked before.
func (c *Core) Fork(ctx context.Context, id string, checkpoint int) (graph.Run, error) {
	run, f, r, err := c.readerOf(ctx, id)
	if err != nil {
		return run, err
	}
	if run.Flow == related.Name { // what was allowed to it was allowed to it alone, and no row would name the other
		return graph.Run{}, fault.New("fork run "+run.ID, fault.Usage, "Look for what is related once more beside the document.",
			errors.New("it is a search beside a document"))
	}
	forked, err := r.Fork(ctx, run.ID, checkpoint)
	if errors.Is(err, graph.ErrNotFound) {
		return forked, fault.New(fmt.Sprintf("fork run %s at checkpoint %d", run.ID, checkpoint), fault.NotFound,
			"`rabbithole show "+run.ID+" --checkpoints` lists those there are; name one with --checkpoint N.", errors.New("it has no such checkpoint"))
	}
	if err != nil {
		return forked, err
	}
	if err := f.inherit(ctx, run.ID, forked.ID); err != nil {
		return forked, fmt.Errorf("fork run %s: %w", run.ID, err)
	}
	return forked, nil
}

// ForkAttended is Fork by somebody who is there: a run that was started to ask nothing asks, if it is forked before its plan is approved,
// and one that was allowed the web is allowed it for itself. Forked where its plan was approved, it asks for that plan again: to change it is
// what one goes back there for.
func (c *Core) ForkAttended(ctx context.Context, id string, checkpoint int) (graph.Run, error) {
	forked, err := c.Fork(ctx, id, checkpoint)
	if err != nil {
		return forked, err
	}
	if err := c.Send(ctx, forked.ID, graph.Note(shared.MessageAttend, nil)); err != nil || forked.Flow != research.Name {
		return forked, err
	}
	points, err := c.Checkpoints(ctx, forked.ForkedFrom)
	if err != nil {
		return forked, err
	}
	if slices.ContainsFunc(points, func(p graph.Checkpoint) bool { return p.Seq == checkpoint && p.Node == research.Approved }) {
		return forked, c.Send(ctx, forked.ID, graph.Note(research.MessageReplan, nil))
	}
	return forked, nil
}

// Continue goes on with a run that was written early, by the person's wish or because a limit was reached: the report it wrote stays as it
// is, a new run works on what was left. A run that was not written early is returned as it is.
func (c *Core) Continue(ctx context.Context, id string) (graph.Run, error) {
	run, err := c.Run(ctx, id)
	if err != nil || run.Flow != research.Name {
		return run, err
	}
	s, err := c.State(ctx, run.ID, 0)
	if err != nil || run.Status != graph.Finished || s.Finish == "" {
		return run, err
	}
	forked, err := c.Fork(ctx, run.ID, 0)
	if err != nil {
		return forked, err
	}
	return forked, c.Send(ctx, forked.ID, graph.Note(research.MessageContinue, nil))
}

// means checks what a person wants a run to think and read with.
func (c *Core) means(ctx context.Context, language string, policy WebPolicy, hosts []string, engine settings.Engine, model string) (runMeta, error) {
	web, err := c.allow(language, policy, hosts)
	if err != nil {
		return runMeta{}, err
	}
	meta, err := c.choose(ctx, engine, model)
	if web.Web != WebOff {
		meta.Web = &web
	}
	return meta, err
}

// scopeBeside is the scope of a run. Where it has nothing else to read, an empty one is a failure, with a hint.
func (c *Core) scopeBeside(ctx context.Context, collections, documents []string, other bool, hint string) (source.Scope, error) {
	nothing := c.nothingToRead(hint)
	if other {
		nothing = nil
	}
	return c.scope(ctx, collections, documents, nothing)
}

// Glance is a run as a list shows it.
type Glance struct {
	graph.Run
	Live    bool           // executed by this process; running and not live was interrupted
	Phase   string         // of its flow
	Score   int            // of its best draft, 0..400
	Claims  int            // of its report
	Verdict report.Outcome // of its report, "" without one
	Engine  settings.Engine
	Model   string
	Depth   research.Depth
	Tested  *Tested // the model: while it is tested, when it passed just now, and when it is too weak; else nil
}

// Glances returns the runs that a person began as a list shows them, the newest first.
func (c *Core) Glances(ctx context.Context) ([]Glance, error) {
	list, err := c.db.RunGlances(ctx)
	out := make([]Glance, 0, len(list))
	for _, g := range list {
		if listed(g.Run) {
			out = append(out, c.glance(g))
		}
	}
	return out, err
}

// Glance returns one run as a list shows it.
func (c *Core) Glance(ctx context.Context, id string) (Glance, error) {
	g, err := c.db.RunGlance(ctx, id)
	return c.glance(g), notFound(err, id)
}

func (c *Core) glance(g store.RunGlance) Glance {
	var meta runMeta
	_ = json.Unmarshal(g.Meta, &meta) // a run of which nobody knows how it was started is still listed
	out := Glance{Run: g.Run, Live: c.Live(g.ID), Score: g.Score, Claims: g.Claims, Verdict: g.Verdict, Engine: meta.Engine, Model: meta.Card.Name,
		Depth:  meta.Depth,
		Tested: c.testedIn(g.ID, meta)}
	if g.Status == graph.Finished && meta.Wrote != "" {
		out.Engine, out.Model = meta.Wrote, ""
	}
	if f, err := c.flowOf(g.Run); err == nil {
		out.Phase = f.phase(g.Node, g.Status)
	}
	return out
}

// PhaseAt returns the phase of its flow that a node belongs to; "" for no node: where a run begins.
func (c *Core) PhaseAt(run graph.Run, node string) string {
	f, err := c.flowOf(run)
	if err != nil || node == "" {
		return ""
	}
	return f.phase(node, graph.Running)
}

// Gauge is how full a model's context was in the last call of a run, in tokens.
type Gauge struct {
	Used int `json:"used"`
	Size int `json:"size"`
}

// Gauge returns how full the context was; zero without a model or before its first call.
func (c *Core) Gauge(ctx context.Context, run graph.Run) (Gauge, error) {
	var meta runMeta
	if err := json.Unmarshal(run.Meta, &meta); err != nil || meta.Engine != settings.Ollama {
		return Gauge{}, err
	}
	data, err := c.db.LastEvent(ctx, run.ID, string(reason.EventCalled))
	if err != nil || data == nil {
		return Gauge{Size: meta.Card.NumCtx}, err
	}
	var called reason.CalledData
	err = json.Unmarshal(data, &called)
	return Gauge{Used: called.PromptTokens, Size: meta.Card.NumCtx}, err
}

// LastSeq returns the number of a run's last durable event.
func (c *Core) LastSeq(ctx context.Context, id string) (int64, error) { return c.db.LastSeq(ctx, id) }

// left is how long a run will still take by its own pace, 0 when that is not known yet.
func left(s research.State) time.Duration {
	worked, open := 0, 0
	for _, i := range s.Plan {
		switch {
		case i.Dropped:
		case i.Worked:
			worked++
		default:
			open++
		}
	}
	if worked == 0 || s.Phase == research.PhaseDone {
		return 0
	}
	item := s.Spend.Time / time.Duration(worked+1) // the plan and what led to it took about as long as an item
	writing := item * time.Duration(worked+open) / 4
	if s.Phase == research.PhaseSynthesis || s.Phase == research.PhaseAttribution {
		return writing / 2
	}
	return item*time.Duration(open) + writing
}
