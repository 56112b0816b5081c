package related

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"rabbithole/backend/source"
	"rabbithole/backend/step"
	"rabbithole/backend/step/quotable"
)

// mostTerms is how many words of the statements are looked up for their meaning.
const mostTerms = 6

// definitions looks up what other documents say the weightiest words of the statements mean.
func (g *gatherer) definitions(ctx context.Context) error {
	for _, w := range g.weightiest() {
		hits, err := g.search(ctx, w.word, g.points[0].document.Language, g.others, g.limits.Results)
		if err != nil {
			return err
		}
		for _, h := range hits {
			if err := g.defining(ctx, h.Passage); err != nil {
				return err
			}
		}
	}
	return nil
}

const (
	definedWorth  = 0.6  // what a definition counts
	leastDefining = 0.12 // share of a statement's weight that the words have whose meaning is worth telling
)

// defining keeps the sentences of a passage that say what words of a statement mean.
func (g *gatherer) defining(ctx context.Context, p source.Passage) error {
	if g.defined[p.ID] {
		return nil
	}
	g.defined[p.ID] = true
	d, err := g.Kit.Library.Document(ctx, p.Document)
	if err != nil {
		return err
	}
	for _, unit := range quotable.Units(p, d.Language) {
		of := g.Kit.Lexicon.Subject(defined(unit), d.Language)
		point := slices.IndexFunc(g.points, func(st statement) bool { return st.holds(of) && st.profile.Coverage(of) >= leastDefining })
		if len(of) == 0 || len(of) > 3 || point < 0 || !worthReading(unit) {
			continue
		}
		u, err := g.reading(ctx, unit, p, d)
		if err != nil {
			return err
		}
		if what, _ := relate(g.points[point], u); what == Contradicts || what == Supports {
			continue
		}
		if err := g.keep(ctx, point, p, said{statement: u, what: Defines, how: definedWorth}); err != nil {
			return err
		}
	}
	return nil
}

// holds reports whether a statement has the terms, one behind the other.
func (s statement) holds(terms []string) bool {
	for i := range s.terms {
		if len(s.terms)-i >= len(terms) && slices.Equal(s.terms[i:i+len(terms)], terms) {
			return true
		}
	}
	return false
}

// term is a word of a statement.
type term struct {
	word, term string
	weight     float64
}

// weightiest returns the words of the statements nearest to the page being read that say most, as they are written.
func (g *gatherer) weightiest() []term {
	var all []term
	for i, st := range g.points {
		if g.state.reach(g.state.Points[i]) != g.state.reach(g.state.Points[0]) {
			break
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
			all = append(all, term{word, terms[0], st.profile.Weight[terms[0]]})
		}
	}
	slices.SortStableFunc(all, func(a, b term) int { return cmp.Compare(b.weight, a.weight) })
	return all[:min(len(all), mostTerms)]
}

// topic looks for what the others have on what the page being read is about, where nothing has anything to say to one of its statements.
func (g *gatherer) topic(ctx context.Context) error {
	var words []string
	for _, w := range g.weightiest() {
		words = append(words, w.word)
	}
	if len(words) == 0 {
		return nil
	}
	language := g.points[0].document.Language
	about, err := g.Kit.Matter(ctx, language, step.Part{Text: strings.Join(words, " "), Factor: 1})
	if err != nil {
		return err
	}
	hits, err := g.search(ctx, strings.Join(words, " "), language, g.others, g.limits.Results)
	if err != nil {
		return err
	}
	for _, h := range hits {
		d, err := g.Kit.Library.Document(ctx, h.Passage.Document)
		if err != nil {
			return err
		}
		best, reach := said{how: leastTopic}, g.state.reach(g.state.Points[0])
		for _, unit := range quotable.Units(h.Passage, d.Language) {
			if !worthReading(unit) {
				continue
			}
			u, err := g.reading(ctx, unit, h.Passage, d)
			if err != nil {
				return err
			}
			if how := about.Coverage(u.terms); how > best.how {
				best = said{statement: u, what: Adds, how: how, reach: reach}
			}
		}
		if best.text == "" {
			continue
		}
		if err := g.keep(ctx, -1, h.Passage, best); err != nil {
			return err
		}
	}
	return nil
}

// leastTopic is the share of the weightiest words of a page that a sentence has to have to say more about it.
const leastTopic = 0.4
