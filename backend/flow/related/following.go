package related

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/flow"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
	"rabbithole/backend/step/quotable"
)

// mostReferences bounds how many references are followed in each direction.
const mostReferences = 12

// references follows the references of a statement into other documents.
func (g *gatherer) references(ctx context.Context, point int) error {
	p := g.state.Points[point]
	mentions, err := g.Kit.Library.Mentions(ctx, p.Passage)
	if err != nil {
		return err
	}
	for _, m := range mentions {
		if g.followed == mostReferences || flow.Quoted(p.Quotes, m) < 0 {
			continue
		}
		led, err := g.out(ctx, point, m)
		if err != nil {
			return err
		}
		if led {
			g.followed++
		}
	}
	return nil
}

// out keeps what of the place that a reference of a statement leads to says most to it.
func (g *gatherer) out(ctx context.Context, point int, m refs.Mention) (led bool, err error) {
	st := g.points[point]
	var best said
	var from source.Passage
	for t, target := range m.Targets {
		if target.Document == "" || target.Document == g.state.Document {
			continue
		}
		led = true
		passages, err := flow.Target(ctx, g.Kit, step.Question{Text: st.text, Language: st.document.Language}, m, t)
		if err != nil {
			return led, err
		}
		for _, p := range passages {
			u, err := g.target(ctx, point, p, append(flow.Chain(m, t), "")[0], target.Section == "")
			if err != nil {
				return led, err
			}
			if u.how*rankOf(u.what) > best.how*rankOf(best.what) {
				best, from = u, p
			}
		}
	}
	if best.what == "" {
		return led, nil
	}
	return led, g.keep(ctx, point, from, best)
}

// target returns the sentence of a passage that a reference leads to which says most to the statement: of the paragraph it names, where it names one.
// In another language hardly a word is the same: there the first sentence of the place stands for what the reference means. A reference to a
// whole document means no sentence of it in particular.
func (g *gatherer) target(ctx context.Context, point int, p source.Passage, number string, whole bool) (best said, err error) {
	d, err := g.Kit.Library.Document(ctx, p.Document)
	if err != nil {
		return best, err
	}
	st, least := g.points[point], ledTo+leastLed
	if whole {
		least = ledTo + leastMeant
	}
	foreign := !whole && d.Language != st.document.Language
	for _, unit := range paragraph(quotable.Units(p, d.Language), number) {
		if !worthReading(unit) {
			continue
		}
		u, err := g.reading(ctx, unit, p, d)
		if err != nil {
			return best, err
		}
		what, how := relate(st, u)
		if what == "" || what == Adds {
			what, how = Refers, ledTo+st.profile.Coverage(u.terms)/2
			if how < least && !(foreign && best.what == "") {
				continue
			}
		}
		if rankOf(what)*how > rankOf(best.what)*best.how {
			best = said{statement: u, what: what, how: how}
		}
	}
	return best, nil
}

const (
	ledTo    = 0.35 // what a sentence counts because a reference leads there
	leastLed = 0.06 // what it has to have to do with the statement besides
	// leastMeant is the same where nothing but the words says that it is meant: of a whole document, and of the statements of a section.
	leastMeant = 0.12
)

// paragraph returns those of the sentences of a section that stand in the paragraph with a number; all where that is "" or none is marked that way.
func paragraph(units []string, number string) []string {
	if number == "" {
		return units
	}
	from := slices.IndexFunc(units, func(u string) bool { return strings.HasPrefix(u, "("+number+")") })
	if from < 0 {
		return units
	}
	to := slices.IndexFunc(units[from+1:], func(u string) bool { return marked.MatchString(u) })
	if to < 0 {
		return units[from:]
	}
	return units[from : from+1+to]
}

var marked = regexp.MustCompile(`^\(\d+[a-z]?\)`)

// in weighs what says in other documents that the sections at a reach of the page being read apply, or are to be read.
func (g *gatherer) in(ctx context.Context, reach Reach) error {
	sections, err := g.sections(ctx, reach)
	if err != nil {
		return err
	}
	var to [][]refs.Mention
	for _, section := range sections {
		mentions, err := g.Shelf.MentionsTo(ctx, g.state.Document, section)
		if err != nil {
			return err
		}
		mentions = slices.DeleteFunc(mentions, func(m refs.Mention) bool { return m.Document == g.state.Document || m.Passage == "" })
		if len(mentions) > 0 {
			to = append(to, spread(mentions, perTarget))
		}
	}
	for _, mentions := range spread(to, mostReferences) {
		for _, m := range mentions {
			if err := g.mentioning(ctx, m, reach); err != nil {
				return err
			}
		}
	}
	return nil
}

// sections returns the sections that have text at a reach of the page being read, and none nearer; elsewhere the whole document is one of them.
func (g *gatherer) sections(ctx context.Context, reach Reach) ([]string, error) {
	passages, err := g.Shelf.PassagesOf(ctx, g.state.Document)
	if err != nil {
		return nil, err
	}
	nearest := map[string]Reach{"": Elsewhere}
	var all []string
	for _, p := range passages {
		for _, span := range p.Spans {
			now := reachOf(span.Page, g.state.Page)
			have, met := nearest[p.Section]
			if !met {
				all = append(all, p.Section)
			}
			if !met || now < have && p.Section != "" {
				nearest[p.Section] = now
			}
		}
	}
	if g.state.Page == 0 {
		nearest[""] = OnPage
	}
	return slices.DeleteFunc(append(all, ""), func(s string) bool { return nearest[s] != reach }), nil
}

// perTarget is how many references to one section are read.
const perTarget = 4

// mentioning keeps the sentence in which another document refers to a section, with the statement of it that it has most to do with.
func (g *gatherer) mentioning(ctx context.Context, m refs.Mention, reach Reach) error {
	p, err := g.Kit.Library.Passage(ctx, m.Passage)
	if err != nil || !flow.Citable(p) {
		return err
	}
	d, err := g.Kit.Library.Document(ctx, p.Document)
	if err != nil {
		return err
	}
	units := quotable.Units(p, d.Language)
	at := slices.IndexFunc(units, func(u string) bool { return strings.Contains(oneLine(u), m.Text) && worthReading(u) })
	if at < 0 {
		return nil
	}
	u, err := g.reading(ctx, units[at], p, d)
	if err != nil || len(u.terms) < fewestTerms {
		return err
	}
	best, about := said{statement: u, what: Cited, how: ledTo, reach: reach}, -1
	for i, st := range g.points {
		if !slices.ContainsFunc(m.Targets, func(t refs.Target) bool { return t.Document == g.state.Document && t.Section == st.home }) {
			continue
		}
		what, how := relate(st, u)
		if what == "" || what == Adds {
			what, how = Cited, ledTo+st.profile.Coverage(u.terms)/2
		}
		if rankOf(what)*how > rankOf(best.what)*best.how {
			best.what, best.how = what, how
			if about = i; what == Cited && how < ledTo+leastMeant {
				about = -1
			}
		}
	}
	if u.replaces() {
		best.what = Updates
	}
	return g.keep(ctx, about, p, best)
}
