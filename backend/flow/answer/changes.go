package answer

import (
	"rabbithole/backend/budget"
)

// Changes are what nodes do to the state. Each carries what its node spent.

type spent struct {
	Spend budget.Spend `json:"spend"`
}

func (c *spent) charge(s budget.Spend) { c.Spend = s }

type understood struct{ spent }

// Apply charges.
func (c *understood) Apply(s *State) { s.Spend = s.Spend.Plus(c.Spend) }

type planned struct{ spent }

// Apply charges.
func (c *planned) Apply(s *State) { s.Spend = s.Spend.Plus(c.Spend) }

type consented struct{ spent }

// Apply charges.
func (c *consented) Apply(s *State) { s.Spend = s.Spend.Plus(c.Spend) }

type searched struct{ spent }

// Apply charges.
func (c *searched) Apply(s *State) { s.Spend = s.Spend.Plus(c.Spend) }

type read struct{ spent }

// Apply charges.
func (c *read) Apply(s *State) { s.Spend = s.Spend.Plus(c.Spend) }

type evaluated struct{ spent }

// Apply charges.
func (c *evaluated) Apply(s *State) { s.Spend = s.Spend.Plus(c.Spend) }

type synthesized struct{ spent }

// Apply charges.
func (c *synthesized) Apply(s *State) { s.Spend = s.Spend.Plus(c.Spend) }

type finalized struct{ spent }

// Apply charges.
func (c *finalized) Apply(s *State) { s.Spend, s.Phase = s.Spend.Plus(c.Spend), PhaseDone }
