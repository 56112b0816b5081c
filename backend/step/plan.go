package step

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"rabbithole/backend/ask"
	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/prompts"
)

// Plan takes the question apart and breaks it into PlanMin to PlanMax tasks, the most direct one first. A model says in the same call what to search for.
func (k *Kit) Plan(ctx context.Context, q ask.Question, titles []string) (extract.Analysis, []extract.Task, error) {
	in := prompts.PlanIn{Asked: q.Asked(), Titles: titles, Min: extract.PlanMin, Max: extract.PlanMax}
	var err error
	if in.Spoken, err = k.spoken(ctx, q); err != nil {
		return extract.Analysis{}, nil, err
	}
	enough := func(out *prompts.PlanOut) error {
		out.Items = extract.Distinct(out.Items)
		if len(out.Items) < extract.PlanMin {
			return fmt.Errorf("%d different tasks; at least %d are needed", len(out.Items), extract.PlanMin)
		}
		return nil
	}
	out, err := do(ctx, k, prompts.Plan, in, enough, func() (prompts.PlanOut, error) { return k.Engine.Plan(ctx, q, titles) })
	if err != nil {
		return extract.Analysis{}, nil, err
	}
	for i, t := range out.Items {
		out.Items[i].Queries = ask.Searchable(t.Queries)
	}
	a, err := k.analysed(ctx, q, titles, out.AnalyseOut)
	return a, out.Items, err
}

// errNothing is what checks return for an answer without content.
var errNothing = errors.New("the answer is empty")

// Queries returns QueriesMin to QueriesMax queries for a task that were not tried before, those it was planned with if it was; fewer when nothing new can be asked.
func (k *Kit) Queries(ctx context.Context, q ask.Question, a extract.Analysis, t extract.Task, tried []string) ([]string, error) {
	out := prompts.QueriesOut{Queries: ask.Unseen(t.Queries, tried, extract.QueriesMax)}
	if len(out.Queries) == 0 {
		in := prompts.QueriesIn{Asked: q.Asked(), Analysis: a, Task: t.Task, Context: t.Context, Tried: tried, Min: extract.QueriesMin, Max: extract.QueriesMax}
		fresh := func(out *prompts.QueriesOut) error {
			if len(ask.Unseen(out.Queries, nil, 1)) == 0 {
				return errNothing
			}
			out.Queries = ask.Unseen(out.Queries, tried, extract.QueriesMax)
			return nil
		}
		var err error
		if in.Spoken, err = k.spoken(ctx, q); err != nil {
			return nil, err
		}
		out, err = do(ctx, k, prompts.Queries, in, fresh, func() (prompts.QueriesOut, error) {
			return prompts.QueriesOut{Queries: ask.Unseen(extract.Queries(q, a, t), tried, extract.QueriesMax)}, nil
		})
		if err != nil {
			return nil, err
		}
	}
	if out.Queries = ask.Searchable(out.Queries); len(out.Queries) < extract.QueriesMin {
		out.Queries = ask.Unseen(append(out.Queries, extract.Queries(q, a, t)...), tried, extract.QueriesMin)
	}
	return out.Queries, nil
}

func lines(evidence []cite.Evidence) []prompts.EvidenceLine {
	out := make([]prompts.EvidenceLine, 0, len(evidence))
	for _, e := range evidence {
		out = append(out, prompts.EvidenceLine{ID: e.ID, Source: chunk.Clip(e.Name+", "+e.Section, 140), Extract: e.Extract})
	}
	return out
}

func extractOf(l prompts.EvidenceLine) string { return l.Source + l.Extract }

// Clarify returns at most count questions to ask back that were not asked in an earlier round; asked holds those.
func (k *Kit) Clarify(ctx context.Context, q ask.Question, a extract.Analysis, titles, asked []string, count int) ([]prompts.ClarifyQuestion, error) {
	in := prompts.ClarifyIn{Asked: q.Asked(), Analysis: a, Titles: titles, Count: count}
	fresh := func(out *prompts.ClarifyOut) error {
		out.Questions = unasked(out.Questions, asked, count)
		if len(out.Questions) == 0 && a.ClarificationNeeded {
			return errors.New("no new question")
		}
		return nil
	}
	byRule, err := k.Ambiguities(ctx, q, titles)
	if err != nil {
		return nil, err
	}
	if general := ask.WordsFor(q.Language).Clarify; a.ClarificationNeeded {
		byRule = append(byRule, general...)
	} else if len(byRule) == 0 && k.Model == nil {
		byRule = general[:1] // the round is offered all the same, with the way on
	}
	out, err := do(ctx, k, prompts.Clarify, in, fresh, func() (prompts.ClarifyOut, error) {
		return prompts.ClarifyOut{Questions: unasked(byRule, asked, count)}, nil
	})
	return unasked(append(out.Questions, byRule...), asked, count), err
}

// unasked returns at most n questions that are neither blank nor in seen, each once. A single choice is none.
func unasked(list []prompts.ClarifyQuestion, seen []string, n int) []prompts.ClarifyQuestion {
	out := []prompts.ClarifyQuestion{}
	for _, q := range list {
		if fresh := ask.Unseen([]string{q.Question}, seen, 1); len(fresh) > 0 && len(out) < n {
			q.Question, seen = fresh[0], append(slices.Clone(seen), fresh[0])
			if q.Choices = ask.Unseen(q.Choices, nil, mostChoices); len(q.Choices) < 2 {
				q.Choices = nil
			}
			out = append(out, q)
		}
	}
	return out
}

const mostChoices = 4
