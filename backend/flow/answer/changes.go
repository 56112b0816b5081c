package answer

import (
	"context"

	"rabbithole/backend/budget"
	"rabbithole/backend/event"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/step"
)

// Changes are what nodes do to the state. Each carries what its node spent.

type spent struct {
	flow.Spent
	Phase string `json:"phase"` // whose time it was
}

// Charge also notes the phase.
func (c *spent) Charge(ctx context.Context, s budget.Spend) {
	c.Spent.Charge(ctx, s)
	c.Phase = PhaseOf(graph.NodeName(ctx))
}

// pay takes what a node spent into the state.
func (c spent) pay(s *State) {
	s.Spend = s.Spend.Plus(c.Spend)
	if c.Phase == "" {
		return
	}
	if s.Stats.StageMillis == nil {
		s.Stats.StageMillis = map[string]int64{}
	}
	s.Stats.StageMillis[c.Phase] += c.Spend.Time.Milliseconds()
	s.Stats.TotalMillis = s.Spend.Time.Milliseconds()
}

type understood struct {
	spent
	Language string   `json:"language"`
	Profile  Profile  `json:"profile"`
	Turns    []Turn   `json:"turns,omitempty"`
	Subject  string   `json:"subject"`
	Parts    []string `json:"parts"`
	Timely   bool     `json:"timely"`
	Settings Settings `json:"settings"`       // with the time that its model needs
	Stop     string   `json:"stop,omitempty"` // set if there is nothing to search
}

// Apply takes over what the question means.
func (c *understood) Apply(s *State) {
	c.pay(s)
	s.Phase, s.Language, s.Profile, s.Turns = PhasePlanning, c.Language, c.Profile, c.Turns
	if c.Settings != (Settings{}) { // older runs had them from the beginning
		s.Settings = c.Settings
	}
	s.Subject, s.Parts, s.Timely, s.Stop, s.Stats.StopReason = c.Subject, c.Parts, c.Timely, c.Stop, c.Stop
}

type planned struct {
	spent
	trouble
	Decision Decision `json:"decision"`
	Fallback bool     `json:"fallback,omitempty"` // by rule although there is a model
}

// Apply takes the plan over.
func (c *planned) Apply(s *State) {
	c.pay(s)
	c.applied(s)
	s.Phase = PhasePlanning
	s.Decisions, s.Pending = append(s.Decisions, c.Decision), c.Decision.Queries
	if c.Fallback {
		s.Stats.PlannerFallbacks++
	}
}

type consented struct {
	spent
	Allow   flow.Allow `json:"allow"`
	Queries []string   `json:"queries"`
	Cleared []string   `json:"cleared,omitempty"`
}

// Apply takes over what the person allowed.
func (c *consented) Apply(s *State) {
	c.pay(s)
	s.Phase, s.Allow, s.Pending, s.Cleared = PhaseSearching, c.Allow, c.Queries, c.Cleared
}

type searched struct {
	spent
	trouble
	Queries []Searched `json:"queries"`
	Sources []Source   `json:"sources"` // new ones, and known ones as they are now
}

// Apply takes over what was found.
func (c *searched) Apply(s *State) {
	c.pay(s)
	c.applied(s)
	s.Phase, s.Queries, s.Pending, s.Cleared = PhaseReading, append(s.Queries, c.Queries...), nil, nil
	s.replace(c.Sources)
	s.Stats.Queries, s.Stats.Considered = len(s.Queries), len(s.Sources)
}

type read struct {
	spent
	trouble
	Sources   []Source       `json:"sources"`
	Read      []string       `json:"read"`
	Kept      []Kept         `json:"kept"`
	Links     []Link         `json:"links,omitempty"`
	Weighed   *step.Decision `json:"weighed,omitempty"`
	Attempts  int            `json:"attempts,omitempty"`
	Successes int            `json:"successes,omitempty"`
	Failures  map[string]int `json:"failures,omitempty"`
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

// Apply takes over what was read.
func (c *read) Apply(s *State) {
	c.pay(s)
	c.applied(s)
	s.Phase, s.Weighed = PhaseEvaluating, c.Weighed
	c.take(s)
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

type evaluated struct {
	spent
	trouble
	Quality  []Quality `json:"quality"` // of the evidence, in its order
	Ranked   []string  `json:"ranked"`
	Decided  bool      `json:"decided"`
	Decision Decision  `json:"decision"`
	Fallback bool      `json:"fallback,omitempty"`
}

// Apply takes over what the evidence is worth and what comes next.
func (c *evaluated) Apply(s *State) {
	c.pay(s)
	c.applied(s)
	s.Stats.Loops++
	s.Weighed = nil
	for i, q := range c.Quality {
		s.Evidence[i].Quality = q
	}
	s.Ranked, s.Stats.EvidenceRanked = c.Ranked, len(c.Ranked)
	if c.Decided {
		s.Decisions = append(s.Decisions, c.Decision)
	}
	if c.Fallback {
		s.Stats.PlannerFallbacks++
	}
	if s.Phase = PhaseIterating; s.Stop == "" {
		s.Pending = c.Decision.Queries
		return
	}
	s.Phase, s.Stats.StopReason = PhaseSynthesizing, s.Stop
}

type synthesized struct {
	spent
	trouble
	Late    read      `json:"late,omitzero"` // what comes nearest, where nothing was kept before
	Quality []Quality `json:"quality"`       // of the evidence, in its order
	Ranked  []string  `json:"ranked"`
	Without string    `json:"without,omitempty"` // see State
}

// Apply notes that there is a draft.
func (c *synthesized) Apply(s *State) {
	c.pay(s)
	c.applied(s)
	c.Late.take(s)
	for i, q := range c.Quality {
		s.Evidence[i].Quality = q
	}
	s.Phase, s.Drafted, s.Stats.StopReason = PhaseFinalizing, true, s.Stop
	s.Ranked, s.Stats.EvidenceRanked, s.Without = c.Ranked, len(c.Ranked), c.Without
}

type finalized struct{ spent }

// Apply ends the run.
func (c *finalized) Apply(s *State) {
	c.pay(s)
	s.Phase = PhaseDone
}
