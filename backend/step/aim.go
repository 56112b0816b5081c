package step

import (
	"rabbithole/backend/step/ask"
	"slices"
)

// aim is what a question, or a clause of one, asks of a quote besides having its words. It is the same for every quote, and made once.
type aim struct {
	text   string
	kinds  []ask.Kind             // that it asks for
	amount func(text string) bool // shows a quantity that it asks for; nil where it asks for none
	things []Profile              // that it asks to be defined
}

// aimOf returns what a clause asks of a quote.
func aimOf(language, clause string) aim {
	return aim{text: clause, kinds: ask.KindsAsked(clause), amount: ask.WordsFor(language).AmountAsked(clause)}
}

// aimOfAll returns what the clauses of a question ask of a quote, all in one. Kinds that stand in so many sentences that they tell none from its neighbours
// are not among it: it is not known for which clause a quote would state one.
func aimOfAll(q Question) aim {
	out := aimOf(q.Language, q.Text)
	out.kinds = nil
	for _, clause := range q.Clauses() {
		out.kinds = append(out.kinds, slices.DeleteFunc(ask.KindsAsked(clause), func(k ask.Kind) bool { return k.Common })...)
	}
	return out
}

// states reports whether a text states a quantity or a thing of another kind that is asked for.
func (a aim) states(text string) bool {
	return a.amount != nil && a.amount(text) || ask.StatesOne(a.kinds, text)
}
