package extract

import (
	"cmp"
	"context"
	"slices"

	"rabbithole/backend/ask"
	"rabbithole/backend/relevance"
)

// clause is one question of the question: what it is about by itself and within the whole, and what shows that a quote states what it
// asks for.
type clause struct {
	aim
	text         string
	own, profile relevance.Profile
	order        map[string]float64 // of passages, by the search
}

// rankedClause is a clause with all quotes that are about it, best first.
type rankedClause struct {
	clause
	ranked []candidate
	most   float64 // score of the best
}

// clause takes a clause of a question apart; once for all that the draft asks of it.
func (w *extractive) clause(ctx context.Context, q ask.Question, text string) (clause, error) {
	if c, ok := w.clauses[q.Text+"\n"+text]; ok {
		return c, nil
	}
	c, err := w.takeApart(ctx, q, text)
	if err == nil {
		w.clauses[q.Text+"\n"+text] = c
	}
	return c, err
}

func (w *extractive) takeApart(ctx context.Context, q ask.Question, text string) (clause, error) {
	asked := ask.MatterOf(text, q.Language)
	own, err := w.engine.Matter(ctx, q.Language, asked...)
	if err != nil {
		return clause{}, err
	}
	whole, err := w.engine.Matter(ctx, q.Language, q.Parts()...)
	if err != nil {
		return clause{}, err
	}
	background := q.Dependence(text)
	if background == ask.Independent && whole.Total > 0 {
		background = min(background, besides*own.Total/whole.Total)
	}
	p, err := w.engine.Matter(ctx, q.Language, append(asked, ask.Weaken(q.Parts(), background)...)...)
	if err != nil {
		return clause{}, err
	}
	p = p.Without(w.engine.Lexicon.Terms(ask.WordsFor(q.Language).Asking, q.Language))
	aim := aimOf(q.Language, text)
	aim.things = w.engine.toDefine(text, own)
	order, err := w.order(ctx, q, text)
	return clause{aim, text, own, p, order}, err
}

// aim is what a question, or a clause of one, asks of a quote besides having its words. It is the same for every quote, and made once.
type aim struct {
	kinds  []ask.Kind             // that it asks for
	amount func(text string) bool // shows a quantity that it asks for; nil where it asks for none
	things []relevance.Profile    // that it asks to be defined
}

// aimOf returns what a question or a clause of one asks of a quote.
func aimOf(language, clause string) aim {
	return aim{kinds: ask.KindsAsked(clause), amount: ask.WordsFor(language).AmountAsked(clause)}
}

// states reports whether a text states a quantity or a thing of another kind that is asked for.
func (a aim) states(text string) bool {
	return a.amount != nil && a.amount(text) || ask.StatesOne(a.kinds, text)
}

// mostOrdered is how many hits of a search order what is quoted.
const mostOrdered = 30

// order returns what the library's own search thinks of passages for a clause of a question, 0 to 1 by ID: search weighs headings, neighbours and the
// whole page, and of a document that nobody tuned a rule for it finds the page that answers more often than rules over single sentences do. Nothing has an
// order where the search fails, and for a clause that leans on others ("what does that class call for"): it cannot be searched for by itself.
func (w *extractive) order(ctx context.Context, q ask.Question, text string) (map[string]float64, error) {
	out := map[string]float64{}
	whole := len(q.Clauses()) < 2
	if !whole && q.Dependence(text) > ask.Independent {
		return out, nil
	}
	if whole {
		text = q.Text
	}
	hits, err := w.engine.hits(ctx, q, text)
	for _, h := range hits {
		out[h.Passage.ID] = h.Score
	}
	return out, err
}

// hits are what the library's own search finds for a text, best first; none where it fails.
func (g *Engine) hits(ctx context.Context, q ask.Question, text string) ([]Hit, error) {
	if g.Search == nil {
		return nil, nil
	}
	hits, err := g.Search.Search(ctx, Query{Text: text, Limit: mostOrdered, Documents: q.Targets.Documents, Language: q.Language})
	if err != nil && ctx.Err() == nil {
		return nil, nil
	}
	return hits, err
}

// place is what the search thinks of where a quote stands; what no search of the library finds, a page of the web or a file of this run alone, has the
// relevance that it was read with.
func (c clause) place(n candidate) float64 {
	if n.unsearched() {
		return n.evidence.Score
	}
	return c.order[n.evidence.Passage]
}

// unsearched reports whether a quote stands where no search of the library looks.
func (n candidate) unsearched() bool { return n.evidence.Own || n.evidence.Locator.URL != "" }

// ranked returns all quotes by how well they answer a clause, best first: by what they say of it, whether they define or state what it asks for, and what
// the search thinks of where they stand.
func (w *extractive) ranked(asked clause) []candidate {
	list := w.candidates(asked.profile, w.evidence, asked.amount)
	for i, c := range list {
		score, place := c.score, asked.place(c)
		switch {
		case ask.StatesOne(asked.kinds, c.quote):
			score *= kindBonus
		case len(asked.kinds) > 0:
			score *= otherwise
		}
		if bonus := w.engine.defines(asked.things, c.evidence.Section, c.quote); bonus > 1 {
			score = lifted(score, bonus)
			if bonus == entryBonus { // a definition of just that, wherever it stands
				place = 1
			}
		}
		list[i].score = score + bySearch*place
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	return list
}

// second returns the quote that a clause is answered by beside the best: the best of the passage that the search thinks most of on pages that are not shown yet,
// near enough to c: one that the search puts far below is of something else.
func (w *extractive) second(asked clause, ranked []candidate, c candidate) (candidate, bool) {
	shown := map[leaf]bool{}
	for _, c := range w.shown {
		shown[leafOf(c)] = true
	}
	other := slices.DeleteFunc(slices.Clone(ranked), func(n candidate) bool {
		return shown[leafOf(n)] || asked.place(n) == 0 || !n.unsearched() && asked.place(n) <= nearby*asked.place(c)
	})
	slices.SortStableFunc(other, func(a, b candidate) int { return cmp.Compare(asked.place(b), asked.place(a)) })
	return w.best(other, 0)
}

// leaf is a page of a document.
type leaf struct {
	document string
	page     int
}

// leafOf returns the page that a quote begins on.
func leafOf(c candidate) leaf {
	if at, ok := placeOf(c); ok {
		return leaf{c.evidence.Document, at.Page}
	}
	return leaf{c.evidence.Document, c.evidence.Page}
}
