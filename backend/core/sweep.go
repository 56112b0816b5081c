package core

import (
	"context"

	"rabbithole/backend/step"
)

// Sweep looks through the scope for a question, by rule and without a run: what of it the documents do not say. It keeps nothing.
func (c *Core) Sweep(ctx context.Context, b Begin) (step.Swept, error) {
	if err := checkQuestion("start research", b.Question, false); err != nil {
		return step.Swept{}, err
	}
	scope, err := c.scope(ctx, b.Collections, b.Documents)
	if err != nil {
		return step.Swept{}, err
	}
	if err := c.noEmbedder(); err != nil {
		return step.Swept{}, err
	}
	t, err := c.tools(ctx, "", runMeta{Engine: Extractive})
	if err != nil {
		return step.Swept{}, err
	}
	language, err := t.Kit.LanguageOf(ctx, b.Question, scope, "")
	if err != nil {
		return step.Swept{}, err
	}
	return t.Kit.Sweep(ctx, step.Question{Text: b.Question, Language: language}, scope, nil)
}
