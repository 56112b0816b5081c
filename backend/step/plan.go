package step

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"rabbithole/backend/step/ask"
	"rabbithole/prompts"
)

// Task is one thing to find out, with what a searcher should know.
type Task = prompts.PlanItem

// The specification's bounds of an initial plan.
const (
	PlanMin = 3
	PlanMax = 5
)

// Plan takes the question apart and breaks it into PlanMin to PlanMax tasks, the most direct one first. A model says in the same call what to search for.
func (k *Kit) Plan(ctx context.Context, q Question, titles []string) (Analysis, []Task, error) {
	in := prompts.PlanIn{Asked: q.Asked(), Titles: titles, Min: PlanMin, Max: PlanMax}
	enough := func(out *prompts.PlanOut) error {
		out.Items = distinct(out.Items)
		if len(out.Items) < PlanMin {
			return fmt.Errorf("%d different tasks; at least %d are needed", len(out.Items), PlanMin)
		}
		return nil
	}
	twin := func() (prompts.PlanOut, error) {
		a, err := k.analyseTwin(ctx, q, titles)
		return prompts.PlanOut{AnalyseOut: a, Items: planTwin(q, a)}, err
	}
	out, err := do(ctx, k, prompts.Plan, in, enough, twin)
	if err != nil {
		return Analysis{}, nil, err
	}
	for i, t := range out.Items {
		out.Items[i].Queries = ask.Searchable(t.Queries)
	}
	a, err := k.analysed(ctx, q, titles, out.AnalyseOut)
	return a, out.Items, err
}

// planTwin makes a task of each clause of the question, then asks for what every careful answer needs: numbers, exceptions,
// definitions.
func planTwin(q Question, a Analysis) []Task {
	words := ask.WordsFor(q.Language)
	about := words.Quoted(a.KeyConcepts, 3)
	background := strings.Join(append(append([]string{}, a.KeyConcepts...), a.Entities...), "; ")
	if said := q.Said(); len(said) > 0 { // what was answered narrows every task
		background = strings.Join(said, "; ") + "; " + background
	}
	var tasks []Task
	for _, c := range q.Clauses() {
		tasks = append(tasks, Task{Task: fmt.Sprintf(words.AnswerWith, ask.Title(c)), Context: clip(background, 290)})
	}
	if len(tasks) > PlanMax-1 {
		tasks = tasks[:PlanMax-1]
	}
	numbers := Task{Task: fmt.Sprintf(words.Quantities, about), Context: words.NumberCue}
	exceptions := Task{Task: fmt.Sprintf(words.Conditions, about), Context: words.ExceptCue}
	definitions := Task{Task: fmt.Sprintf(words.Define, about), Context: words.DefineCue}
	extra := []Task{exceptions, definitions, numbers}
	if words.AsksForNumber(q.Text) {
		extra = []Task{numbers, exceptions, definitions}
	}
	for len(tasks) < PlanMin && len(extra) > 0 {
		tasks, extra = append(tasks, extra[0]), extra[1:]
	}
	return tasks
}

func distinct(tasks []Task) []Task {
	seen := map[string]bool{}
	var out []Task
	for _, t := range tasks {
		if key := ask.Fold(t.Task); key != "" && !seen[key] {
			seen[key] = true
			out = append(out, t)
		}
	}
	return out
}

// errNothing is what checks return for an answer without content.
var errNothing = errors.New("the answer is empty")
