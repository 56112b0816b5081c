package related

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
	"rabbithole/backend/step/quotable"
)

// gather looks in the rest of the library for what says something to what the document states: by words and meaning, and along references in
// both directions.
func (f *run) gather(ctx context.Context, s State) (graph.Step[State], error) {
	out := graph.Step[State]{State: &s, Next: []graph.Task{graph.To("consent")}}
	if f.tooled() {
		out.Next = []graph.Task{graph.To("consult")}
	}
	words := phrasesFor(s.Language)
	docs, err := f.Kit.Library.Documents(ctx)
	if err != nil {
		return out, err
	}
	open, err := f.Kit.Library.Document(ctx, s.Document)
	if err != nil {
		return out, err
	}
	g := &gatherer{run: f, state: s, limits: LimitsOf(s.Mode), defined: map[string]bool{}}
	s.Searched = Searched{}
	for _, d := range docs {
		if d.Hash != s.Document {
			g.others = append(g.others, d.Hash)
			s.Searched.add(d, d.Language != "" && d.Language != open.Language)
		}
	}
	share := gatherShare
	if f.Kit.Model == nil && !f.MayAsk(s.Allow) {
		share = aloneShare
	}
	work, cancel := f.clock(ctx, s, share)
	defer cancel()
	if len(g.others) == 0 {
		s.Warnings = append(s.Warnings, words.alone)
	} else if err := g.all(work); work.Err() != nil && ctx.Err() == nil {
		s.Searched.Hurried = true
	} else if err != nil {
		return out, err
	}
	found, told := g.best(), len(s.Steps)
	s.Found = append(s.Found, found...)
	f.did(&s, fmt.Sprintf(words.gathered, len(g.others), len(found)))
	out.Events = steps(s.Steps[told:])
	return out, nil
}

// add counts a document.
func (s *Searched) add(d source.Document, foreign bool) {
	s.Documents++
	s.Pages += d.Pages
	if foreign {
		s.Foreign++
	}
}

// gatherer collects what the library has to say.
type gatherer struct {
	*run
	state    State
	limits   Limits
	others   []string // documents beside the open one
	points   []statement
	found    []candidate
	defined  map[string]bool // passages looked through for definitions
	followed int             // references
}

// candidate is a finding with its sentence.
type candidate struct {
	Finding
	statement
}

// all looks for what speaks to the page being read, then, as long as a summary would have too few bullets, to the pages beside it and to the document.
// Along references comes before searching: it is quick, and what it finds is meant.
func (g *gatherer) all(ctx context.Context) error {
	var err error
	if g.points, err = g.statements(ctx, g.state); err != nil {
		return err
	}
	for reach := OnPage; reach <= Elsewhere; reach++ {
		if err := g.each(ctx, reach, g.references); err != nil {
			return err
		}
		if reach == OnPage || !g.enough() { // what contradicts or updates another page is looked for all the same
			if err := g.in(ctx, reach); err != nil {
				return err
			}
		}
		if err := g.each(ctx, reach, g.about); err != nil {
			return err
		}
	}
	if err := g.definitions(ctx); err != nil {
		return err
	}
	if g.enough() {
		return nil
	}
	return g.topic(ctx)
}

// each does something for every statement at a reach.
func (g *gatherer) each(ctx context.Context, reach Reach, do func(ctx context.Context, point int) error) error {
	for i, p := range g.state.Points {
		if g.state.reach(p) != reach {
			continue
		}
		if err := do(ctx, i); err != nil {
			return err
		}
	}
	return nil
}

// enough reports whether a summary of what was found would have its bullets.
func (g *gatherer) enough() bool {
	return len(g.state.choose(g.best(), g.limits.Bullets)) >= fewestBullets
}

// statements reads the points of the document again.
func (f *run) statements(ctx context.Context, s State) ([]statement, error) {
	var out []statement
	for _, p := range s.Points {
		st, err := f.statement(ctx, p.Kept)
		if err != nil {
			return nil, err
		}
		out = append(out, st)
	}
	return out, nil
}

