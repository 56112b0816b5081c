package core

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/core/course"
	"rabbithole/backend/event"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/ollama"
	"rabbithole/backend/reason"
	"rabbithole/backend/store"
	"rabbithole/prompts"
)

// voice is the model of one run. It tells what it does while it works, and what it writes; waiting for the call of another run is not
// counted as work of its run, and a person may have the run do without it.
type voice struct {
	*ollama.Model
	core  *Core
	run   string
	meta  runMeta
	alone <-chan struct{} // closed when the run is to do without

	once   sync.Once
	spent  budget.Spend  // by earlier processes and before the first call
	at     time.Time     // the first call began
	course course.Course // what calls such a run has

	mu       sync.Mutex
	waited   time.Duration
	under    int            // calls that the model works on
	answered budget.Spend   // of this process: calls that are over and their tokens
	made     []course.Call  // those under way and those of earlier processes included
	paid     map[string]int // of these, how many of earlier processes the journal may answer once more
	own      store.Pace     // of the calls that were computed
	guessed  int            // what their prompts were estimated to have, in tokens
	foretold time.Duration  // how long the run was said to take, last
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
	if err != nil {
		v.broke(ctx, t, err)
	}
	t.finish(reply, err)
	if err != nil && ctx.Err() == nil && inner.Err() != nil {
		err = errAlone
	}
	return reply, err
}

// recall looks up what the run had spent before this process went on with it, and what such runs take.
func (v *voice) recall(ctx context.Context) {
	v.at, v.paid = time.Now(), map[string]int{}
	run, err := v.core.db.Run(ctx, v.run)
	if err != nil {
		return // what is told is less exact
	}
	if f, err := v.core.flowOf(run); err == nil {
		if stands, err := f.stands(ctx, run.ID); err == nil {
			own, broken, _ := v.core.unkept(ctx, run.ID, stands.Spend)
			v.spent = stands.Spend.Plus(broken)
			v.spent.Time += own.Time // its tokens count when the journal answers
		}
	}
	if paid, err := v.core.db.Calls(ctx, v.run); err == nil {
		for _, call := range paid {
			v.paid[call.Step]++
		}
	}
	course, paid, left, _ := v.core.ahead(ctx, run)
	v.course, v.made, v.foretold = course, callsOf(paid), left // as whoever reads the run was told
}

// broke notes what a call cost that was broken off: the run keeps nothing else of it.
func (v *voice) broke(ctx context.Context, t *telling, err error) {
	t.mu.Lock()
	cost := t.cost()
	t.mu.Unlock()
	if cost.Step == "" {
		return
	}
	if !errors.Is(ctx.Err(), context.Canceled) && (ctx.Err() != nil || !reason.Gone(err)) {
		cost.Elapsed = 0
	}
	v.mu.Lock()
	v.answered = v.answered.Plus(cost.Spend())
	v.mu.Unlock()
	e := event.New(reason.EventBroken, cost)
	e.Run, e.At = v.run, v.core.config.Now()
	written, err := v.core.db.AppendEvents(context.WithoutCancel(ctx), []event.Event{e})
	if err != nil {
		v.core.config.say(fmt.Sprintf("What a call cost that was broken off could not be stored: %v", err))
	}
	for _, e := range written {
		v.core.Events.Publish(e)
	}
}

// begin counts a call that the model begins to work on: its number in the run and what calls it made, this one included.
func (v *voice) begin(step string, prompt int) (number int, made []course.Call) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.under++
	v.made = append(v.made, course.Call{Step: step, Prompt: prompt})
	return v.spent.Calls + v.answered.Calls + v.under, slices.Clone(v.made)
}

// end counts what became of a call. What the journal answered took no time, and tells nothing of the model.
func (v *voice) end(step string, begun bool, guessed int, reply prompts.Reply, err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case begun:
		v.under--
	case reply.Replayed && v.paid[step] > 0:
		v.paid[step]--
	case err == nil:
		v.made = append(v.made, course.Call{Step: step, Prompt: reply.PromptTokens})
	}
	if err != nil {
		for i := len(v.made) - 1; begun && i >= 0; i-- {
			if v.made[i].Step == step {
				v.made = slices.Delete(v.made, i, i+1)
				break
			}
		}
		return
	}
	v.answered = v.answered.Plus(budget.Spend{Calls: 1, PromptTokens: reply.PromptTokens, ReplyTokens: reply.ReplyTokens})
	if !reply.Replayed && reply.PromptTokens > 0 {
		v.own.Add(reply.PromptTokens, reply.ReplyTokens, reply.Elapsed)
		v.guessed += guessed
	}
}

// spending is what the run spent on calls that are over.
func (v *voice) spending() budget.Spend {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.spent.Plus(v.answered)
}

// ofEstimate is how many of the tokens that are estimated of a prompt there are before a model's own counts tell: prompts.EstimateTokens
// says rather too many.
const ofEstimate = 0.7

// tokens is about how many tokens a prompt has that is estimated to have so many: as the prompts of the run before it had.
func (v *voice) tokens(guessed int) int {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.guessed > 0 {
		return guessed * v.own.Prompt / v.guessed
	}
	return int(float64(guessed) * ofEstimate)
}

// pace is how much work the model does a second; 0 when that is not known.
func (v *voice) pace(ctx context.Context) float64 {
	v.mu.Lock()
	own := v.own
	v.mu.Unlock()
	pace, _ := v.core.measured(ctx, v.meta.Card.Digest, own) // else less is told
	return pace
}

// foretell is what is told of how long the run takes, about, that is ahead: it only falls. Only where much more is ahead is that said anew: it is late.
func (v *voice) foretell(ahead time.Duration) (left time.Duration, late bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	late = v.foretold > 0 && float64(ahead) > course.Late*float64(max(v.foretold, 5*time.Second))
	if late || v.foretold == 0 || ahead < v.foretold {
		v.foretold = ahead
	}
	return max(time.Second, v.foretold), late
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
		return fault.New("go on with run "+run.ID+" without the model", fault.Usage,
			"Only an answer can. Cancel the run and begin another one with --engine extractive.", nil)
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
