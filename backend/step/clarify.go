package step

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"rabbithole/prompts"
)

// Clarify returns count questions to ask back that were not asked in an earlier round; asked holds those.
func (k *Kit) Clarify(ctx context.Context, q Question, a Analysis, titles, asked []string, count int) ([]string, error) {
	in := prompts.ClarifyIn{Asked: q.asked(), Analysis: a, Titles: titles, Count: count}
	fresh := func(out *prompts.ClarifyOut) error {
		out.Questions = unseen(out.Questions, asked, count)
		if len(out.Questions) == 0 {
			return errors.New("no new question")
		}
		return nil
	}
	out, err := reason(ctx, k, prompts.Clarify, in, fresh, func() (prompts.ClarifyOut, error) {
		return prompts.ClarifyOut{Questions: unseen(clarifyTwin(q, a, titles), asked, count)}, nil
	})
	return unseen(append(out.Questions, clarifyTwin(q, a, titles)...), asked, count), err
}

func clarifyTwin(q Question, a Analysis, titles []string) []string {
	words := wordsFor(q.Language)
	var out []string
	for i, question := range words.clarify {
		switch {
		case i == 0 && len(titles) < 2:
			continue
		case i == 0:
			question = fmt.Sprintf(question, strings.Join(titles[:min(3, len(titles))], "; "))
		case i == 1:
			question = fmt.Sprintf(question, a.KeyConcepts[0])
		}
		out = append(out, question)
	}
	return out
}

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
