package step

import (
	"context"
	"errors"
	"fmt"

	"rabbithole/backend/budget"
	"rabbithole/prompts"
)

// Tell asks the model once for a text that the caller reads itself: of a step whose specification fixes prompt and reply. The text is without
// thinking. A reply to a prompt that the server cut is an error: nobody knows what it answers.
func (k *Kit) Tell(ctx context.Context, call prompts.Call) (string, error) {
	call.NumPredict = k.reply(call.NumPredict)
	reply, err := k.Model.Generate(ctx, call, nil)
	if err != nil {
		return "", fmt.Errorf("ask the model to %s: %w", call.Step, err)
	}
	k.spend(ctx, call.Step, call.Attempt, reply)
	if reply.Truncated {
		return "", errors.New("the prompt was cut by the server")
	}
	return thinking.ReplaceAllString(reply.Text, ""), nil
}

// Fit returns the longest beginning of texts for which a call has room behind its own words, its pictures and its reply.
func (k *Kit) Fit(call prompts.Call, texts []string) []string {
	if k.Model == nil {
		return texts
	}
	room := k.Model.Card().NumCtx - k.reply(call.NumPredict) - tokens(call.System) - tokens(call.User) - perImage*len(call.Images) - slack
	return fit(texts, func(s string) string { return s }, room)
}

// What a call takes besides its words, in tokens.
const (
	perImage = 1200
	slack    = 120
)

// GaveUp notes that a step is done by its deterministic twin, and why.
func (k *Kit) GaveUp(ctx context.Context, name string, why error) {
	k.Meter.Add(budget.Spend{Fallbacks: 1})
	k.emit(ctx, EventFallback, FallbackData{Step: name, Reason: why.Error()})
}
