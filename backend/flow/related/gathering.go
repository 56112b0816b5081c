package related

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/extract"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/quote"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// gather looks in the rest of the library for what has to do with what the document states: along references in both directions, and by words and
// meaning.
func (f *run) gather(ctx context.Context, s State) (graph.Step[State], error) {
	out := graph.Step[State]{State: &s, Next: []graph.Task{graph.To("consent")}}
	if f.tooled() {
		out.Next = []graph.Task{graph.To("consult")}
	}
	docs, err := f.Kit.Library.Documents(ctx)
	if err != nil {
		return out, err
	}
	open, err := f.Kit.Library.Document(ctx, s.Document)
	if err != nil {
		return out, err
	}
	g := &gatherer{run: f, state: s, limits: LimitsOf(s.Mode), known: map[string]*sheet{}}
	s.Searched = Searched{}
	for _, d := range docs {
		if d.Hash == s.Document {
			continue
		}
		g.others = append(g.others, d.Hash)
		s.Searched.Documents++
		s.Searched.Pages += d.Pages
		if d.Language != "" && d.Language != open.Language {
			s.Searched.Foreign++
		}
	}
	share := gatherShare
	if f.Kit.Model == nil && !f.MayAsk(s.Allow) {
		share = aloneShare
	}
	work, cancel := f.clock(ctx, s, share)
	defer cancel()
	if len(g.others) == 0 {
		s.Warnings = append(s.Warnings, sayAlone.In(s.Language))
	} else if err := g.all(work); work.Err() != nil && ctx.Err() == nil {
		s.Searched.Hurried = true
	} else if err != nil {
		return out, err
	}
	found, told := g.best(), len(s.Steps)
	s.Found = append(s.Found, found...)
	f.did(&s, sayGathered.In(s.Language, len(g.others), len(found)))
	out.Events = steps(s.Steps[told:])
	return out, nil
}

// gatherer collects what other documents have to say.
type gatherer struct {
	*run
	state  State
	limits Limits
	others []string // documents beside the open one
	points []statement
	found  []candidate
	known  map[string]*sheet // passages that were read
}

// sheet is a passage with its sentences.
type sheet struct {
	source.Passage
	said []statement
}

// candidate is a finding with its sentence.
type candidate struct {
	Finding
	statement
}

// all looks for what has to do with the page being read, then, as long as a summary would have too few bullets, with the pages beside it and with the
// document.
func (g *gatherer) all(ctx context.Context) error {
	var err error
	if g.points, err = g.statements(ctx, g.state); err != nil {
		return err
	}
	for reach := OnPage; reach <= Elsewhere && len(g.best()) < fewestBullets; reach++ {
		for _, look := range []func(context.Context, int) error{g.references, g.about} {
			for i, p := range g.state.Points {
				if p.Reach != reach {
					continue
				}
				if err := look(ctx, i); err != nil {
					return err
				}
			}
		}
		if err := g.mentions(ctx, reach); err != nil {
			return err
		}
	}
	return nil
}

// about searches the others for what they have to say to a statement.
func (g *gatherer) about(ctx context.Context, point int) error {
	hits, err := g.search(ctx, g.points[point].text, g.points[point].document.Language, g.others, g.limits.Results)
	for _, h := range hits {
		if err == nil {
			err = g.weigh(ctx, point, h.Passage.ID)
		}
	}
	return err
}

// search finds passages of documents that may be cited.
func (f *run) search(ctx context.Context, text, language string, documents []string, most int) ([]extract.Hit, error) {
	if len(documents) == 0 {
		return nil, nil
	}
	hits, err := f.Kit.Search.Search(ctx, extract.Query{Text: text, Limit: most, Documents: documents, Language: language})
	if err != nil && !errors.Is(err, extract.ErrNoMeaning) {
		return nil, fmt.Errorf("search the library: %w", err)
	}
	return slices.DeleteFunc(hits, func(h extract.Hit) bool { return !h.Passage.Citable() }), nil
}

