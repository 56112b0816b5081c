package core

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/core/settings"
	"rabbithole/backend/event"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/store"
)

// Begin is what a person starts research with.
type Begin struct {
	Question    string          `json:"question"`
	Collections []string        `json:"collections"` // only these; empty: all
	Documents   []string        `json:"documents"`   // names; only these; empty: all
	Engine      settings.Engine `json:"engine"`      // "" is the setting
	Model       string          `json:"model"`       // "" is the setting
	Depth       research.Depth  `json:"depth"`       // "quick", "standard" or "deep"; "" is standard
	Unattended  bool            `json:"unattended"`  // ask nothing, take defaults
	Follows     string          `json:"follows"`     // the run whose report it asks about further, "" for none
	From        string          `json:"from"`        // the discovery that it came up in, "" for none: its trail is the question's background
	Web         WebPolicy       `json:"web"`         // for what the documents do not say: "" not at all, "listed" hosts only, "open"
	Hosts       []string        `json:"hosts"`       // that WebListed may read; empty: those of the settings
	Consented   bool            `json:"consented"`   // what is sent to the provider was agreed to: the run does not ask again
}

// liveRun is a run that this process executes.
type liveRun struct {
	flow   string
	digest string       // of the model it works with, "" without one
	runner runner       // nil while it is being made
	wish   graph.Status // what Stop asked for, "" when nobody did
	cancel context.CancelCauseFunc
	done   chan struct{}
	alone  chan struct{} // closed when it is to go on without its model
	tested *Tested       // how the test of its model goes or went, nil when there was none
}

// StartResearch stores a new run; Resume executes it.
func (c *Core) StartResearch(ctx context.Context, b Begin) (graph.Run, error) {
	question := strings.TrimSpace(b.Question)
	if err := c.askable(ctx, question, b.Follows != ""); err != nil {
		return graph.Run{}, err
	}
	scope, err := c.scope(ctx, b.Collections, b.Documents, c.nothingToRead(""))
	if err != nil {
		return graph.Run{}, err
	}
	meta, err := c.choose(ctx, b.Engine, b.Model)
	if err != nil {
		return graph.Run{}, err
	}
	earlier, before, err := c.background(ctx, b, scope)
	if err != nil {
		return graph.Run{}, err
	}
	language, err := c.asksIn(ctx, question, b.Collections, b.Documents, before)
	if err != nil {
		return graph.Run{}, err
	}
	web, err := c.allow(language, b.Web, b.Hosts)
	if err != nil {
		return graph.Run{}, err
	}
	thinks := meta.Engine != settings.Extractive
	settings, err := c.settings.get().Research.At(b.Depth)
	if err != nil {
		return graph.Run{}, err
	}
	settings.Unattended = b.Unattended
	state := research.State{Question: question, Earlier: earlier, Language: language, Scope: scope, Settings: settings,
		Phase: research.PhaseAnalysis, Messages: []research.Message{{Role: "user", Content: question}}}
	if !thinks && earlier == nil { // a model understands what is to be summarised
		if state.Scope, state.Outline, err = c.outline(ctx, question, language, scope, min(settings.TodoMaxItems, settings.MaxIterations)); err != nil {
			return graph.Run{}, err
		}
	}
	if meta.Depth = settings.Depth; earlier != nil && b.From == "" {
		meta.Follows = earlier.Run
	}
	if web.Web != WebOff {
		meta.Web, state.Settings.Web, state.Allow = &web, true, allowance(web.Web, b.Consented || b.Unattended)
	}
	return begin(ctx, c, researching{c}, newRun[research.State]{graph: researching{c}.graph(), begin: graph.Begin{Title: question}, meta: meta, state: state})
}

// Resume executes a run until it finishes, waits for a person, is paused, cancelled or fails: the returned run's status says which. It
// goes on from the last checkpoint, whatever happened to the process that was there. A sub-run goes on with the run that it belongs to.
func (c *Core) Resume(ctx context.Context, id string) (graph.Run, error) {
	run, err := c.Run(ctx, id)
	if err != nil {
		return run, err
	}
	if run, err = c.Whole(ctx, run); err != nil {
		return run, err
	}
	return c.execute(ctx, run)
}

