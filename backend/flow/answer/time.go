package answer

import (
	"context"
	"errors"
	"slices"
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/event"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow"
	"rabbithole/backend/reason"
	"rabbithole/backend/step"
)

// How a run divides its time. What is kept for the writing cannot be spent on searching.
const (
	writeShare  = 0.35             // of the whole timeout, kept for the writing
	mostShare   = 0.6              // and at most this, where a slow model needs more
	mostWriting = 45 * time.Second // and at most this long without a model
	planShare   = 0.4              // of what is left for searching: a decision of the model before anything was read
	webShare    = 0.6              // a batch of searches or reads
	overtime    = 3                // times what writing and checking should take
	modelShare  = 0.9              // of what is left for writing; the rest is there to write by rule
)

// clock is the time of one node: ctx ends by the person's wish, work also when the time for searching is over.
type clock struct {
	ctx, work context.Context
	left      time.Duration // for searching; nothing may be begun when it is not positive
}

// searching bounds a node of the loop by the time left for searching.
func (f *run) searching(ctx context.Context, s State) (clock, context.CancelFunc) {
	b := s.budget()
	return bounded(ctx, b.Timeout-s.Spend.Time-f.reserve(s))
}

// reserve is the time that is kept for the writing: what the model needs to write and to check, within bounds.
func (f *run) reserve(s State) time.Duration {
	whole := s.budget().Timeout
	share := time.Duration(float64(whole) * writeShare)
	if f.Kit.Model == nil {
		return min(mostWriting, share)
	}
	needs := writeTakes[s.Profile].and(checkTakes[s.Profile]).by(f.Kit.Model.Card())
	return max(min(mostWriting, share), min(needs, time.Duration(float64(whole)*mostShare)))
}

// writing bounds the writing by what is left of the whole timeout, less what writing by rule needs. Where the person set no time, an answer that takes
// longer than was planned for is still written and checked.
func (f *run) writing(ctx context.Context, s State) (clock, context.CancelFunc) {
	left := time.Duration(float64(s.budget().Timeout-s.Spend.Time) * modelShare)
	if f.Kit.Model != nil && !s.Settings.timed(s.Profile) {
		left = max(left, overtime*writeTakes[s.Profile].and(checkTakes[s.Profile]).by(f.Kit.Model.Card()))
	}
	return bounded(ctx, left)
}

// settling bounds a call that reads and writes in one: it may take of what is kept for the writing all that checking does not need.
func (f *run) settling(c clock, s State) (clock, context.CancelFunc) {
	return bounded(c.ctx, c.remains()+time.Duration(float64(f.reserve(s))*respondShare))
}

func bounded(ctx context.Context, left time.Duration) (clock, context.CancelFunc) {
	work, cancel := budget.WithTime(ctx, max(0, left))
	return clock{ctx, work, left}, cancel
}

// remains is what is left for searching now.
func (c clock) remains() time.Duration {
	deadline, _ := c.work.Deadline()
	return time.Until(deadline)
}

// share bounds work by a share of what it has left, and by most if that is positive.
func (c clock) share(share float64, most time.Duration) (context.Context, context.CancelFunc) {
	d := time.Duration(float64(c.remains()) * share)
	if most > 0 {
		d = min(d, most)
	}
	return budget.WithTime(c.work, d)
}

// trouble is what a node got over.
type trouble struct {
	Warnings []Warning
	Slow     bool   // the model is gone
	Stop     string // why the loop ends with this node
}

func (t *trouble) warn(phase, text, source string) {
	t.Warnings = append(t.Warnings, Warning{Phase: phase, Text: text, Source: source})
}

// events tells of the warnings.
func (t *trouble) events() []event.Event {
	var out []event.Event
	for _, w := range t.Warnings {
		out = append(out, event.New(EventWarning, w))
	}
	return out
}

// applied takes over what a node got over.
func (t trouble) applied(s *State) {
	s.Warnings = append(s.Warnings, t.Warnings...)
	s.Slow = s.Slow || t.Slow
	if s.Stop == "" {
		s.Stop = t.Stop
	}
}

// patiently does a step with the model in its share of the time, and by rule when the model takes longer or is gone. By rule it takes no time to speak
// of: only the person's wish stops it. A model that was slow is asked again at the next step; one that is gone is not.
func patiently[T any](c clock, f *run, s State, t *trouble, share float64, do func(context.Context, *step.Kit) (T, error)) (T, error) {
	if f.Kit.Model != nil && !s.Slow && !t.Slow {
		inner, cancel := c.share(share, 0)
		out, err := do(inner, f.Kit)
		late := inner.Err() != nil
		cancel()
		if err == nil || c.ctx.Err() != nil || !late && !unreachable(err) {
			return out, err
		}
		f.fellBack(c.ctx, s, t, late)
	}
	return do(c.ctx, f.Kit.ByRule())
}

// byRule is the flow without its model.
func (f *run) byRule() *run {
	tools := f.Tools
	tools.Kit = f.Kit.ByRule()
	return &run{tools}
}

// fellBack notes that a step is done without the model, and every step from here where it is gone. A person is told once.
func (f *run) fellBack(ctx context.Context, s State, t *trouble, late bool) {
	text := sayModelGone.In(s.Language)
	if late {
		text = sayModelSlow.In(s.Language)
	}
	t.Slow = t.Slow || !late
	f.Kit.Meter.Add(budget.Spend{Fallbacks: 1})
	if f.Kit.Emit != nil {
		f.Kit.Emit(ctx, event.New(reason.EventFallback, reason.FallbackData{Step: Name, Reason: text}))
	}
	told := func(w Warning) bool { return w.Text == text }
	if !slices.ContainsFunc(s.Warnings, told) && !slices.ContainsFunc(t.Warnings, told) {
		t.warn(s.Phase, text, "")
	}
}

// unreachable reports whether the model itself is the trouble.
func unreachable(err error) bool {
	switch fault.KindOf(err) {
	case fault.Unavailable, fault.NotFound, fault.Denied:
		return true
	}
	return false
}

// broken notes a failure that ends the loop.
func (t *trouble) broken(s State, err error) {
	if t.Stop = StopError; errors.Is(err, context.DeadlineExceeded) {
		t.Stop = StopTimeout
	} else {
		t.warn(s.Phase, sayBroken.In(s.Language)+" "+flow.Reason(err), "")
	}
}
