package core

import (
	"context"
	"rabbithole/backend/core/askable"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/report"
	"rabbithole/backend/step"
)

// Sweep looks through the scope for a question, by rule and without a run: what of it the documents do not say. It keeps nothing.
func (c *Core) Sweep(ctx context.Context, b Begin) (step.Swept, error) {
	kit, asked, err := c.asks(ctx, b)
	if err != nil {
		return step.Swept{}, err
	}
	return kit.Sweep(ctx, asked, nil)
}

// Signs measures what leads the answer of a report against a question, as a run without a model does before it says whether it answers.
func (c *Core) Signs(ctx context.Context, b Begin, r report.Report) (map[string]float64, error) {
	kit, asked, err := c.asks(ctx, b)
	if err != nil || len(r.Answer) == 0 || len(r.Claims) == 0 {
		return nil, err
	}
	return kit.Signs(ctx, asked, r.Claims[0], r.Evidence)
}

// asks returns a question as the steps have it, and what they work with, without a model.
func (c *Core) asks(ctx context.Context, b Begin) (*step.Kit, step.Question, error) {
	if err := askable.Check("start research", b.Question, false); err != nil {
		return nil, step.Question{}, err
	}
	scope, err := c.scope(ctx, b.Collections, b.Documents, c.nothingToRead("start research", ""))
	if err != nil {
		return nil, step.Question{}, err
	}
	if err := c.noEmbedder(); err != nil {
		return nil, step.Question{}, err
	}
	kit, _, err := c.kit(ctx, "", scope, runMeta{Engine: settings.Extractive})
	if err != nil {
		return nil, step.Question{}, err
	}
	language, err := kit.LanguageOf(ctx, b.Question, "")
	if err != nil {
		return nil, step.Question{}, err
	}
	return kit, step.Question{Text: b.Question, Language: language}, nil
}
