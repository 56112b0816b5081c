package step

import (
	"context"
	"regexp"
	"sort"
	"strings"

	"rabbithole/backend/step/ask"
	"rabbithole/prompts"
)

// Analysis is what a question is about.
type Analysis = prompts.AnalyseOut

// AskedToday is the question as prompts have it that need to know what day it is.
func (k *Kit) AskedToday(q Question) prompts.Asked {
	asked := q.Asked()
	asked.Today = k.Today
	return asked
}

// Analyse takes the question apart: concepts, entities, scope, assumptions, and whether it must be clarified.
func (k *Kit) Analyse(ctx context.Context, q Question, titles []string) (Analysis, error) {
	in := prompts.AnalyseIn{Asked: q.Asked(), Titles: titles}
	out, err := do(ctx, k, prompts.Analyse, in, nil, func() (Analysis, error) { return k.analyseTwin(ctx, q, titles) })
	if err != nil || k.Model == nil {
		return out, err
	}
	return k.analysed(ctx, q, titles, out)
}

// analysed leaves out what nobody could search for of what a model says a question is about.
func (k *Kit) analysed(ctx context.Context, q Question, titles []string, out Analysis) (Analysis, error) {
	if k.Model == nil {
		return out, nil
	}
	out.Entities = ask.Searchable(out.Entities)
	if out.KeyConcepts = ask.Searchable(out.KeyConcepts); len(out.KeyConcepts) > 0 {
		return out, nil
	}
	twin, err := k.analyseTwin(ctx, q, titles)
	out.KeyConcepts = twin.KeyConcepts
	return out, err
}

func (k *Kit) analyseTwin(ctx context.Context, q Question, titles []string) (Analysis, error) {
	words := ask.WordsFor(q.Language)
	runs := ask.ContentRuns(ask.Essence(q.Text), words.Stop)
	for i, r := range runs {
		runs[i] = strings.TrimSpace(toBeDone.ReplaceAllString(r, "")) // "300 letters to be sent" is about letters
	}
	profile, err := k.Profile(ctx, q.Language, q.Parts()...)
	if err != nil {
		return Analysis{}, err
	}
	out := Analysis{Entities: ask.Entities(q.Text), AssumedContext: words.Assumptions(len(titles)), Scope: words.Scope(q.Text)}
	out.KeyConcepts = k.heaviest(profile, runs, q.Language, 8)
	if len(out.KeyConcepts) == 0 {
		out.KeyConcepts = []string{clip(strings.TrimSpace(q.Text), 70)}
	}
	out.ClarificationNeeded = len(profile.order) < 3 || len(out.Entities) < 2 && len(profile.Absent)*2 > len(profile.order)
	return out, nil
}

// toBeDone matches what a German stretch ends in that says what is to be done: "300 Zustellungen vorzunehmen".
var toBeDone = regexp.MustCompile(`(?:^| )\p{Ll}+zu\p{Ll}{3,}n$`)

// heaviest returns at most n of the runs, those that carry the most weight, in their original order.
func (k *Kit) heaviest(p Profile, runs []string, language string, n int) []string {
	type weighed struct {
		run    string
		at     int
		weight float64
	}
	var list []weighed
	seen := map[string]bool{}
	for i, r := range runs {
		key := strings.ToLower(r)
		if seen[key] || len([]rune(r)) < 2 {
			continue
		}
		seen[key] = true
		list = append(list, weighed{clip(r, 76), i, p.Coverage(k.Lexicon.Terms(r, language))})
	}
	sort.SliceStable(list, func(a, b int) bool { return list[a].weight > list[b].weight })
	if len(list) > n {
		list = list[:n]
	}
	sort.Slice(list, func(a, b int) bool { return list[a].at < list[b].at })
	var out []string
	for _, w := range list {
		out = append(out, w.run)
	}
	return out
}
