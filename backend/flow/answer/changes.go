package answer

import (
	"context"

	"rabbithole/backend/budget"
	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	"rabbithole/backend/graph"
	"rabbithole/prompts"
)

// Charge takes what a node spent into the state, as the time of its phase.
func (s *State) Charge(ctx context.Context, spend budget.Spend) {
	s.Spend = s.Spend.Plus(spend)
	if s.Stats.StageMillis == nil {
		s.Stats.StageMillis = map[string]int64{}
	}
	s.Stats.StageMillis[PhaseOf(graph.NodeName(ctx))] += spend.Time.Milliseconds()
	s.Stats.TotalMillis = s.Spend.Time.Milliseconds()
}

// decided takes a decision of the planner over. One by rule although there is a model is counted.
func (f *run) decided(s *State, d Decision) {
	s.Decisions = append(s.Decisions, d)
	s.Pending = d.Queries
	if d.ByRule && f.Kit.Model != nil {
		s.Stats.PlannerFallbacks++
	}
}

// read is what reading sources came to.
type read struct {
	trouble
	Sources   []Source // new ones, and known ones as they are now
	Read      []string
	Kept      []Kept
	Links     []Link
	Weighed   *extract.Decision
	Written   *prompts.RespondOut
	next      int // number of the next ID of evidence
	Attempts  int
	Successes int
	Failures  map[string]int
	ByRule    bool // a model was to judge, and did not
	kept      []event.Event
}

// opened is how many sources were read.
func (c *read) opened() int {
	n := 0
	for _, x := range c.Sources {
		if x.Status == statusRead {
			n++
		}
	}
	return n
}

// take adds what was read and kept to the state.
func (c *read) take(s *State) {
	s.Stats.SourcesRead += c.opened()
	s.replace(c.Sources)
	for _, k := range c.Kept {
		if x := s.source(k.Source); x != nil {
			x.Kept++
		}
	}
	if len(c.Read) > 0 {
		s.Unjudged = c.ByRule && (s.Unjudged || len(s.Read) == 0)
	}
	s.Read, s.Evidence, s.Links = append(s.Read, c.Read...), append(s.Evidence, c.Kept...), append(s.Links, c.Links...)
	s.Stats.FetchAttempts += c.Attempts
	s.Stats.FetchSuccesses += c.Successes
	if s.Stats.FetchFailures == nil {
		s.Stats.FetchFailures = map[string]int{}
	}
	for status, n := range c.Failures {
		s.Stats.FetchFailures[status] += n
	}
	s.Stats.EvidenceFound = len(s.Evidence)
}

// replace puts sources in the place of those with their key, and appends the others.
func (s *State) replace(list []Source) {
	for _, x := range list {
		if old := s.source(x.Key); old != nil {
			*old = x
		} else {
			s.Sources = append(s.Sources, x)
		}
	}
}

// rated takes over what the evidence is worth, in its order, and what of it an answer is written from.
func (s *State) rated(all, best []weighed) {
	for i, w := range all {
		s.Evidence[i].Quality = w.Quality
	}
	s.Ranked = nil
	for _, w := range best {
		s.Ranked = append(s.Ranked, w.ID)
	}
	s.Stats.EvidenceRanked = len(s.Ranked)
}
