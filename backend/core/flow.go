package core

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"rabbithole/backend/budget"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/step"
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
	Examine(ctx context.Context, run string, seq int, doubtful bool) error
	Fork(ctx context.Context, id string, seq int) (graph.Run, error)
	Prune(ctx context.Context, run string, keep func(graph.Checkpoint) bool) error
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
	return nil, fault.New("read run "+run.ID, fault.Usage, "Update the program: a newer version made this run.", fmt.Errorf("there is no flow %q", run.Flow))
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
		return none, fault.New("look at run "+run.ID, fault.Usage, "`rabbithole show "+run.ID+"` shows it.", fmt.Errorf("it is a run of %s, not of %s", run.Flow, g.Name()))
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