// execute executes a run, as Resume says.
func (c *Core) execute(ctx context.Context, run graph.Run) (graph.Run, error) {
	if run.Status == graph.Finished {
		return run, nil
	}
	f, err := c.flowOf(run)
	if err != nil {
		return run, err
	}
	var meta runMeta
	if err := json.Unmarshal(run.Meta, &meta); err != nil {
		return run, fmt.Errorf("read how run %s was started: %w", run.ID, err)
	}
	defer c.way.hold()()
	ctx, l, err := c.enter(ctx, run, meta)
	if err != nil {
		return run, err
	}
	defer c.leave(run.ID, l)
	meta, err = c.settle(ctx, run, meta)
	var r runner
	if err == nil {
		r, err = c.worker(ctx, f, run.ID, meta)
	}
	if err == nil {
		err = c.inheritAgain(ctx, f, run)
	}
	if err != nil {
		return c.halted(ctx, l, run, err)
	}
	c.mu.Lock()
	l.runner = r
	c.mu.Unlock()
	run, err = r.Resume(ctx, run.ID)
	if err == nil && run.Status == graph.Finished {
		err = f.finished(context.WithoutCancel(ctx), r, run.ID)
	}
	return run, err
}

// enter notes that this process executes the run, so that messages reach it at once and Close waits for it.
func (c *Core) enter(ctx context.Context, run graph.Run, meta runMeta) (context.Context, *liveRun, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	l := &liveRun{flow: run.Flow, digest: meta.Card.Digest, cancel: cancel, done: make(chan struct{}), alone: make(chan struct{})}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed || c.live[run.ID] != nil {
		cancel(nil)
		return ctx, nil, fault.New("resume run "+run.ID, fault.Locked, "It is being executed already, or the program is about to end.", nil)
	}
	c.live[run.ID] = l
	return ctx, l, nil
}

func (c *Core) leave(id string, l *liveRun) {
	c.mu.Lock()
	delete(c.live, id)
	c.mu.Unlock()
	l.cancel(nil)
	close(l.done)
}

// stopRuns pauses every run and waits for them.
func (c *Core) stopRuns() {
	c.mu.Lock()
	c.closed = true
	var waiting []chan struct{}
	for _, l := range c.live {
		l.cancel(graph.ErrShutdown)
		waiting = append(waiting, l.done)
	}
	c.mu.Unlock()
	for _, done := range waiting {
		<-done
	}
}

// Send tells a run something: an answer, an edited plan, dig, stop here, finish, pause, cancel. A run that is executed here reads it at
// once; another reads it when it is resumed. An answer reaches the sub-run that asks, and wakes its run.
func (c *Core) Send(ctx context.Context, id string, m graph.Message) error {
	to, whole, err := c.addressee(ctx, id, m)
	if err != nil {
		return err
	}
	if err := c.send(ctx, to, m); err != nil || whole == to {
		return err
	}
	return c.send(ctx, whole, graph.Note(graph.MessageWake, nil))
}

func (c *Core) send(ctx context.Context, id string, m graph.Message) error {
	c.mu.Lock()
	var r runner
	if l := c.live[id]; l != nil {
		r = l.runner
	}
	c.mu.Unlock()
	if r != nil {
		return r.Send(ctx, id, m)
	}
	m.Run, m.At = id, c.config.Now()
	_, err := c.db.Send(ctx, m)
	return notFound(err, id)
}

// Questions returns what a run asks and waits for, its sub-runs included.
func (c *Core) Questions(ctx context.Context, id string) ([]graph.Question, error) {
	run, _, r, err := c.readerOf(ctx, id)
	if err != nil {
		return nil, err
	}
	questions, err := r.Questions(ctx, run.ID)
	if err != nil {
		return nil, notFound(err, id)
	}
	subs, err := c.subRuns(ctx, run.ID)
	for _, sub := range subs {
		asked, err := c.Questions(ctx, sub.ID)
		if err != nil {
			return nil, err
		}
		questions = append(questions, asked...)
	}
	return questions, err
}

