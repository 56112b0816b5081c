package reason

import (
	"context"
	"errors"

	"rabbithole/backend/budget"
	"rabbithole/prompts"
)

// Tell asks the model once for a text that the caller reads itself: of a step whose specification fixes prompt and reply. The text is without
// thinking. A reply to a prompt that the server cut is an error: nobody knows what it answers.
func (c Caller) Tell(ctx context.Context, call prompts.Call) (string, error) {
	call.NumPredict = c.Reply(call.NumPredict)
	reply, err := c.generate(ctx, call)
	if err != nil {
		return "", err
	}
	if reply.Truncated {
		return "", errors.New("the prompt was cut by the server")
	}
	return thinking.ReplaceAllString(reply.Text, ""), nil
}

// FitBehind returns the longest beginning of texts for which a call has room behind its own words, its pictures and its reply.
func (c Caller) FitBehind(call prompts.Call, texts []string) []string {
	if c.Model == nil {
		return texts
	}
	room := c.Model.Card().NumCtx - c.Reply(call.NumPredict) - Tokens(call.System) - Tokens(call.User) - perImage*len(call.Images) - slack
	return Fit(texts, func(s string) string { return s }, room)
}

// What a call takes besides its words, in tokens.
const (
	perImage = 1200
	slack    = 120
)

// GaveUp notes that a step is done by its deterministic fallback, and why.
func (c Caller) GaveUp(ctx context.Context, name string, why error) {
	c.Meter.Add(budget.Spend{Fallbacks: 1})
	c.emit(ctx, EventFallback, FallbackData{Step: name, Reason: why.Error()})
}
