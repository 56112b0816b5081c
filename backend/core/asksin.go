package core

import (
	"context"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// asksIn returns the language a person asks in, for all flows: a few words may not tell it, but the documents that say them. before is that of what the
// question goes on with, "" for none. What cannot be searched is told by whoever begins the run; then the words alone decide.
func (c *Core) asksIn(ctx context.Context, question string, collections, documents []string, before string) (string, error) {
	scope, err := c.scope(ctx, collections, documents, c.nothingToRead("start research", ""))
	if err != nil {
		return step.Language(question), ctx.Err()
	}
	kit, _, err := c.kit(ctx, "", scope, runMeta{Engine: settings.Extractive})
	if err != nil {
		return "", err
	}
	return kit.LanguageOf(ctx, question, before)
}

// languageOfConversation returns the language of the last question of a conversation that was answered, "" without one.
func (c *Core) languageOfConversation(ctx context.Context, conversation string) (string, error) {
	turns, err := c.turns(ctx, conversation, source.All())
	if err != nil || len(turns) == 0 {
		return "", err
	}
	s, err := c.AnswerState(ctx, turns[len(turns)-1].Run)
	return s.Language, err
}
