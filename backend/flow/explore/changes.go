package explore

import (
	"context"
	"slices"

	"rabbithole/backend/budget"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
)

// Changes are what nodes of the graph do to the state. Each carries what its node spent and the run whose rows it wrote.
type spent struct {
	flow.Spent
	Run string `json:"run"`
}

// Charge also notes the run.
func (c *spent) Charge(ctx context.Context, s budget.Spend) {
	c.Spent.Charge(ctx, s)
	c.Run = graph.RunID(ctx)
}

func (c spent) pay(s *State) {
	s.Spend = s.Spend.Plus(c.Spend)
	s.wrote(c.Run)
}

// Charge takes what a node spent into the state that it leaves: one that no question's branch works beside.
func (s *State) Charge(ctx context.Context, spend budget.Spend) {
	s.Spend = s.Spend.Plus(spend)
	s.wrote(graph.RunID(ctx))
}

// worked is what all changes of a question's row have in common.
type worked struct {
	at
	Rev  int `json:"rev"`
	Kept int `json:"kept"`
}

// take returns the question, nil when it was stopped or asked anew meanwhile: then what was worked out is void.
func (c worked) take(s *State) *Node {
	n := s.node(c.ID)
	if n == nil || n.Gen != c.Gen || n.Status == NodeStopped || n.Status == NodeDropped {
		return nil
	}
	n.Rev, n.Kept = c.Rev, c.Kept
	return n
}

type searched struct {
	spent
	worked
	Queries  int `json:"queries"`
	Passages int `json:"passages"`
}

// Apply takes over what the library had.
func (c *searched) Apply(s *State) {
	c.pay(s)
	s.Queries, s.Passages = s.Queries+c.Queries, s.Passages+c.Passages
	if n := c.take(s); n != nil {
		n.Status = NodeSearched
	}
}

type browsed struct {
	spent
	worked
	Allow    flow.Allow `json:"allow"`
	Sent     int        `json:"sent"`
	Passages int        `json:"passages"`
	Warnings []string   `json:"warnings,omitempty"`
}

// Apply takes over what the web had, and what the person allowed. What one branch was allowed for the whole run holds for all
// of that run.
func (c *browsed) Apply(s *State) {
	c.pay(s)
	if c.Allow != flow.AllowAsk && (c.Allow != flow.AllowRun || !slices.Contains(s.Before, c.Run)) {
		s.Allow = c.Allow
	}
	s.Sent, s.Queries, s.Passages = s.Sent+c.Sent, s.Queries+c.Sent, s.Passages+c.Passages
	s.Warnings = append(s.Warnings, c.Warnings...)
	c.take(s)
}

type judged struct {
	spent
	worked
	Enough bool `json:"enough"`
}

// Apply takes over whether the question is answered.
func (c *judged) Apply(s *State) {
	c.pay(s)
	if n := c.take(s); n != nil {
		n.Status, n.Enough = NodeJudged, c.Enough
	}
}

type decomposed struct {
	spent
	worked
	Children []Node `json:"children"`
}

// Apply plants the children, in order, as far as the tree may grow. One that asks what the tree asks already, its own ancestors included, is merged.
func (c *decomposed) Apply(s *State) {
	c.pay(s)
	n := c.take(s)
	if n == nil {
		return
	}
	n.Deeper = false
	if n.Status != NodeDecomposed {
		n.Status = NodeGaps
		if n.Enough {
			n.Status = NodeSufficient
		}
	}
	n.Children += len(c.Children)
	grown := false
	for _, child := range c.Children {
		if s.node(child.ID) != nil {
			continue
		}
		if same := s.same(child.Key); same != nil {
			child.Status, child.Same = NodeMerged, same.ID
		} else if s.planted() >= s.Settings.MaxNodes {
			break
		} else {
			grown = true
		}
		s.Tree = append(s.Tree, child)
	}
	if grown {
		s.node(c.ID).Status = NodeDecomposed
	}
}

type reported struct{ spent }

// Apply ends the run. What was under way when it was finished is settled like the rest; what a person asks since is not.
func (c *reported) Apply(s *State) {
	c.pay(s)
	if s.Early {
		s.settle()
	}
	s.Reported = true
}