// read takes the sentences of a passage apart.
func (g *gatherer) read(ctx context.Context, id string) (*sheet, error) {
	if known := g.known[id]; known != nil {
		return known, nil
	}
	p, d, mentions, err := g.look(ctx, id)
	if err != nil {
		return nil, err
	}
	out := &sheet{Passage: p}
	for _, unit := range quote.Units(p, d.Language) {
		if quote.IsRow(unit) {
			continue
		}
		st, err := g.reading(ctx, unit, p, d, mentions)
		if err != nil {
			return nil, err
		}
		out.said = append(out.said, st)
	}
	g.known[id] = out
	return out, nil
}

// weigh keeps the sentence of a passage that has most to do with a statement.
func (g *gatherer) weigh(ctx context.Context, point int, passage string) error {
	p, err := g.read(ctx, passage)
	if err != nil {
		return err
	}
	best := candidate{Finding: Finding{Point: point}}
	for _, u := range p.said {
		if !u.tells {
			continue
		}
		what, how := relate(g.points[point], u)
		if ranks[what] > ranks[best.Relation] || what == best.Relation && how > best.Score {
			best.statement, best.Relation, best.Score = u, what, how
		}
	}
	return g.keep(ctx, p.Passage, best)
}

// mostReferences is how many references are followed at a reach in each direction, mostToOne how many to the same section.
const (
	mostReferences = 12
	mostToOne      = 4
)

// leastMeant is the share of a statement's weight that a sentence carries which it means with a reference to a whole document, or that means it.
const leastMeant = 0.12

// references keeps what of the places in other documents that a statement refers to has most to do with it. In another language hardly a word is the
// same: there the first sentence of the place stands for it.
func (g *gatherer) references(ctx context.Context, point int) error {
	st := g.points[point]
	mentions, err := g.Kit.Library.Mentions(ctx, g.state.Points[point].Passage)
	if err != nil {
		return err
	}
	for _, m := range mentions {
		if flow.Quoted(g.state.Points[point].Quotes, m) < 0 {
			continue
		}
		best, from, most := candidate{Finding: Finding{Point: point, Relation: Refers}}, source.Passage{}, -1.0
		for t, target := range m.Targets {
			if target.Document == "" || target.Document == g.state.Document {
				continue
			}
			passages, err := flow.Target(ctx, g.Kit, ask.Question{Text: st.text, Language: st.document.Language}, m, t)
			if err != nil {
				return err
			}
			for _, found := range passages {
				p, err := g.read(ctx, found.ID)
				if err != nil {
					return err
				}
				for _, u := range p.said {
					how := st.profile.Coverage(u.terms)
					worth := how
					if !u.tells {
						worth--
					}
					if worth > most && (target.Section != "" || worth > leastMeant) {
						best.statement, best.Score, from, most = u, how, p.Passage, worth
					}
				}
			}
		}
		if err := g.keep(ctx, from, best); err != nil {
			return err
		}
	}
	return nil
}

// mentions keeps what says in other documents that the sections at a reach of the page being read apply, or are to be read.
func (g *gatherer) mentions(ctx context.Context, reach Reach) error {
	passages, err := g.Shelf.PassagesOf(ctx, g.state.Document)
	if err != nil {
		return err
	}
	sections := []string{}
	for _, p := range passages {
		if reachOf(p.Page(), g.state.Page) == reach && !slices.Contains(sections, p.Section) && p.Section != "" {
			sections = append(sections, p.Section)
		}
	}
	if reach == Elsewhere || g.state.Page == 0 {
		sections = append(sections, "") // the whole document
	}
	read := 0
	for _, section := range sections {
		list, err := g.Shelf.MentionsTo(ctx, g.state.Document, section)
		if err != nil {
			return err
		}
		list = slices.DeleteFunc(list, func(m refs.Mention) bool { return m.Document == g.state.Document || m.Passage == "" })
		for _, m := range list[:min(len(list), mostToOne, mostReferences-read)] {
			read++
			if err := g.mention(ctx, m, section, reach); err != nil {
				return err
			}
		}
	}
	return nil
}

