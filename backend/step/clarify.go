package step

import (
	"context"
	"errors"

	"rabbithole/backend/step/ask"
	"rabbithole/prompts"
)

// Clarify returns at most count questions to ask back that were not asked in an earlier round; asked holds those.
func (k *Kit) Clarify(ctx context.Context, q Question, a Analysis, titles, asked []string, count int) ([]string, error) {
	in := prompts.ClarifyIn{Asked: q.Asked(), Analysis: a, Titles: titles, Count: count}
	fresh := func(out *prompts.ClarifyOut) error {
		out.Questions = ask.Unseen(out.Questions, asked, count)
		if len(out.Questions) == 0 {
			return errors.New("no new question")
		}
		return nil
	}
	twin, err := k.ambiguities(ctx, q, titles)
	if err != nil {
		return nil, err
	}
	if general := ask.WordsFor(q.Language).Clarify; a.ClarificationNeeded {
		twin = append(twin, general...)
	} else if len(twin) == 0 {
		twin = general[:1] // the round is offered all the same, with the way on
	}
	out, err := do(ctx, k, prompts.Clarify, in, fresh, func() (prompts.ClarifyOut, error) {
		return prompts.ClarifyOut{Questions: ask.Unseen(twin, asked, count)}, nil
	})
	return ask.Unseen(append(out.Questions, twin...), asked, count), err
}
