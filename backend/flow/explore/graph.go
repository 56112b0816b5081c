package explore

import (
	"context"
	"slices"
	"sync"
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
)

// Name is the flow's name in the list of runs.
const Name = "explore"

// Tools are what the flow works with. Attached may be nil when nothing is attached.
type Tools struct {
	flow.Tools
	Attached Attached
	Rows     Rows
}

// New draws the graph.
func New(t Tools) *graph.Graph[State] {
	f := &run{t, &left{}, &watch{}}
	return graph.New[State](Name, StateVersion).
		Changes(&searched{}, &browsed{}, &judged{}, &decomposed{}, &reported{}).
		Node("open", f.timed((*run).open), graph.Edges("parse", "bind")).
		Node("parse", f.timed((*run).parse), graph.Edges("parse", "bind")).
		Node("bind", f.timed((*run).bind), graph.Edges("search", "report")).
		Node("search", f.timed(informed((*run).search)), graph.Edges("browse", "suffice", "report")).
		Node("browse", f.timed(informed((*run).browse)), graph.Edges("suffice", "report")).
		Node("suffice", f.timed(informed((*run).suffice)), graph.Edges("decompose", "report")).
		Node("dig", f.timed((*run).dig), graph.Edges("decompose")).
		Node("decompose", f.timed(informed((*run).decompose)), graph.Edges("search", "report")).
		Join("report", f.timed(informed((*run).report))).
		OnMessage(f.steer, "search", "dig", "report").
		OnHeard(f.heard).
		Start("open")
}

type run struct {
	Tools
	left  *left
	watch *watch
}

// left is what the branches of a run share of its limits.
type left struct {
	begun sync.Once
	calls *reason.Calls // nil: no limit
}

// timed gives a node a meter of its own, because branches work side by side, and charges what it spends to the change it returns.
func (f *run) timed(node func(*run, context.Context, State) (graph.Step[State], error)) graph.NodeFunc[State] {
	return func(ctx context.Context, s State) (graph.Step[State], error) {
		kit, own := *f.Kit, *f
		kit.Meter, own.Kit = &budget.Meter{}, &kit
		f.watch.enter(f.Now())
		defer f.watch.leave()
		out, err := flow.Charged(&kit, func(ctx context.Context, s State) (graph.Step[State], error) {
			limited, stop := f.within(ctx, s)
			defer stop()
			return node(&own, limited, s)
		}, func(held time.Duration) time.Duration { return f.watch.take(f.Now()) - held })(ctx, s)
		f.Kit.Meter.Add(kit.Meter.Spent())
		return out, err
	}
}

// within bounds what a node asks of the model. While questions are worked on, what the report takes is kept.
func (f *run) within(ctx context.Context, s State) (context.Context, context.CancelFunc) {
	whole := flow.WithModel(flow.Limits(s.Settings.MaxCalls, s.Settings.MaxMinutes))
	of := whole
	if len(s.Tree) == 0 || s.Summary().Open > 0 {
		of = flow.Gathering(whole)
	}
	if whole.Calls > 0 {
		f.left.begun.Do(func() { f.left.calls = reason.NewCalls(whole.Calls - s.Spend.Calls) })
	}
	return flow.Within(ctx, of, s.Spend, f.left.calls, whole.Calls-of.Calls)
}

// at is the argument of a task on a question. A task whose question the person has asked anew since is void.
type at struct {
	ID  string `json:"id"`
	Gen int    `json:"gen,omitempty"`
}

func (n Node) task(node string) graph.Task { return graph.With(node, at{n.ID, n.Gen}) }

// done ends a branch: the report waits for all of them.
func done() []graph.Task { return []graph.Task{graph.To("report")} }

// here returns the question of the task and its row; ok is false when there is nothing left to do for it.
func (f *run) here(ctx context.Context, s State, statuses ...string) (n Node, r Record, ok bool, err error) {
	a, err := graph.Arg[at](ctx)
	if err != nil {
		return n, r, false, err
	}
	x := s.node(a.ID)
	if x == nil || x.Gen != a.Gen || !slices.Contains(statuses, x.Status) {
		return n, r, false, nil
	}
	r, err = Read(ctx, f.Rows, s, *x)
	return *x, r, true, err
}

// each reads the questions of the tree, in the order of planting.
func (f *run) each(ctx context.Context, s State, do func(n Node, r Record)) error {
	for _, n := range s.Tree {
		if n.Status == NodeMerged || n.Status == NodeDropped {
			continue
		}
		r, err := Read(ctx, f.Rows, s, n)
		if err != nil {
			return err
		}
		do(n, r)
	}
	return nil
}

// watch is how long a run works as time passes: what branches do side by side counts once.
type watch struct {
	mu    sync.Mutex
	nodes int       // at work
	since time.Time // what passed until then was taken
}

// enter says that a node begins to work.
func (w *watch) enter(now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.nodes++; w.nodes == 1 {
		w.since = now
	}
}

func (w *watch) leave() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.nodes--
}

// take returns the time that passed while nodes worked and that none was charged with yet, and charges it.
func (w *watch) take(now time.Time) time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	passed := now.Sub(w.since)
	w.since = now
	return passed
}

// passed is what take would return.
func (w *watch) passed(now time.Time) time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	return now.Sub(w.since)
}
