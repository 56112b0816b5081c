package step

import (
	"context"
	"rabbithole/backend/step/ask"
)

// clause is one question of the question: what it is about by itself and within the whole, and what shows that a quote states what it
// asks for.
type clause struct {
	aim
	own, profile Profile
	wanted       []func(quote string) bool // each shows a kind of thing that a reference may lead to
	order        map[string]float64        // of passages, by the search
}

// rankedClause is a clause with all quotes that are about it, best first.
type rankedClause struct {
	clause
	ranked []candidate
	most   float64 // score of the best
}

// clause takes a clause of a question apart; once for all that the draft asks of it.
func (w *weaver) clause(ctx context.Context, q Question, text string) (clause, error) {
	if c, ok := w.clauses[q.Text+"\n"+text]; ok {
		return c, nil
	}
	c, err := w.takeApart(ctx, q, text)
	if err == nil {
		w.clauses[q.Text+"\n"+text] = c
	}
	return c, err
}

func (w *weaver) takeApart(ctx context.Context, q Question, text string) (clause, error) {
	asked := ask.MatterOf(text, q.Language)
	own, err := w.kit.Matter(ctx, q.Language, asked...)
	if err != nil {
		return clause{}, err
	}
	whole, err := w.kit.Matter(ctx, q.Language, q.Parts()...)
	if err != nil {
		return clause{}, err
	}
	background := q.Dependence(text)
	if background == ask.Independent && whole.Total > 0 {
		background = min(background, besides*own.Total/whole.Total)
	}
	p, err := w.kit.Matter(ctx, q.Language, append(asked, ask.Weaken(q.Parts(), background)...)...)
	if err != nil {
		return clause{}, err
	}
	p = p.without(w.kit.Lexicon.Terms(ask.WordsFor(q.Language).Asking, q.Language))
	aim := aimOf(q.Language, text)
	aim.things = w.kit.toDefine(text, own)
	order, err := w.order(ctx, q, text)
	return clause{aim, own, p, ask.Wanted(text, q.Language), order}, err
}
