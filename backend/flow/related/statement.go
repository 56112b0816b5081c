package related

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite/proof"
	"rabbithole/backend/extract"
	"rabbithole/backend/flow"
	"rabbithole/backend/refs"
	"rabbithole/backend/relevance"
	"rabbithole/backend/source"
)

// statement is a sentence with what it is about. Where it points is no part of that: the references in it are left out.
type statement struct {
	text     string
	terms    []string
	profile  relevance.Profile
	document source.Document
	home     string     // ID of its section
	side     proof.Side // as it is held against others
	tells    bool       // it can be understood alone
}

// reading takes a sentence of a passage apart.
func (f *run) reading(ctx context.Context, unit string, p source.Passage, d source.Document, mentions []refs.Mention) (statement, error) {
	plain := oneLine(unit)
	for _, m := range mentions {
		plain = strings.ReplaceAll(plain, oneLine(m.Text), " ")
	}
	st := statement{text: unit, document: d, home: p.Section, terms: f.Kit.Lexicon.Terms(plain, d.Language), tells: f.Kit.Tells(d, unit)}
	st.side = proof.Side{Text: unit, Document: d.Hash, Name: d.Name}
	if len(p.Headings) > 1 {
		st.side.Section = p.Headings[len(p.Headings)-1]
	}
	st.side = st.side.Read()
	var err error
	st.profile, err = f.Kit.Matter(ctx, d.Language, ask.Part{Text: plain, Factor: 1})
	return st, err
}

// statements reads the points of the document again.
func (f *run) statements(ctx context.Context, s State) ([]statement, error) {
	var out []statement
	for _, x := range s.Points {
		e, err := flow.Hydrate(ctx, f.Kit.Library, x.Kept)
		if err != nil {
			return nil, err
		}
		p, d, mentions, err := f.look(ctx, x.Passage)
		if err != nil {
			return nil, err
		}
		st, err := f.reading(ctx, e.Extract, p, d, mentions)
		if err != nil {
			return nil, err
		}
		out = append(out, st)
	}
	return out, nil
}

// look returns a passage with its document and the references in it.
func (f *run) look(ctx context.Context, id string) (p source.Passage, d source.Document, mentions []refs.Mention, err error) {
	if p, err = f.Kit.Library.Passage(ctx, id); err != nil {
		return p, d, nil, err
	}
	if d, err = f.Kit.Library.Document(ctx, p.Document); err != nil {
		return p, d, nil, err
	}
	mentions, err = f.Kit.Library.Mentions(ctx, id)
	return p, d, mentions, err
}

// kept is a sentence of a passage as evidence; false where it does not stand on its page.
func (f *run) kept(ctx context.Context, p source.Passage, unit string, how float64) (flow.Kept, bool, error) {
	return flow.Keep(ctx, f.Kit.Library, p, extract.Judgement{Relevance: min(1, how), Quotes: []string{unit}})
}

// How much two sentences have to do with each other that speak of the same: different words that both have, share of the other's weight that each
// carries, and share that both carry on average.
const (
	leastCommon = 4
	leastEach   = 0.2
	leastBoth   = 0.4
)

// relate says what a sentence of another source does to a statement of the document, and how much they have in common: it contradicts it where
// figures or dates of the same thing differ, else it adds to it; "" where they speak of different things.
func relate(a, b statement) (Relation, float64) {
	cover, back := a.profile.Coverage(b.terms), b.profile.Coverage(a.terms)
	how := (cover + back) / 2
	switch {
	case proof.Clash(a.side, b.side):
		return Contradicts, how
	case min(cover, back) < leastEach, how < leastBoth, ask.InCommon(ask.Set(a.terms), ask.Set(b.terms)) < leastCommon:
		return "", 0
	}
	return Adds, how
}

// repeats reports whether one of two sentences says most of what the other says.
func (s statement) repeats(o candidate) bool {
	return s.profile.Coverage(o.terms) > tooAlike || o.profile.Coverage(s.terms) > tooAlike
}

// nearest returns the statement that words have most to do with, of those that are asked about, and how much; -1 when none has more than least.
func nearest(points []statement, terms []string, least float64, of func(statement) bool) (at int, how float64) {
	at = -1
	for i, point := range points {
		if cover := point.profile.Coverage(terms); cover > max(how, least) && of(point) {
			at, how = i, cover
		}
	}
	return at, how
}

// mostWords is how many words of the page being read are put to the web.
const mostWords = 6

// weightiest returns the words that say most of the statements nearest to the page being read, as they are written.
func (f *run) weightiest(s State, points []statement) []string {
	weight, written := map[string]float64{}, map[string]string{}
	var order []string
	for i, st := range points {
		if s.Points[i].Reach != s.Points[0].Reach {
			break
		}
		for _, word := range strings.FieldsFunc(st.text, func(r rune) bool { return strings.ContainsRune(" \n\t.,;:()[]„“”\"'…", r) }) {
			terms := f.Kit.Lexicon.Subject(word, st.document.Language)
			if len(terms) != 1 || len(word) < 4 || strings.ContainsAny(word, "0123456789") {
				continue
			}
			if written[terms[0]] == "" {
				written[terms[0]], order = word, append(order, terms[0])
			}
			weight[terms[0]] += st.profile.Weight[terms[0]]
		}
	}
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(weight[b], weight[a]) })
	var out []string
	for _, t := range order[:min(len(order), mostWords)] {
		out = append(out, written[t])
	}
	return out
}
