package step

import (
	"context"
	"errors"
	"slices"
	"strings"

	"rabbithole/prompts"
)

// Clarify returns at most count questions to ask back that were not asked in an earlier round; asked holds those.
func (k *Kit) Clarify(ctx context.Context, q Question, a Analysis, titles, asked []string, count int) ([]prompts.ClarifyQuestion, error) {
	in := prompts.ClarifyIn{Asked: q.Asked(), Analysis: a, Titles: titles, Count: count}
	fresh := func(out *prompts.ClarifyOut) error {
		if out.Questions = unasked(out.Questions, asked, count); len(out.Questions) == 0 {
			return errors.New("no new question")
		}
		return nil
	}
	twin, err := k.ambiguities(ctx, q, titles)
	if err != nil {
		return nil, err
	}
	if general := wordsFor(q.Language).clarify; a.ClarificationNeeded {
		twin = append(twin, general...)
	} else if len(twin) == 0 {
		twin = general[:1] // the round is offered all the same, with the way on
	}
	out, err := do(ctx, k, prompts.Clarify, in, fresh, func() (prompts.ClarifyOut, error) {
		return prompts.ClarifyOut{Questions: unasked(twin, asked, count)}, nil
	})
	return unasked(append(out.Questions, twin...), asked, count), err
}

// unasked returns at most n questions that are neither blank nor in seen, each once. A single choice is none.
func unasked(list []prompts.ClarifyQuestion, seen []string, n int) []prompts.ClarifyQuestion {
	out := []prompts.ClarifyQuestion{}
	for _, q := range list {
		if fresh := unseen([]string{q.Question}, seen, 1); len(fresh) > 0 && len(out) < n {
			q.Question, seen = fresh[0], append(slices.Clone(seen), fresh[0])
			if q.Choices = unseen(q.Choices, nil, mostChoices); len(q.Choices) < 2 {
				q.Choices = nil
			}
			out = append(out, q)
		}
	}
	return out
}

const mostChoices = 4

// unseen returns at most n of list that are neither blank nor in seen, each once.
func unseen(list, seen []string, n int) []string {
	known := map[string]bool{}
	for _, s := range seen {
		known[fold(s)] = true
	}
	out := []string{}
	for _, s := range list {
		s = strings.TrimSpace(s)
		if s == "" || known[fold(s)] || len(out) == n {
			continue
		}
		known[fold(s)] = true
		out = append(out, s)
	}
	return out
}

// fold makes two wordings of the same text comparable: lower case, single spaces, no closing punctuation.
func fold(s string) string {
	return strings.TrimRight(strings.ToLower(strings.Join(strings.Fields(s), " ")), " .?!")
}
