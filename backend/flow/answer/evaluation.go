package answer

import (
	"context"
	"fmt"

	"rabbithole/backend/event"
	"rabbithole/backend/graph"
	"rabbithole/backend/step"
)

// evaluate weighs the evidence and decides: enough, go on with other queries, or the budget is spent.
func (f *run) evaluate(ctx context.Context, s State) (graph.Step[State], error) {
	change := &evaluated{}
	out := graph.Step[State]{Change: change, Next: []graph.Task{graph.To("synthesize")}}
	c, cancel := f.searching(ctx, s)
	defer cancel()
	f, err := f.informed(ctx, s)
	if err != nil {
		return out, err
	}
	all, err := f.assess(ctx, s)
	if err != nil {
		return c.broken(s, out, &change.trouble, err)
	}
	best, err := f.top(ctx, s, all, s.budget().Citations)
	if err != nil {
		return c.broken(s, out, &change.trouble, err)
	}
	for _, w := range all {
		change.Quality = append(change.Quality, w.Quality)
	}
	for _, w := range best {
		change.Ranked = append(change.Ranked, w.ID)
	}
	if err := f.decide(c, s, best, change); err != nil {
		return c.broken(s, out, &change.trouble, err)
	}
	out.Events = append(out.Events, change.events()...)
	if change.Decided {
		out.Events = append(out.Events, event.New(EventEvaluated, change.Decision))
	}
	round := s.round()
	change.Apply(&s)
	words := phrasesFor(s.Language)
	if s.Stop == "" {
		out.Next = []graph.Task{graph.To("consent")}
		out.Events = append(out.Events, s.progress(PhaseIterating, round, fmt.Sprintf(words.iterating, s.last().Reason)))
		return out, nil
	}
	out.Events = append(out.Events, s.progress(PhaseSynthesizing, round, fmt.Sprintf(words.synthesizing, words.found.Of(len(s.Ranked)))))
	return out, nil
}

// decide sets why the loop ends, or leaves it going on with queries.
func (f *run) decide(c clock, s State, best []weighed, change *evaluated) error {
	b, round := s.budget(), s.round()
	switch {
	case s.Stop != "":
		return nil
	case b.Single:
		if change.Stop = StopSufficient; len(best) == 0 {
			change.Stop = StopBudget
		}
		return nil
	}
	p := f.pursuit(s, told(best))
	p.Left, p.Most = b.Loops-round, s.queriesAllowed(round+1)
	over := s.Weighed == nil && p.Left > 0 && p.Most > 0 && f.late(c, s, 0)
	if f.judged(s) && (p.Left <= 0 || p.Most <= 0 || over) { // nothing hangs on what the model would say
		change.Decided, change.Stop = true, StopBudget
		if over {
			change.Stop = StopTimeout
		}
		change.Decision = Decision{step.Decision{NextAction: step.Finalize, Queries: []string{}, CoverageGaps: []string{}, TargetSourceTypes: []string{},
			Reason: phrasesFor(s.Language).spent, ByRule: true}, round}
		return nil
	}
	if p.Left <= 0 {
		p.Most = 0
	}
	decision, err := f.enough(c, s, p, change)
	if err != nil {
		return err
	}
	change.Decided, change.Decision = true, Decision{decision, round}
	change.Fallback = decision.ByRule && f.Kit.Model != nil
	covered := len(best) > 0 && (len(decision.CoverageGaps) == 0 || !decision.ByRule)
	switch {
	case decision.NextAction == step.Finalize && covered:
		change.Stop = StopSufficient
	case c.left <= 0 || c.work.Err() != nil:
		change.Stop = StopTimeout
	case decision.NextAction == step.Finalize, len(decision.Queries) == 0, p.Left <= 0, s.Stats.SourcesRead >= b.Sources, f.barren(s):
		change.Stop = StopBudget // nothing else may or can be looked for
	}
	return nil
}

// enough returns what the model decided with its judgement of this round. Where it read nothing new it is asked now; by rule it is what the evidence says.
func (f *run) enough(c clock, s State, p step.Pursuit, change *evaluated) (step.Decision, error) {
	if s.Weighed != nil && s.Weighed.NextAction != "" {
		return *s.Weighed, nil
	}
	return patiently(c, f, s, &change.trouble, planShare, func(ctx context.Context, k *step.Kit) (step.Decision, error) {
		if k.Model != nil && s.Weighed == nil {
			if _, decision, err := k.Weigh(ctx, p, nil); err != nil {
				return step.Decision{}, err
			} else if decision != nil {
				return *decision, nil
			}
		}
		return k.Suffice(ctx, p)
	})
}

// barren reports whether nothing that was found is left to read and the last two rounds found no source that was not known.
func (f *run) barren(s State) bool {
	round := s.round()
	if round < 2 || len(f.choose(s, 1, nil)) > 0 {
		return false
	}
	for _, x := range s.Sources {
		if x.Loop >= round-1 {
			return false
		}
	}
	return true
}