// mention keeps the sentence in which another document refers to a section, with the statement of that which it has most to do with.
func (g *gatherer) mention(ctx context.Context, m refs.Mention, section string, reach Reach) error {
	p, err := g.read(ctx, m.Passage)
	if err != nil || !p.Passage.Citable() {
		return err
	}
	at := slices.IndexFunc(p.said, func(u statement) bool {
		return u.tells && len(u.terms) >= fewestTerms && strings.Contains(oneLine(u.text), oneLine(m.Text))
	})
	if at < 0 {
		return nil
	}
	c := candidate{Finding{Relation: Cited, Reach: reach}, p.said[at]}
	c.Point, c.Score = nearest(g.points, c.terms, leastMeant, func(s statement) bool { return s.home == section })
	return g.keep(ctx, p.Passage, c)
}

// keep adds a finding, each sentence once: with the statement that it has most to do with.
func (g *gatherer) keep(ctx context.Context, p source.Passage, c candidate) error {
	if c.text == "" {
		return nil
	}
	k, ok, err := g.kept(ctx, p, c.text, c.Score)
	if err != nil || !ok {
		return err
	}
	if c.Kept, c.Rule = k, true; c.Point >= 0 {
		c.Reach = g.state.Points[c.Point].Reach
	}
	at := slices.IndexFunc(g.found, func(o candidate) bool { return o.Passage == k.Passage && o.text == c.text })
	if at < 0 {
		g.found = append(g.found, c)
	} else if c.before(g.found[at].Finding) < 0 {
		g.found[at] = c
	}
	return nil
}

// ranks is the order of what sentences do, the last of which a reader sees first.
var ranks = map[Relation]int{Adds: 1, Refers: 2, Cited: 2, Contradicts: 3}

// before orders findings: what contradicts the document, then what has to do with the page being read, by what it does and how much both have in common.
func (c Finding) before(o Finding) int {
	if c.Relation == Contradicts != (o.Relation == Contradicts) {
		return cmp.Compare(ranks[o.Relation], ranks[c.Relation])
	}
	return cmp.Or(cmp.Compare(c.Reach, o.Reach), cmp.Compare(ranks[o.Relation], ranks[c.Relation]), cmp.Compare(o.Score, c.Score))
}

// The bounds of what is kept: findings in all, of one document and to one statement; and in how many documents a sentence stands that says nothing to anybody.
const (
	mostFound   = 2 * mostBullets
	perDocument = 5
	perPoint    = 2
	stockFrom   = 3
	sameText    = 0.95 // share of either's weight that the other carries where both are the same
)

// best returns the findings in order, without what says the same, from different documents and about different statements.
func (g *gatherer) best() (out []Finding) {
	slices.SortStableFunc(g.found, func(a, b candidate) int { return a.before(b.Finding) })
	var taken []candidate
	documents, points := map[string]int{}, map[int]int{}
	for _, c := range g.found {
		if len(out) == mostFound || documents[c.document.Hash] == perDocument || c.Point >= 0 && points[c.Point] == perPoint || g.stock(c) ||
			slices.ContainsFunc(taken, c.repeats) {
			continue
		}
		documents[c.document.Hash]++
		points[c.Point]++
		taken = append(taken, c)
		c.ID = "E" + strconv.Itoa(len(g.state.Found)+len(taken))
		out = append(out, c.Finding)
	}
	return out
}

// stock reports whether a sentence stands word for word in many documents: what everybody says says nothing to anybody.
func (g *gatherer) stock(c candidate) bool {
	having := map[string]bool{}
	for _, o := range g.found {
		if o.profile.Coverage(c.terms) > sameText && c.profile.Coverage(o.terms) > sameText {
			having[o.document.Hash] = true
		}
	}
	return len(having) >= stockFrom
}
