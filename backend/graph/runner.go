package graph

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"rabbithole/backend/event"
)

// Options adjust a Runner. The zero value works.
type Options struct {
	Bus      *event.Bus       // where committed and ephemeral events are broadcast; nil for nowhere
	Now      func() time.Time // time.Now
	NewID    func() string    // of runs; 12 random letters and digits
	Parallel int              // tasks of one run at the same time; 4
	Poll     time.Duration    // how often the inbox is looked at; 200 ms
	Grace    time.Duration    // how long a stopped node is waited for, then it is left behind; 500 ms
}

// Runner executes the runs of one graph. Its methods may be called from any goroutine.
type Runner[S any] struct {
	graph *Graph[S]
	store Store
	opt   Options

	mu   sync.Mutex
	live map[string]chan struct{} // wakes the run's loop
}

// NewRunner returns a runner, or what is wrong with the graph. The graph must not be changed any more.
func NewRunner[S any](g *Graph[S], store Store, opt Options) (*Runner[S], error) {
	if err := g.Validate(); err != nil {
		return nil, err
	}
	if opt.Bus == nil {
		opt.Bus = &event.Bus{}
	}
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.NewID == nil {
		opt.NewID = func() string { return strings.ToLower(rand.Text()[:12]) }
	}
	opt.Parallel = orElse(opt.Parallel, 4)
	opt.Poll = orElse(opt.Poll, 200*time.Millisecond)
	opt.Grace = orElse(opt.Grace, 500*time.Millisecond)
	return &Runner[S]{graph: g, store: store, opt: opt, live: map[string]chan struct{}{}}, nil
}

func orElse[T int | time.Duration](v, other T) T {
	if v <= 0 {
		return other
	}
	return v
}

// Create stores a new run in status queued and its first checkpoint. It fails with ErrExists for an ID that is taken.
func (r *Runner[S]) Create(ctx context.Context, b Begin, s S) (Run, error) {
	state, err := r.graph.encodeState(s)
	if err != nil {
		return Run{}, err
	}
	p := position{Visits: map[string]int{}}
	if err := p.add(&r.graph.layout, To(r.graph.start)); err != nil {
		return Run{}, err
	}
	if err := p.join(&r.graph.layout); err != nil {
		return Run{}, err
	}
	run := Run{ID: b.ID, Flow: r.graph.name, Title: b.Title, Parent: b.Parent, Meta: b.Meta}
	return r.create(ctx, run, state, p)
}

// create stores a new run that stands at p.
func (r *Runner[S]) create(ctx context.Context, run Run, state json.RawMessage, p position, events ...event.Event) (Run, error) {
	if run.ID == "" {
		run.ID = r.opt.NewID()
	}
	now := r.opt.Now()
	run.Status, run.Created, run.Updated = Queued, now, now
	tasks, err := json.Marshal(p)
	if err != nil {
		return Run{}, err
	}
	first := Checkpoint{Run: run.ID, Seq: 1, Version: r.graph.version, State: state, Tasks: tasks, At: now}
	stamp(events, run.ID, now)
	written, err := r.store.Commit(ctx, Commit{Run: run, New: true, Checkpoint: &first, Events: events})
	if err != nil {
		return Run{}, wrap("create", run.ID, err)
	}
	r.publish(written)
	return run, nil
}

// Start creates a run and resumes it.
func (r *Runner[S]) Start(ctx context.Context, b Begin, s S) (Run, error) {
	run, err := r.Create(ctx, b, s)
	if err != nil {
		return run, err
	}
	return r.Resume(ctx, run.ID)
}

// Resume executes a run from its last checkpoint until it stops: look at the returned Run's Status. It returns the node's
// error when the run failed, and an error of its own when there is no such run (ErrNotFound), when it is being executed here
// (ErrLive) or is finished (ErrFinished). The end of ctx cancels the run within about Options.Grace; when the cause is
// ErrShutdown it is paused instead. Either can be resumed.
func (r *Runner[S]) Resume(ctx context.Context, id string) (Run, error) {
	run, err := r.execute(ctx, id)
	for err == nil && run.Status == Waiting {
		// Who sent a message before the run ceased to be live counts on it being read.
		inbox, failed := r.store.Inbox(ctx, id)
		if failed != nil || len(inbox) == 0 {
			return run, wrap("read inbox of", id, failed)
		}
		again, failed := r.execute(ctx, id)
		if errors.Is(failed, ErrLive) {
			return run, nil
		}
		run, err = again, failed
	}
	return run, err
}

// execute does what Resume says, but may miss a message that came while it ended.
func (r *Runner[S]) execute(ctx context.Context, id string) (Run, error) {
	wake, err := r.enter(id)
	if err != nil {
		return Run{}, err
	}
	defer r.leave(id)
	run, err := r.known(ctx, id)
	if err != nil {
		return run, err
	}
	if run.Status == Finished {
		return run, wrap("resume", id, ErrFinished)
	}
	c, err := r.store.Checkpoint(ctx, id, 0)
	if err != nil {
		return run, wrap("resume", id, err)
	}
	l, err := newLoop(r, run, c, wake)
	if err != nil {
		return run, err
	}
	err = l.drive(ctx)
	return l.run, err
}

// ErrShutdown is the cause to cancel a context with (context.WithCancelCause) when the program ends rather than the run.
var ErrShutdown = errors.New("program ends")

// Send puts a message into the run's inbox. A run that is being executed here reads it at once, one executed elsewhere within
// Options.Poll; any other when it is resumed: after Send, the caller resumes a run that is not Live and should go on.
func (r *Runner[S]) Send(ctx context.Context, run string, m Message) error {
	m.Run, m.At = run, r.opt.Now()
	if _, err := r.store.Send(ctx, m); err != nil {
		return wrap("send "+m.Kind+" to", run, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if wake := r.live[run]; wake != nil {
		select {
		case wake <- struct{}{}:
		default:
		}
	}
	return nil
}

// Live says whether the run is being executed by this runner.
func (r *Runner[S]) Live(run string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.live[run] != nil
}

// enter marks the run live.
func (r *Runner[S]) enter(id string) (chan struct{}, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.live[id] != nil {
		return nil, wrap("resume", id, ErrLive)
	}
	wake := make(chan struct{}, 1)
	r.live[id] = wake
	return wake, nil
}

func (r *Runner[S]) leave(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.live, id)
}

// known returns a run of this runner's graph.
func (r *Runner[S]) known(ctx context.Context, id string) (Run, error) {
	run, err := r.store.Run(ctx, id)
	if err == nil && run.Flow != r.graph.name {
		err = fmt.Errorf("it belongs to graph %q, not %q", run.Flow, r.graph.name)
	}
	return run, wrap("read", id, err)
}

func (r *Runner[S]) publish(events []event.Event) {
	for _, e := range events {
		r.opt.Bus.Publish(e)
	}
}
