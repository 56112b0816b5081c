package research

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
)

// QuestionClarify is the kind of the clarification question; its data is Clarification, its answer ClarifyAnswer.
const QuestionClarify = "clarify"

// Clarification is a round of questions. When Needed is false they are offered, not forced.
type Clarification struct {
	Questions []string         `json:"questions"`
	Choices   [][]string       `json:"choices"` // by question: short answers to choose from, often none
	Needed    bool             `json:"needed"`
	Round     int              `json:"round"` // 1-based
	Analysis  extract.Analysis `json:"analysis"`
}

// ClarifyAnswer answers a round: one entry per question, "" to skip it. Enough leaves the loop.
type ClarifyAnswer struct {
	Answers []string `json:"answers"`
	Enough  bool     `json:"enough"`
}

func (f *flow) analyse(ctx context.Context, s State) (graph.Step[State], error) {
	nothing, err := shared.Unreadable(ctx, f.Kit.Library, s.Language)
	if err != nil || nothing != nil && !f.online(s) { // there is nothing to search, and so nothing to ask back
		return graph.Step[State]{Next: []graph.Task{graph.To("attribute")}}, err
	}
	titles, err := f.titles(ctx, s)
	if err != nil {
		return graph.Step[State]{}, err
	}
	a, tasks, err := f.Kit.Plan(ctx, s.question(), titles)
	if err != nil {
		return graph.Step[State]{}, err
	}
	if s.Earlier != nil {
		a.AssumedContext = append([]string{s.Earlier.assumed()}, a.AssumedContext...)
	}
	if f.summarises(s) {
		tasks = s.outlined()
	}
	if s.Home, err = f.home(ctx, s); err != nil {
		return graph.Step[State]{}, err
	}
	s.Phase, s.Analysis, s.Planned, s.Pending, s.Choices = PhaseAnalysis, a, tasks, nil, nil
	if s.mayAsk(a) && !f.summarises(s) {
		round, err := f.Kit.Clarify(ctx, s.question(), a, titles, s.askedBack(), ClarifyQuestions)
		if err != nil {
			return graph.Step[State]{}, err
		}
		for _, one := range round {
			s.Pending, s.Choices = append(s.Pending, one.Question), append(s.Choices, one.Choices)
		}
	}
	return graph.Step[State]{State: &s, Next: []graph.Task{graph.To("clarify")}, Events: []event.Event{event.New(EventAnalysed, a)}}, nil
}

// home returns the documents that the question or an answer names, nil when there are none. An answer given in the earlier research chooses too.
func (f *flow) home(ctx context.Context, s State) (*ask.Targets, error) {
	home, err := f.Kit.Targets(ctx, s.question())
	if err != nil || len(home.Documents) == 0 {
		return nil, err
	}
	return &home, nil
}

// mayAsk reports whether another round of questions is due: the first is always offered, further ones only while they are needed.
func (s State) mayAsk(a extract.Analysis) bool {
	return !s.Settings.Unattended && s.Rounds < s.Settings.ClarifyRounds && (s.Rounds == 0 || a.ClarificationNeeded)
}

// clarify puts the round of questions that the analysis left. Answers lead back to the analysis; skipping all, "enough" or the last round
// leads on.
func (f *flow) clarify(ctx context.Context, s State) (graph.Step[State], error) {
	on := graph.Step[State]{Next: []graph.Task{graph.To("plan")}}
	if len(s.Pending) == 0 {
		return on, nil
	}
	data, err := json.Marshal(Clarification{s.Pending, s.Choices, s.Analysis.ClarificationNeeded, s.Rounds + 1, s.Analysis})
	if err != nil {
		return on, err
	}
	answer, err := graph.Ask[ClarifyAnswer](ctx, graph.Question{Kind: QuestionClarify, Text: s.Question, Data: data})
	if err != nil {
		return on, err
	}
	s.Rounds++
	s.Asked = append(s.Asked, s.Pending...)
	answered := false
	for i, q := range s.Pending {
		s.Messages = append(s.Messages, Message{"assistant", q})
		if i < len(answer.Answers) && strings.TrimSpace(answer.Answers[i]) != "" { // "" is a skipped question
			answered = true
			s.Refinements, s.Planned = append(s.Refinements, q+" "+strings.TrimSpace(answer.Answers[i])), nil
			s.Messages = append(s.Messages, Message{"user", strings.TrimSpace(answer.Answers[i])})
		}
	}
	home, err := f.home(ctx, s)
	if home != nil {
		s.Home = home
	}
	if on.State = &s; answered && !answer.Enough {
		on.Next = []graph.Task{graph.To("analyse")}
	}
	return on, err
}

// titleLimit is the number of titles a prompt shows of a large library.
const titleLimit = 40

// titles returns the titles of the documents in scope, those nearest to the question first.
func (f *flow) titles(ctx context.Context, s State) ([]string, error) {
	docs, err := f.Kit.Library.Documents(ctx)
	if err != nil {
		return nil, err
	}
	hits, err := f.Kit.Search.Search(ctx, extract.Query{Text: s.question().Text, Limit: 30, Language: s.Language})
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
		titles = append(titles, d.Called())
	}
	return titles, nil
}
