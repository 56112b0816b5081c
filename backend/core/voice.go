package core

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/ollama"
	"rabbithole/prompts"
)

// voice is the model of one run. It tells what it does while it works, and what it writes; waiting for the call of another run is not counted as work of its run, and a person
// may have the run do without it.
type voice struct {
	*ollama.Model
	core  *Core
	run   string
	meta  runMeta
	meter *budget.Meter
	alone <-chan struct{} // closed when the run is to do without

	once  sync.Once
	spent budget.Spend // by earlier processes and before the first call
	at    time.Time    // the first call began
	calls int          // that such a run takes, about; 0 when that is not known

	mu     sync.Mutex
	waited time.Duration
}

// errAlone is why nothing is asked of a model any more.
var errAlone = errors.New("you had the run go on without the model")

// heartbeat is how often a call under way is told of.
const heartbeat = time.Second

// Declined reports whether a person had the run go on without its model.
func (v *voice) Declined() bool {
	select {
	case <-v.alone:
		return true
	default:
		return false
	}
}

// Generate answers one call, as ollama.Model does.
func (v *voice) Generate(ctx context.Context, call prompts.Call, onToken func(string)) (prompts.Reply, error) {
	if v.Declined() {
		return prompts.Reply{}, errAlone
	}
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	t := v.telling(ctx, call)
	over := make(chan struct{})
	var idle sync.WaitGroup
	idle.Go(func() {
		tick := time.NewTicker(heartbeat)
		defer tick.Stop()
		alone := v.alone
		for {
			select {
			case <-tick.C:
				t.tell("")
			case <-alone:
				cancel(errAlone)
				alone = nil
			case <-over:
				return
			}
		}
	})
	reply, err := v.Model.Generate(ollama.Watched(inner, t.see), call, func(piece string) {
		t.hear(piece)
		if onToken != nil {
			onToken(piece)
		}
	})
	close(over)
	idle.Wait()
	t.finish()
	if err != nil && ctx.Err() == nil && inner.Err() != nil {
		err = errAlone
	}
	return reply, err
}

// recall looks up what the run had spent before this process went on with it, and what such runs take.
func (v *voice) recall(ctx context.Context) {
	v.at = time.Now()
	run, err := v.core.db.Run(ctx, v.run)
	if err != nil {
		return // what is told is less exact
	}
	if f, err := v.core.flowOf(run); err == nil {
		if spent, err := f.spent(ctx, run.ID); err == nil {
			v.spent = spent
		}
	}
	v.spent = v.spent.Minus(v.meter.Spent())
	var e Estimate
	if v.core.expect(ctx, run.Flow, v.meta, &e) == nil {
		v.calls = e.Calls
	}
}

// hold stops the clocks of a run until it is let go.
func (v *voice) hold(ctx context.Context) (release func()) {
	goOn, since := budget.Hold(ctx), time.Now()
	return func() {
		goOn()
		v.mu.Lock()
		defer v.mu.Unlock()
		v.waited += time.Since(since)
	}
}

// worked is how long the run has worked, about, a wait under way included.
func (v *voice) worked() time.Duration {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.spent.Time + time.Since(v.at) - v.waited
}

// aloneOf returns what is closed when a run that is executed here is to do without its model; nil for any other.
func (c *Core) aloneOf(run string) <-chan struct{} {
	if l := c.liveOf(run); l != nil {
		return l.alone
	}
	return nil
}

// WithoutModel has an answer go on without its model: what it asks of it is given up. One that is not being made is left as it is.
func (c *Core) WithoutModel(ctx context.Context, id string) error {
	run, err := c.Run(ctx, id)
	if err != nil {
		return err
	}
	if run.Flow != answer.Name {
		return fault.New("go on with run "+run.ID+" without the model", fault.Usage, "Only an answer can. Cancel the run and begin another one with --engine extractive.", nil)
	}
	l := c.liveOf(run.ID)
	if l == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-l.alone:
	default:
		close(l.alone)
	}
	return nil
}

// flowName is the flow of a run that is executed here, "" for any other.
func (c *Core) flowName(run string) string {
	if l := c.liveOf(run); l != nil {
		return l.flow
	}
	return ""
}

// liveOf is how the run is executed here that a run is, or is a part of; nil when it is not.
func (c *Core) liveOf(run string) *liveRun {
	id, _, _ := strings.Cut(run, "/")
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.live[id]
}
