package step

import (
	"context"
	"slices"

	"rabbithole/backend/ask"
	"rabbithole/backend/reason"
	"rabbithole/prompts"
)

// do does a step with the model, or with its fallback.
func do[In, Out any](ctx context.Context, k *Kit, t prompts.Template[In, Out], in In, check func(*Out) error, fallback func() (Out, error)) (Out, error) {
	return reason.Or(ctx, k.Caller, t, in, check, fallback)
}

// only is do for a step whose fallback is another one: ok is false where there is no model, or nothing that it said can be used.
func only[In, Out any](ctx context.Context, k *Kit, t prompts.Template[In, Out], in In, check func(*Out) error) (out Out, ok bool, err error) {
	ok = true
	out, err = do(ctx, k, t, in, check, func() (none Out, err error) {
		ok = false
		return none, nil
	})
	return out, ok, err
}

// room returns how many prompt tokens a call may spend on evidence beside the question and the other texts of its prompt.
func (k *Kit) room(want int, q ask.Question, texts ...string) int {
	return k.Room(want, slices.Concat([]string{q.Text}, q.Refinements, texts)...)
}

const fenced = reason.Fenced

func tokens(text string) int { return reason.Tokens(text) }

func fit[T any](lines []T, text func(T) string, room int) []T { return reason.Fit(lines, text, room) }

// fits reports whether a prompt leaves room for its reply in the model's context.
func fits[In, Out any](k *Kit, t prompts.Template[In, Out], in In) bool {
	call, err := t.Render(in)
	return err != nil || k.Model == nil || call.Tokens() <= k.Model.Card().NumCtx-k.Reply(t.NumPredict)
}

// taken is how many tokens lines take in a prompt.
func taken[T any](lines []T, text func(T) string) (n int) {
	for _, l := range lines {
		n += tokens(text(l)) + fenced
	}
	return n
}

func asItIs(text string) string { return text }