// statement reads a kept sentence again, with what it is about.
func (f *run) statement(ctx context.Context, k flow.Kept) (st statement, err error) {
	e, err := flow.Hydrate(ctx, f.Kit.Library, k)
	if err != nil {
		return st, err
	}
	if st.document, err = f.Kit.Library.Document(ctx, e.Document); err != nil {
		return st, err
	}
	p, err := f.Kit.Library.Passage(ctx, k.Passage)
	if err != nil {
		return st, err
	}
	if st, err = f.reading(ctx, e.Extract, p, st.document); err != nil {
		return st, err
	}
	st.home = p.Section
	return st, nil
}

// reading takes a sentence of a passage apart.
func (f *run) reading(ctx context.Context, unit string, p source.Passage, d source.Document) (statement, error) {
	st := statement{text: unit, plain: bare(unit), document: d, section: section(p)}
	st.terms = f.Kit.Lexicon.Terms(st.plain, d.Language)
	var err error
	st.profile, err = f.Kit.Matter(ctx, d.Language, step.Part{Text: st.plain, Factor: 1})
	return st, err
}

// about searches the others for what they have to say to a statement.
func (g *gatherer) about(ctx context.Context, point int) error {
	st := g.points[point]
	hits, err := g.search(ctx, st.plain, st.document.Language, g.others, g.limits.Results)
	if err != nil {
		return err
	}
	for _, h := range hits {
		if err := g.weigh(ctx, point, h.Passage); err != nil {
			return err
		}
		if err := g.defining(ctx, h.Passage); err != nil {
			return err
		}
	}
	return nil
}

// search finds passages of documents that may be cited.
func (f *run) search(ctx context.Context, text, language string, documents []string, most int) ([]step.Hit, error) {
	if len(documents) == 0 {
		return nil, nil
	}
	hits, err := f.Kit.Search.Search(ctx, step.Query{Text: text, Limit: most, Documents: documents, Language: language})
	if err != nil && !errors.Is(err, step.ErrNoMeaning) {
		return nil, fmt.Errorf("search the library: %w", err)
	}
	return slices.DeleteFunc(hits, func(h step.Hit) bool { return !flow.Citable(h.Passage) }), nil
}

// weigh keeps the sentence of a passage that says most to a statement.
func (g *gatherer) weigh(ctx context.Context, point int, p source.Passage) error {
	d, err := g.Kit.Library.Document(ctx, p.Document)
	if err != nil {
		return err
	}
	best, err := g.most(ctx, point, p, d, quotable.Units(p, d.Language))
	if err != nil || best.what == "" {
		return err
	}
	return g.keep(ctx, point, p, best)
}

// said is a sentence with what it does to a statement.
type said struct {
	statement
	what  Relation
	how   float64
	reach Reach // of what speaks to no statement in particular
}

// most returns the one of a passage's sentences that says most to a statement.
func (g *gatherer) most(ctx context.Context, point int, p source.Passage, d source.Document, units []string) (best said, err error) {
	st := g.points[point]
	for _, unit := range units {
		if len(unit) < shortest || len(unit) > longest || !states(unit) || st.profile.Coverage(g.Kit.Lexicon.Terms(unit, d.Language)) < sameMatter/2 {
			continue
		}
		u, err := g.reading(ctx, unit, p, d)
		if err != nil {
			return best, err
		}
		if what, how := relate(st, u); rankOf(what)*how > rankOf(best.what)*best.how {
			best = said{statement: u, what: what, how: how}
		}
	}
	return best, nil
}

// keep adds a finding, each sentence once: with the statement that it has most to say to.
func (g *gatherer) keep(ctx context.Context, point int, p source.Passage, u said) error {
	k, ok, err := flow.Keep(ctx, g.Kit.Library, p, step.Judgement{Relevance: min(1, u.how), Quotes: []string{u.text}})
	if err != nil || !ok {
		return err
	}
	c := candidate{Finding{Kept: k, Point: point, Reach: u.reach, Relation: u.what, Rule: true}, u.statement}
	for i, have := range g.found {
		if have.Passage == k.Passage && have.text == c.text {
			if g.worth(c) > g.worth(have) {
				g.found[i] = c
			}
			return nil
		}
	}
	g.found = append(g.found, c)
	return nil
}

func section(p source.Passage) string {
	if len(p.Headings) < 2 {
		return ""
	}
	return p.Headings[len(p.Headings)-1]
}
