package desk

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/graph"
)

// steer tells an exploration something about a question of its tree. What it would refuse is refused here, where the person hears it.
func (d *Desk) steer(run, kind string, s explore.Steering) error {
	s.Question = strings.Join(strings.Fields(s.Question), " ")
	follows, err := ask(d, func(c *core.Core, ctx context.Context) ([]graph.Message, error) {
		if err := understands(c, ctx, run, explore.Name, kind); err != nil {
			return nil, err
		}
		if err := steerable(c, ctx, run, kind, s); err != nil || kind == explore.MessageDig {
			return nil, err
		}
		return c.Unasked(ctx, run, s.Node)
	})
	if err != nil {
		return err
	}
	return d.message(run, graph.Note(kind, s), follows...)
}

// steerable reports why a run could not do what it is to be told, nil when it can.
func steerable(c *core.Core, ctx context.Context, run, kind string, told explore.Steering) error {
	s, n, err := exploredAt(c, ctx, run, told.Node)
	if err != nil || kind == explore.MessageStop {
		return err
	}
	if kind == explore.MessageDig {
		op := "dig deeper at question " + n.ID
		if full := s.Settings.Filled().MaxNodes; s.Summary().Nodes >= full {
			return fault.New(op, fault.Usage, "Explore again and allow more questions.", fmt.Errorf("the tree has the %d questions it may have", full))
		}
		if told.Question == "" {
			return diggable(op, n)
		}
	}
	return c.MayAsk(told.Question)
}

// diggable reports why a question cannot be taken apart.
func diggable(op string, n explore.Node) error {
	switch n.Status {
	case explore.NodeMerged:
		return fault.New(op, fault.Usage, "Dig at question "+n.Same+".", fmt.Errorf("question %s asks the same", n.Same))
	case explore.NodeStopped, explore.NodeDropped:
		return fault.New(op, fault.Usage, "Ask it anew, or dig at another.", errors.New("nobody works on it any more"))
	}
	return nil
}
