package research

import (
	"context"
	"fmt"
	"slices"
	"strings"

	shared "rabbithole/backend/flow"
	"rabbithole/backend/step"
)

// searchFor adds the queries of an item with what each finds.
func (f *flow) searchFor(ctx context.Context, s State, item *Item, change *searched) error {
	tried := append(s.tried(), queriesIn(change.Queries)...)
	named, err := f.named(ctx, s, item)
	if err != nil {
		return err
	}
	queries, err := f.Kit.Queries(ctx, s.question(), s.Analysis, item.asTask(), tried)
	if err != nil {
		return err
	}
	if f.Kit.Model != nil && len(tried) == 0 { // whatever it thinks of, the question itself is searched
		queries = append([]string{s.asTyped()}, queries...)
	}
	change.Queries = append(change.Queries, named...)
	queries = queries[:min(len(queries), s.Settings.QueriesPerTask-len(named))]
	home := s.question().Home
	if f.Kit.Model != nil && len(home.Picks) == 0 { // the queries are as they are to be asked
		for _, text := range queries {
			q, err := f.query(ctx, s, item.ID, text)
			if err != nil {
				return err
			}
			change.Queries = append(change.Queries, q)
		}
		return nil
	}
	return f.searchAtHome(ctx, s, item, queries, change)
}

// mostQuestion is how many bytes of a question are searched for as they stand.
const mostQuestion = 400

// asTyped is the question as a query.
func (s State) asTyped() string { return shared.ClippedWords(s.question().Text, mostQuestion) }

// tried returns the queries put so far.
func (s State) tried() []string { return queriesIn(s.Queries) }

func queriesIn(list []Searched) (out []string) {
	for _, q := range list {
		out = append(out, q.Query)
	}
	return out
}

// query puts a query as it stands, to the documents that the person chose.
func (f *flow) query(ctx context.Context, s State, item int, text string) (Searched, error) {
	hits, err := f.Kit.Find(ctx, step.Query{Text: text, Limit: s.Settings.PassagesPerQuery, Documents: s.question().Home.Documents})
	if err != nil {
		return Searched{}, fmt.Errorf("search %q: %w", text, err)
	}
	q := Searched{Item: item, Query: text, Hits: []string{}, Found: step.FoundIn(hits)}
	for _, h := range hits {
		q.Hits = append(q.Hits, h.Passage.ID)
	}
	return q, nil
}

// searchAtHome puts queries to the documents that the question or an answer names.
func (f *flow) searchAtHome(ctx context.Context, s State, item *Item, queries []string, change *searched) error {
	home, found, asked := s.question().Home, map[string]bool{}, map[string]bool{}
	for i, text := range queries {
		var within []string
		if i == 0 || i < len(queries)-1 || home.Covers(s.Scope.Documents()) { // else the last one looks at everything, names and all
			text, within = home.At(text, s.Language)
		}
		limit, again := s.Settings.PassagesPerQuery, asked[wordsOf(text)]
		if again { // without the home's names it says what another says: it looks past what that one found
			limit += len(found)
		}
		asked[wordsOf(text)] = true
		hits, err := f.Kit.Find(ctx, step.Query{Text: text, Limit: limit, Documents: within, Language: s.Language})
		if err != nil {
			return fmt.Errorf("search %q: %w", text, err)
		}
		q := Searched{Item: item.ID, Query: text}
		known := step.FoundIn(hits)
		for n, h := range hits {
			if len(q.Hits) < s.Settings.PassagesPerQuery && !(again && found[h.Passage.ID]) {
				q.Hits, q.Found = append(q.Hits, h.Passage.ID), append(q.Found, known[n])
			}
		}
		for _, id := range q.Hits {
			found[id] = true
		}
		change.Queries = append(change.Queries, q)
	}
	return nil
}

// wordsOf returns the different words of a query, in one order.
func wordsOf(query string) string {
	words := strings.Fields(strings.ToLower(query))
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}
