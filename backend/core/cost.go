package core

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/event"
	"rabbithole/backend/report"
	"rabbithole/backend/step"
	"rabbithole/backend/store"
)

// Cost is where a run's model calls, tokens and time went.
type Cost struct {
	Run   string        `json:"run"`
	Steps []StepCost    `json:"steps"` // in the order in which they were first taken
	All   StepCost      `json:"all"`
	Time  time.Duration `json:"time"` // the run worked, the model included, waiting for people left out
}

// StepCost is what one step of reasoning cost over a whole run.
type StepCost struct {
	Step         string        `json:"step"`
	Calls        int           `json:"calls"`    // those of the journal and those that were broken off included
	Replayed     int           `json:"replayed"` // answered by the journal: nothing was computed
	Repaired     int           `json:"repaired"` // second calls, because the first answer could not be used
	Fallbacks    int           `json:"fallbacks"`
	PromptTokens int           `json:"prompt_tokens"`
	ReplyTokens  int           `json:"reply_tokens"`
	Time         time.Duration `json:"time"` // of the calls that were computed
}

// Cost adds up what a run's calls cost, by step, from its events. A run without a model has none.
func (c *Core) Cost(ctx context.Context, id string) (Cost, error) {
	run, err := c.Run(ctx, id)
	if err != nil {
		return Cost{}, err
	}
	events, err := c.EventsSince(ctx, run.ID, 0, 0)
	if err != nil {
		return Cost{}, err
	}
	subs, err := c.subRuns(ctx, run.ID)
	if err != nil {
		return Cost{}, err
	}
	for _, sub := range subs {
		more, err := c.EventsSince(ctx, sub.ID, 0, 0)
		if err != nil {
			return Cost{}, err
		}
		events = append(events, more...)
	}
	slices.SortFunc(events, func(a, b event.Event) int { return cmp.Compare(a.Seq, b.Seq) })
	out := Cost{Run: run.ID, Steps: []StepCost{}}
	for _, e := range events {
		switch e.Kind {
		case step.EventCalled, step.EventBroken:
			called, err := dataOf[step.CalledData](e)
			if err != nil {
				return out, err
			}
			out.step(called.Step).add(called)
		case step.EventFallback:
			fell, err := dataOf[step.FallbackData](e)
			if err != nil {
				return out, err
			}
			out.step(fell.Step).Fallbacks++
		}
	}
	for _, s := range out.Steps {
		out.All.sum(s)
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

// unkept is what a run spent that its state does not keep: on calls that were answered in a step which has not ended, or had to begin again, and on calls that were broken off.
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
	events, err := c.db.EventsOf(ctx, run, string(step.EventBroken))
	for _, data := range events {
		var b step.CalledData
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

func dataOf[T any](e event.Event) (T, error) {
	var v T
	err := json.Unmarshal(e.Data, &v)
	return v, err
}

// step returns the row of a step, a new one at its first call.
func (c *Cost) step(name string) *StepCost {
	for i := range c.Steps {
		if c.Steps[i].Step == name {
			return &c.Steps[i]
		}
	}
	c.Steps = append(c.Steps, StepCost{Step: name})
	return &c.Steps[len(c.Steps)-1]
}

func (s *StepCost) add(d step.CalledData) {
	s.Calls++
	if d.Attempt > 0 {
		s.Repaired++
	}
	s.PromptTokens += d.PromptTokens
	s.ReplyTokens += d.ReplyTokens
	if d.Replayed {
		s.Replayed++
		return
	}
	s.Time += d.Elapsed
}

func (s *StepCost) sum(o StepCost) {
	s.Calls, s.Replayed, s.Repaired, s.Fallbacks = s.Calls+o.Calls, s.Replayed+o.Replayed, s.Repaired+o.Repaired, s.Fallbacks+o.Fallbacks
	s.PromptTokens, s.ReplyTokens, s.Time = s.PromptTokens+o.PromptTokens, s.ReplyTokens+o.ReplyTokens, s.Time+o.Time
}
