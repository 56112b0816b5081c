package step

import (
	"context"
	"slices"
	"strings"
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
	asked := matterOf(text, q.Language)
	own, err := w.kit.Matter(ctx, q.Language, asked...)
	if err != nil {
		return clause{}, err
	}
	whole, err := w.kit.Matter(ctx, q.Language, q.Parts()...)
	if err != nil {
		return clause{}, err
	}
	background := q.dependence(text)
	if background == independent && whole.Total > 0 {
		background = min(background, besides*own.Total/whole.Total)
	}
	p, err := w.kit.Matter(ctx, q.Language, append(asked, weaken(q.Parts(), background)...)...)
	if err != nil {
		return clause{}, err
	}
	p = p.without(w.kit.Lexicon.Terms(wordsFor(q.Language).asking, q.Language))
	aim := aimOf(q.Language, text)
	aim.things = w.kit.toDefine(text, own)
	order, err := w.order(ctx, q, text)
	return clause{aim, own, p, wanted(text, q.Language), order}, err
}

// dependence is how much of the whole question a clause needs to be understood: half where it says "they" or "that class" instead of a name.
func dependence(clause, language string) float64 {
	for _, w := range strings.Fields(strings.ToLower(clause)) {
		if wordsFor(language).pronouns[strings.Trim(w, ",;:")] {
			return leaning
		}
	}
	return independent
}

// dependence is how much of the question one of its clauses needs to be understood: one without a word of its own, or with a verb alone, speaks of what
// the clauses before it name, as "what explains the change" does behind "how did the dues change".
func (q Question) dependence(clause string) float64 {
	stop := wordsFor(q.Language).stop
	said := map[string]bool{}
	for _, c := range q.clauses() {
		if strings.EqualFold(c, clause) { // behind a colon it begins with a capital
			break
		}
		for _, w := range contentWords(c, stop) {
			said[fold(w)] = true
		}
	}
	own := contentWords(essence(clause), stop)
	if len(said) > 0 && (verbAlone(clause, q.Language) || !slices.ContainsFunc(own, func(w string) bool { return !said[fold(w)] })) {
		return leaning
	}
	return dependence(clause, q.Language)
}

func weaken(parts []Part, factor float64) []Part {
	out := make([]Part, len(parts))
	for i, p := range parts {
		out[i] = Part{p.Text, p.Factor * factor}
	}
	return out
}
