package step

import (
	"context"

	"rabbithole/backend/ask"
	"rabbithole/backend/extract"
	"rabbithole/prompts"
)

// AskedToday is the question as prompts have it that need to know what day it is.
func (k *Kit) AskedToday(q ask.Question) prompts.Asked {
	asked := q.Asked()
	asked.Today = k.Today
	return asked
}

// Analyse takes the question apart: concepts, entities, scope, assumptions, and whether it must be clarified.
func (k *Kit) Analyse(ctx context.Context, q ask.Question, titles []string) (extract.Analysis, error) {
	in := prompts.AnalyseIn{Asked: q.Asked(), Titles: titles}
	out, err := do(ctx, k, prompts.Analyse, in, nil, func() (extract.Analysis, error) { return k.Engine.Analyse(ctx, q, titles) })
	if err != nil || k.Model == nil {
		return out, err
	}
	return k.analysed(ctx, q, titles, out)
}

// analysed leaves out what nobody could search for of what a model says a question is about.
func (k *Kit) analysed(ctx context.Context, q ask.Question, titles []string, out extract.Analysis) (extract.Analysis, error) {
	if k.Model == nil {
		return out, nil
	}
	out.Entities = ask.Searchable(out.Entities)
	if out.KeyConcepts = ask.Searchable(out.KeyConcepts); len(out.KeyConcepts) > 0 {
		return out, nil
	}
	byRule, err := k.Engine.Analyse(ctx, q, titles)
	out.KeyConcepts = byRule.KeyConcepts
	return out, err
}
