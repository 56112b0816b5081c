package research

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/extract"
	shared "rabbithole/backend/flow"
)

// searchFor returns the queries of an item with what each finds; before are those that were put for others since.
func (f *flow) searchFor(ctx context.Context, s State, item *Item, before []Searched) ([]Searched, error) {
	tried := append(s.tried(), queriesIn(before)...)
	out, err := f.named(ctx, s, item)
	if err != nil {
		return nil, err
	}
	queries, err := f.Kit.Queries(ctx, s.question(), s.Analysis, item.asTask(), tried)
	if err != nil {
		return nil, err
	}
	if f.Kit.Model != nil && len(tried) == 0 { // whatever it thinks of, the question itself is searched
		queries = append([]string{s.asTyped()}, queries...)
	}
	queries = queries[:min(len(queries), s.Settings.QueriesPerTask-len(out))]
	home := s.question().Targets
	if f.Kit.Model != nil && len(home.Picks) == 0 { // the queries are as they are to be asked
		for _, text := range queries {
			q, err := f.query(ctx, s, item.ID, text, len(before)+len(out))
			if err != nil {
				return nil, err
			}
			out = append(out, q)
		}
		return out, nil
	}
	found, err := f.searchAtHome(ctx, s, item, queries)
	return append(out, found...), err
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

// query puts a query as it stands, to the documents that the person chose. What it names outright ("§ 43 Abs. 4 ...") comes first: a search finds what mentions it.
// Turn is how many others are put before it since s.
func (f *flow) query(ctx context.Context, s State, item int, text string, turn int) (Searched, error) {
	q := Searched{Item: item, Query: text, Hits: []string{}}
	named, err := f.pointed(ctx, s, text)
	if err != nil {
		return q, err
	}
	for _, n := range named {
		for _, id := range n.Hits {
			if !slices.Contains(q.Hits, id) && len(q.Hits) < (s.Settings.PassagesPerQuery+1)/2 { // half of the places are the search's
				q.Hits = append(q.Hits, id)
			}
		}
	}
	limit := deeperHits * s.Settings.PassagesPerQuery
	hits, err := f.Kit.Find(ctx, extract.Query{Text: text, Limit: limit, Documents: s.question().Targets.Documents, About: s.question().Text, Turn: len(s.Queries) + turn})
	if err != nil {
		return Searched{}, fmt.Errorf("search %q: %w", text, err)
	}
	q.Found = make([]extract.Found, len(q.Hits))
	for i, found := range extract.FoundIn(hits) {
		id := hits[i].Passage.ID
		if at := slices.Index(q.Hits, id); at >= 0 {
			q.Found[at] = found
			continue
		}
		q.Hits, q.Found = append(q.Hits, id), append(q.Found, found)
	}
	if most := s.Settings.PassagesPerQuery; len(q.Hits) > most {
		q.Hits, q.Found, q.Later = slices.Clip(q.Hits[:most]), q.Found[:most], q.Hits[most:min(len(q.Hits), limit)]
	}
	return q, nil
}

// searchAtHome puts queries to the documents that the question or an answer names.
func (f *flow) searchAtHome(ctx context.Context, s State, item *Item, queries []string) (out []Searched, err error) {
	home, found, asked := s.question().Targets, map[string]bool{}, map[string]bool{}
	for i, text := range queries {
		var within []string
		if i == 0 || i < len(queries)-1 || len(home.Picks) > 0 || home.Covers(s.Scope.Documents()) { // else the last one looks at everything, names and all
			text, within = home.At(text, s.Language)
		}
		limit, again := s.Settings.PassagesPerQuery, asked[wordsOf(text)]
		if again { // without the home's names it says what another says: it looks past what that one found
			limit += len(found)
		}
		asked[wordsOf(text)] = true
		hits, err := f.Kit.Find(ctx, extract.Query{Text: text, Limit: limit, Documents: within, Language: s.Language})
		if err != nil {
			return nil, fmt.Errorf("search %q: %w", text, err)
		}
		q := Searched{Item: item.ID, Query: text}
		known := extract.FoundIn(hits)
		for n, h := range hits {
			if len(q.Hits) < s.Settings.PassagesPerQuery && !(again && found[h.Passage.ID]) {
				q.Hits, q.Found = append(q.Hits, h.Passage.ID), append(q.Found, known[n])
			}
		}
		for _, id := range q.Hits {
			found[id] = true
		}
		out = append(out, q)
	}
	return out, nil
}

// wordsOf returns the different words of a query, in one order.
func wordsOf(query string) string {
	words := strings.Fields(strings.ToLower(query))
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}

// found returns what search knows of a passage that an item's queries found.
func (s State) found(item int, id string) extract.Found {
	best := extract.Found{}
	for _, q := range s.Queries {
		if at := slices.Index(q.Hits, id); q.Item == item && at >= 0 && at < len(q.Found) {
			best = best.Better(q.Found[at])
		}
	}
	return best
}

// named searches nothing: it returns what the references in a task's own words point to, one query per reference.
func (f *flow) named(ctx context.Context, s State, item *Item) ([]Searched, error) {
	out, err := f.pointed(ctx, s, item.Task)
	for i := range out {
		out[i].Item, out[i].Named = item.ID, true
	}
	return out[:min(len(out), s.Settings.QueriesPerTask)], err
}

// pointed returns what the references in a text point to, each with what it says and the passages meant.
func (f *flow) pointed(ctx context.Context, s State, text string) (out []Searched, err error) {
	mentions, err := f.Kit.Library.Pointed(ctx, text)
	if err != nil {
		return nil, err
	}
	for _, m := range mentions {
		passages, err := shared.Targets(ctx, f.Kit, s.question(), m)
		if err != nil {
			return nil, err
		}
		if passages = passages[:min(len(passages), s.Settings.PassagesPerQuery)]; len(passages) == 0 {
			continue
		}
		q := Searched{Query: m.Text}
		for _, p := range passages {
			q.Hits = append(q.Hits, p.ID)
		}
		out = append(out, q)
	}
	return out, nil
}
