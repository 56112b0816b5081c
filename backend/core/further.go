package core

import (
	"context"
	"errors"
	"strings"

	"rabbithole/backend/fault"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/source"
)

// background returns what a question needs to know of what came before it, nil for nothing, and the language that is in.
func (c *Core) background(ctx context.Context, b Begin, scope source.Scope) (*research.Earlier, string, error) {
	switch {
	case b.From != "" && b.Follows != "":
		return nil, "", fault.New("start research", fault.Usage, "Go on from a report or from a discovery.", errors.New("the question cannot go on from both"))
	case b.From != "":
		return c.trailTo(ctx, b.From, b.Question, scope)
	}
	return c.earlier(ctx, b.Follows, scope)
}

// trailTo returns the way to a question that came up in a discovery: a card's title, or any other; and the language of that.
func (c *Core) trailTo(ctx context.Context, id, question string, scope source.Scope) (*research.Earlier, string, error) {
	run, err := c.Run(ctx, id)
	if err != nil {
		return nil, "", err
	}
	s, err := c.DiscoverState(ctx, run.ID)
	if err != nil {
		return nil, "", err
	}
	var trail, first, rest []string
	for _, crumb := range s.Trail {
		trail = append(trail, crumb.Query)
	}
	for _, card := range s.Cards {
		of := &rest
		if card.Title != "" && strings.Contains(question, card.Title) {
			of = &first
		}
		*of = append(*of, card.Passages()...)
	}
	summary, err := c.carried(ctx, run.ID, scope)
	if err != nil && fault.KindOf(err) != fault.NotFound {
		return nil, "", err
	}
	return research.Discovered(run.ID, run.Title, append(trail, run.Title), append(first, rest...), summary), s.Language, nil
}

// earlier returns what a question about a run's report needs to know of it, nil for no run, and the language of that.
func (c *Core) earlier(ctx context.Context, id string, scope source.Scope) (*research.Earlier, string, error) {
	if id == "" {
		return nil, "", nil
	}
	run, err := c.Reported(ctx, id)
	if err != nil {
		return nil, "", err
	}
	r, err := c.carried(ctx, run.ID, scope)
	if err != nil {
		return nil, "", err
	}
	s, err := c.State(ctx, run.ID, 0)
	if err != nil {
		return nil, "", err
	}
	return research.Further(run.ID, s, r), s.Language, nil
}