// State returns the state of a run of research at a checkpoint; 0 is the last.
func (c *Core) State(ctx context.Context, id string, checkpoint int) (research.State, error) {
	return stateOf(ctx, c, researching{c}.graph(), id, checkpoint)
}

// Run returns a run by its ID or an unambiguous beginning of it.
func (c *Core) Run(ctx context.Context, id string) (graph.Run, error) {
	run, err := c.db.Run(ctx, id)
	if err == nil || !errors.Is(err, graph.ErrNotFound) {
		return run, err
	}
	all, err := c.Runs(ctx)
	if err != nil {
		return run, err
	}
	var fits []graph.Run
	for _, r := range all {
		if id != "" && strings.HasPrefix(r.ID, id) || id == "last" && r.ID == all[0].ID {
			fits = append(fits, r)
		}
	}
	if id == "last" && len(all) == 0 {
		return run, fault.New("", fault.NotFound, "Ask something: rabbithole ask QUESTION, or rabbithole research QUESTION", errors.New("nothing was asked yet"))
	}
	if len(fits) != 1 {
		return run, notFound(graph.ErrNotFound, id)
	}
	return fits[0], nil
}

// Runs returns the runs that a person began, the newest first.
func (c *Core) Runs(ctx context.Context) ([]graph.Run, error) {
	all, err := c.db.Runs(ctx, graph.Filter{})
	return slices.DeleteFunc(all, func(r graph.Run) bool { return !listed(r) }), err
}

// Checkpoints returns the positions a run can be forked from, oldest first.
func (c *Core) Checkpoints(ctx context.Context, id string) ([]graph.Checkpoint, error) {
	list, err := c.db.Checkpoints(ctx, id)
	return list, notFound(err, id)
}

// EventsSince returns a run's durable events after seq, oldest first, at most limit.
func (c *Core) EventsSince(ctx context.Context, id string, seq int64, limit int) ([]event.Event, error) {
	return c.db.Events(ctx, id, seq, limit)
}

func notFound(err error, id string) error {
	if errors.Is(err, graph.ErrNotFound) {
		return fault.New("find run "+id, fault.NotFound, "`rabbithole runs` lists the runs; the first letters of an ID are enough if they are unique.", err)
	}
	return err
}

// newRun is a run that is about to be stored.
type newRun[S any] struct {
	graph *graph.Graph[S]
	begin graph.Begin // without Meta
	meta  runMeta
	state S
	files []string // attached files that are its own from now on, by hash
}

// begin is create for a run that a person begins: what it needs is there, or it is not begun.
func begin[S any](ctx context.Context, c *Core, f flow, n newRun[S]) (graph.Run, error) {
	if _, err := c.worker(ctx, f, "", n.meta); err != nil {
		return graph.Run{}, err
	}
	return create(ctx, c, n)
}

// create stores a run; Resume executes it.
func create[S any](ctx context.Context, c *Core, n newRun[S]) (graph.Run, error) {
	raw, err := json.Marshal(n.meta)
	if err != nil {
		return graph.Run{}, err
	}
	r, err := graph.NewRunner(n.graph, starting{c.db, n.files}, c.running())
	if err != nil {
		return graph.Run{}, err
	}
	n.begin.Meta = raw
	return r.Create(ctx, n.begin, n.state)
}

// starting is the store that a run begins in: its files are its own from the same moment on.
type starting struct {
	*store.DB
	files []string
}

// Commit writes one transaction of a run.
func (s starting) Commit(ctx context.Context, c graph.Commit) ([]event.Event, error) {
	if c.New && len(s.files) > 0 {
		return s.DB.CommitAttached(ctx, c, s.files)
	}
	return s.DB.Commit(ctx, c)
}

// listed reports whether a run is among those that a person began: what another run asked, and what was looked for beside a document, is found there.
func listed(r graph.Run) bool { return r.Parent == "" && r.Flow != related.Name }

// Narration returns what a run said of itself for people, at most the latest limit sentences, oldest first: each event's data is {text, node_id}.
func (c *Core) Narration(ctx context.Context, run string, limit int) ([]event.Event, error) {
	return c.db.Narration(ctx, run, limit)
}
