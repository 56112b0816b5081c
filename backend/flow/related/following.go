package related

import (
	"context"
	"slices"
	"strings"

	"rabbithole/backend/flow"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// mostReferences bounds how many references are followed in each direction.
const mostReferences = 12

// references follows the references of the statements into other documents, and those of other documents to the sections they stand in.
func (g *gatherer) references(ctx context.Context) error {
	followed := 0
	for i, p := range g.state.Points {
		mentions, err := g.Kit.Library.Mentions(ctx, p.Passage)
		if err != nil {
			return err
		}
		for _, m := range mentions {
			if followed == mostReferences || !holds(p.Quotes, m) {
				continue
			}
			led, err := g.out(ctx, i, m)
			if err != nil {
				return err
			}
			if led {
				followed++
			}
		}
	}
	return g.in(ctx)
}

// holds reports whether a mention stands in one of the quotes.
func holds(quotes [][]source.Span, m refs.Mention) bool {
	for _, spans := range quotes {
		for _, s := range spans {
			if s.Page == m.Page && m.Start < s.End && m.End > s.Start {
				return true
			}
		}
	}
	return false
}

// out weighs what a reference of a statement leads to.
func (g *gatherer) out(ctx context.Context, point int, m refs.Mention) (led bool, err error) {
	st := g.points[point]
	for t, target := range m.Targets {
		if target.Document == "" || target.Document == g.state.Document {
			continue
		}
		ids, err := flow.Target(ctx, g.Kit, step.Question{Text: st.text, Language: st.document.Language}, m, t)
		if err != nil {
			return led, err
		}
		for _, id := range ids {
			p, err := g.Kit.Library.Passage(ctx, id)
			if err != nil {
				return led, err
			}
			if err := g.weigh(ctx, point, p, Refers); err != nil {
				return led, err
			}
			led = true
		}
	}
	return led, nil
}

// in weighs what says in other documents that the sections of the statements apply, or are to be read.
func (g *gatherer) in(ctx context.Context) error {
	seen := map[string]bool{}
	for i, p := range g.state.Points {
		passage, err := g.Kit.Library.Passage(ctx, p.Passage)
		if err != nil {
			return err
		}
		if passage.Section == "" || seen[passage.Section] {
			continue
		}
		seen[passage.Section] = true
		mentions, err := g.Shelf.MentionsTo(ctx, g.state.Document, passage.Section)
		if err != nil {
			return err
		}
		mentions = slices.DeleteFunc(mentions, func(m refs.Mention) bool { return m.Document == g.state.Document || m.Passage == "" })
		for _, m := range spread(mentions, perTarget) {
			if err := g.mentioning(ctx, i, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// perTarget is how many references to one section are read.
const perTarget = 4

// mentioning keeps the sentence in which another document refers to where a statement stands.
func (g *gatherer) mentioning(ctx context.Context, point int, m refs.Mention) error {
	p, err := g.Kit.Library.Passage(ctx, m.Passage)
	if err != nil {
		return err
	}
	if !flow.Citable(p) {
		return nil
	}
	d, err := g.Kit.Library.Document(ctx, p.Document)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(step.Units(p, d.Language), func(u string) bool { return strings.Contains(oneLine(u), m.Text) && len(u) <= 2*longest && states(u) })
	if at < 0 {
		return nil
	}
	unit := step.Units(p, d.Language)[at]
	u := statement{text: unit, terms: g.Kit.Lexicon.Terms(unit, d.Language), document: d, section: section(p), page: unit, at: [2]int{0, len(unit)}}
	if u.profile, err = g.Kit.Matter(ctx, d.Language, step.Part{Text: unit, Factor: 1}); err != nil {
		return err
	}
	what, how := relate(g.state.Language, g.points[point], u)
	if what == "" || what == Adds {
		what, how = Refers, max(how, leastReferred+g.points[point].profile.Coverage(u.terms)/2)
		if replacing.MatchString(unit) {
			what = Updates
		}
	}
	return g.keep(ctx, point, p, u, what, how)
}

// mostTerms is how many words of the statements are looked up for their meaning.
const mostTerms = 6

// definitions looks up what other documents say the weightiest words of the statements mean.
func (g *gatherer) definitions(ctx context.Context) error {
	for _, w := range g.weightiest() {
		st := g.points[w.point]
		hits, err := g.search(ctx, w.word, st.document.Language, g.others, g.limits.Results)
		if err != nil {
			return err
		}
		for _, h := range hits {
			d, err := g.Kit.Library.Document(ctx, h.Passage.Document)
			if err != nil {
				return err
			}
			for _, unit := range step.Units(h.Passage, d.Language) {
				if len(unit) > 2*longest || !g.means(unit, w, d.Language) {
					continue
				}
				u := statement{text: unit, terms: g.Kit.Lexicon.Terms(unit, d.Language), document: d, section: section(h.Passage), page: unit, at: [2]int{0, len(unit)}}
				if u.profile, err = g.Kit.Matter(ctx, d.Language, step.Part{Text: unit, Factor: 1}); err != nil {
					return err
				}
				if err := g.keep(ctx, w.point, h.Passage, u, Defines, definedWorth); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// definedWorth is what a definition counts.
const definedWorth = 0.6

// means reports whether a sentence says what a word means.
func (g *gatherer) means(unit string, w term, language string) bool {
	of := g.Kit.Lexicon.Subject(defined(unit), language)
	return len(of) > 0 && len(of) <= 3 && slices.Contains(of, w.term)
}

// term is a word of a statement.
type term struct {
	word, term string
	point      int
	weight     float64
}

// weightiest returns the words of the statements that say most, as they are written.
func (g *gatherer) weightiest() []term {
	var all []term
	for i, st := range g.points {
		if !g.state.Points[i].Here && len(g.state.Points) > 0 && g.state.Points[0].Here {
			continue
		}
		for _, word := range strings.FieldsFunc(st.text, func(r rune) bool { return strings.ContainsRune(" \n\t.,;:()[]„“”\"'…", r) }) {
			terms := g.Kit.Lexicon.Subject(word, st.document.Language)
			if len(terms) != 1 || slices.Contains(st.profile.Absent, terms[0]) || figure.MatchString(word) || len(word) < 4 {
				continue
			}
			at := slices.IndexFunc(all, func(t term) bool { return t.term == terms[0] })
			if at >= 0 {
				all[at].weight += st.profile.Weight[terms[0]] / 2
				continue
			}
			all = append(all, term{word, terms[0], i, st.profile.Weight[terms[0]]})
		}
	}
	slices.SortStableFunc(all, func(a, b term) int { return -compare(a.weight, b.weight) })
	return all[:min(len(all), mostTerms)]
}
