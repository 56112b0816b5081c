package research

import (
	"context"
	"encoding/json"
	"slices"

	"rabbithole/backend/event"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// QuestionClarify is the kind of the clarification question; its data is Clarification, its answer ClarifyAnswer.
const QuestionClarify = "clarify"

// Clarification is a round of questions. When Needed is false they are offered, not forced.
type Clarification struct {
	Questions []string      `json:"questions"`
	Needed    bool          `json:"needed"`
	Round     int           `json:"round"` // 1-based
	Analysis  step.Analysis `json:"analysis"`
}

// ClarifyAnswer answers a round: one entry per question, "" to skip it. Enough leaves the loop.
type ClarifyAnswer struct {
	Answers []string `json:"answers"`
	Enough  bool     `json:"enough"`
}

func (f *flow) analyse(ctx context.Context, s State) (graph.Step[State], error) {
	titles, err := f.titles(ctx, s)
	if err != nil {
		return graph.Step[State]{}, err
	}
	a, err := f.Kit.Analyse(ctx, s.question(), titles)
	if err != nil {
		return graph.Step[State]{}, err
	}
	return graph.Step[State]{Change: &analysed{Analysis: a}, Events: []event.Event{event.New(EventAnalysed, a)}}, nil
}

// clarify asks one round of questions. Answers lead back to the analysis; skipping all, "enough" or the last round leads on.
func (f *flow) clarify(ctx context.Context, s State) (graph.Step[State], error) {
	on := graph.Step[State]{Next: []graph.Task{graph.To("plan")}}
	if s.Settings.Unattended || s.Rounds >= s.Settings.ClarifyRounds || s.Rounds > 0 && !s.Analysis.ClarificationNeeded {
		return on, nil
	}
	titles, err := f.titles(ctx, s)
	if err != nil {
		return on, err
	}
	questions, err := f.Kit.Clarify(ctx, s.question(), s.Analysis, titles, s.Asked, ClarifyQuestions)
	if err != nil || len(questions) == 0 {
		return on, err
	}
	data, err := json.Marshal(Clarification{questions, s.Analysis.ClarificationNeeded, s.Rounds + 1, s.Analysis})
	if err != nil {
		return on, err
	}
	answer, err := graph.Ask[ClarifyAnswer](ctx, graph.Question{Kind: QuestionClarify, Text: s.Question, Data: data})
	if err != nil {
		return on, err
	}
	on.Change = &clarified{Questions: questions, Answers: answer.Answers}
	answered := slices.ContainsFunc(answer.Answers, func(a string) bool { return a != "" })
	if answered {
		on.Next = []graph.Task{graph.To("analyse")}
	}
	if answered && answer.Enough {
		on.Next = []graph.Task{graph.To("plan")}
	}
	return on, nil
}

// titleLimit is the number of titles a prompt shows of a large library.
const titleLimit = 40

// titles returns the titles of the documents in scope, those nearest to the question first.
func (f *flow) titles(ctx context.Context, s State) ([]string, error) {
	docs, err := f.Kit.Library.Documents(ctx, s.Scope)
	if err != nil {
		return nil, err
	}
	hits, err := f.Kit.Search.Search(ctx, step.Query{Text: s.Question, Limit: 30, Scope: s.Scope, Language: s.Language})
	if err != nil {
		return nil, err
	}
	rank := map[string]int{}
	for i, h := range hits {
		if _, seen := rank[h.Passage.Document]; !seen {
			rank[h.Passage.Document] = i - len(hits)
		}
	}
	slices.SortStableFunc(docs, func(a, b source.Document) int { return rank[a.Hash] - rank[b.Hash] })
	var titles []string
	for _, d := range docs[:min(titleLimit, len(docs))] {
		title := d.Title
		if title == "" {
			title = d.Name
		}
		titles = append(titles, title)
	}
	return titles, nil
}
