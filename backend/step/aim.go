package step

import (
	"slices"

	"rabbithole/backend/cite/period"
)

// aim is what a question, or a clause of one, asks of a quote besides having its words. It is the same for every quote, and made once.
type aim struct {
	text    string
	kinds   []kind // that it asks for
	when    []period.Period
	whose   func(quote, language string) float64
	amount  func(text string) bool     // shows a quantity that it asks for; nil where it asks for none
	values  [][]string                 // terms of the names of the values that it asks for
	inBands func(text string) []string // terms of the values it gives that a text says something of
	things  []Profile                  // that it asks to be defined
	lacks   []string                   // terms of what it supposes to be missing
}

// aimOf returns what a clause asks of a quote; what it says of time and change it says within its question.
func (k *Kit) aimOf(q Question, clause string) aim {
	return aim{
		text: clause, kinds: kindsAsked(clause), when: q.periods(), whose: k.ofChange(q), amount: wordsFor(q.Language).amountAsked(clause),
		values:  k.valueNames(Question{Text: clause, Language: q.Language}),
		inBands: func(text string) []string { return k.inBands(q.Text, q.Language, text) },
		lacks:   k.lacksOf(clause, q.Language),
	}
}

// aim returns what the clauses of a question ask of a quote, all in one. Kinds that stand in so many sentences that they tell none from its neighbours
// are not among it: it is not known for which clause a quote would state one.
func (k *Kit) aim(q Question) aim {
	out := k.aimOf(q, q.Text)
	out.kinds = nil
	for _, clause := range q.clauses() {
		out.kinds = append(out.kinds, slices.DeleteFunc(kindsAsked(clause), func(k kind) bool { return k.common })...)
	}
	return out
}

// states reports whether a text states a quantity or a thing of another kind that is asked for.
func (a aim) states(text string) bool {
	return a.amount != nil && a.amount(text) || statesOne(a.kinds, text)
}
