package step

import (
	"context"
	"slices"

	"rabbithole/backend/reason"
	"rabbithole/prompts"
)

// Model is a language model as the steps see it.
type Model = reason.Model

// What happens while a model is asked; see package reason.
const (
	EventFallback  = reason.EventFallback
	EventTruncated = reason.EventTruncated
	EventCalled    = reason.EventCalled
	EventBroken    = reason.EventBroken
	EventAsking    = reason.EventAsking
	EventWords     = reason.EventWords
)

// CalledData is what one call cost, FallbackData which step fell back and why, Asking how far a call has come, Words what is being written.
type (
	CalledData   = reason.CalledData
	FallbackData = reason.FallbackData
	Asking       = reason.Asking
	Words        = reason.Words
)

// Caller returns what asks the model of the kit.
func (k *Kit) Caller() reason.Caller {
	return reason.Caller{Model: k.Model, Meter: k.Meter, Emit: k.Emit}
}

// Tell asks the model once for a text that the caller reads itself.
func (k *Kit) Tell(ctx context.Context, call prompts.Call) (string, error) {
	return k.Caller().Tell(ctx, call)
}

// Fit returns the longest beginning of texts for which a call has room.
func (k *Kit) Fit(call prompts.Call, texts []string) []string {
	return k.Caller().FitBehind(call, texts)
}

// GaveUp notes that a step is done by its deterministic twin, and why.
func (k *Kit) GaveUp(ctx context.Context, name string, why error) { k.Caller().GaveUp(ctx, name, why) }

// do does a step with the model, or with its twin.
func do[In, Out any](ctx context.Context, k *Kit, t prompts.Template[In, Out], in In, check func(*Out) error, twin func() (Out, error)) (Out, error) {
	return reason.Or(ctx, k.Caller(), t, in, check, twin)
}

func (k *Kit) reply(want int) int { return k.Caller().Reply(want) }

// room returns how many prompt tokens a call may spend on evidence beside the question and the other texts of its prompt.
func (k *Kit) room(want int, q Question, texts ...string) int {
	return k.Caller().Room(want, slices.Concat([]string{q.Text}, q.Refinements, texts)...)
}

const fenced = reason.Fenced

func tokens(text string) int { return reason.Tokens(text) }

func fit[T any](lines []T, text func(T) string, room int) []T { return reason.Fit(lines, text, room) }

// taken is how many tokens lines take in a prompt.
func taken[T any](lines []T, text func(T) string) (n int) {
	for _, l := range lines {
		n += tokens(text(l)) + fenced
	}
	return n
}

func asItIs(text string) string { return text }

func clip(text string, n int) string { return reason.Clip(text, n) }

// Converse makes one call of a conversation with the model, tools and earlier turns included, and charges it.
func (k *Kit) Converse(ctx context.Context, call prompts.Call) (prompts.Reply, error) {
	return k.Caller().Converse(ctx, call)
}

// Room returns how many tokens of a call's text fit into the model's context beside its reply.
func (k *Kit) Room(predict int) int { return k.Caller().Whole(predict) }

// Heard reads a reply as a step's answer.
func Heard[Out any](r prompts.Reply) (Out, error) { return reason.Heard[Out](r) }

// Arguments reads the arguments of a tool call as text, each under its name.
func Arguments(c prompts.ToolCall) map[string]string { return reason.Arguments(c) }
