package answer

import (
	"context"

	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	"rabbithole/backend/graph"
	"rabbithole/backend/step"
)

// evaluate weighs the evidence and decides: enough, go on with other queries, or the budget is spent.
func (f *run) evaluate(c clock, s *State, t *trouble) ([]event.Event, error) {
	f, err := f.informed(c.ctx, *s)
	if err != nil {
		return nil, err
	}
	all, err := f.assess(c.ctx, *s)
	if err != nil {
		return nil, err
	}
	best, err := f.top(c.ctx, *s, all, s.budget().Citations)
	if err != nil {
		return nil, err
	}
	s.rated(all, best)
	decision, err := f.decide(c, s, best, t)
	if err != nil {
		return nil, err
	}
	events := t.events()
	if decision != nil {
		events = append(events, event.New(EventEvaluated, *decision))
	}
	if s.Stop == "" {
		return append(events, s.progress(PhaseIterating, s.round(), sayIterating.In(s.Language, s.last().Reason))), nil
	}
	return append(events, s.progress(PhaseSynthesizing, s.round(), saySynthesizing.In(s.Language, aFound.In(s.Language, len(s.Ranked))))), nil
}

// How the nodes of the loop leave the state, and what comes next where there is a choice.

func planned(s *State) []graph.Task {
	s.Phase = PhasePlanning
	return nil
}

func searched(s *State) []graph.Task {
	s.Phase, s.Pending, s.Cleared = PhaseReading, nil, nil
	return nil
}

func hasRead(s *State) []graph.Task {
	s.Phase = PhaseEvaluating
	return nil
}

func evaluated(s *State) []graph.Task {
	s.Stats.Loops++
	s.Weighed = nil
	if s.Stop == "" {
		s.Phase = PhaseIterating
		return []graph.Task{graph.To("consent")}
	}
	s.Phase, s.Stats.StopReason = PhaseSynthesizing, s.Stop
	return []graph.Task{graph.To("synthesize")}
}

// decide sets why the loop ends, or leaves it going on with queries, and returns what was decided, nil where there was nothing to decide.
func (f *run) decide(c clock, s *State, best []weighed, t *trouble) (*Decision, error) {
	b, round := s.budget(), s.round()
	switch {
	case s.Stop != "":
		return nil, nil
	case b.Single:
		if s.Stop = StopSufficient; len(best) == 0 {
			s.Stop = StopBudget
		}
		return nil, nil
	}
	p := f.loop(*s, told(best))
	p.Left, p.Most = b.Loops-round, s.queriesAllowed(round+1)
	over := s.Weighed == nil && p.Left > 0 && p.Most > 0 && (s.Written != nil || f.late(c, *s, 0))
	if f.working(*s) && (p.Left <= 0 || p.Most <= 0 || over) { // nothing hangs on what the model would say
		if s.Stop = StopBudget; over {
			s.Stop = StopTimeout
		}
		s.Decisions = append(s.Decisions, Decision{extract.Decision{NextAction: extract.Finalize, Queries: []string{}, CoverageGaps: []string{}, TargetSourceTypes: []string{},
			Reason: saySpent.In(s.Language), ByRule: true}, round})
		return &s.Decisions[len(s.Decisions)-1], nil
	}
	if p.Left <= 0 {
		p.Most = 0
	}
	decision, err := f.enough(c, *s, p, t)
	if err != nil {
		return nil, err
	}
	covered := len(best) > 0 && (len(decision.CoverageGaps) == 0 || !decision.ByRule)
	switch {
	case decision.NextAction == extract.Finalize && covered:
		s.Stop = StopSufficient
	case c.left <= 0 || c.work.Err() != nil:
		s.Stop = StopTimeout
	case decision.NextAction == extract.Finalize, len(decision.Queries) == 0, p.Left <= 0, s.Stats.SourcesRead >= b.Sources, f.barren(*s):
		s.Stop = StopBudget // nothing else may or can be looked for
	}
	pending := s.Pending
	if f.decided(s, Decision{decision, round}); s.Stop != "" {
		s.Pending = pending
	}
	return &s.Decisions[len(s.Decisions)-1], nil
}

// enough returns what the model decided with its judgement of this round. Where it read nothing new it is asked now; by rule it is what the evidence says.
func (f *run) enough(c clock, s State, p extract.Loop, t *trouble) (extract.Decision, error) {
	if s.Weighed != nil && s.Weighed.NextAction != "" {
		return *s.Weighed, nil
	}
	return patiently(c, f, s, t, planShare, func(ctx context.Context, k *step.Kit) (extract.Decision, error) {
		if k.Model != nil && s.Weighed == nil {
			if _, decision, err := k.Weigh(ctx, p, nil); err != nil {
				return extract.Decision{}, err
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
