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
	scope, err := c.scope(ctx, b.Collections, b.Documents, c.nothingToRead("start research", ""))
	if err != nil {
		return step.Swept{}, err
	}
	if err := c.noEmbedder(); err != nil {
		return step.Swept{}, err
	}
	kit, _, err := c.kit(ctx, "", scope, runMeta{Engine: Extractive})
	if err != nil {
		return step.Swept{}, err
	}
	language, err := kit.LanguageOf(ctx, b.Question, "")
	if err != nil {
		return step.Swept{}, err
	}
	return kit.Sweep(ctx, step.Question{Text: b.Question, Language: language}, nil)
}
