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
)

// mostReferences bounds how many references are followed in each direction.
const mostReferences = 12

// references follows the references of the statements into other documents, and those of other documents to the sections they stand in.
func (g *gatherer) references(ctx context.Context) error {
	followed := 0
	for i, p := range g.state.Points { // those of the page being read come first
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
	return g.in(ctx, true)
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
		ids, err := flow.Target(ctx, g.Kit, step.Question{Text: st.text, Language: st.document.Language}, m, t)
		if err != nil {
			return led, err
		}
		for _, id := range ids {
			p, err := g.Kit.Library.Passage(ctx, id)
			if err != nil {
				return led, err
			}
			u, err := g.target(ctx, point, p, subOf(m, t), target.Section == "")
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

// subOf is the rest of the chain by which a mention names its target: "Abs. 3".
func subOf(m refs.Mention, target int) string {
	if target < len(m.Pointers) {
		return m.Pointers[target].Sub
	}
	return ""
}

// target returns the sentence of a passage that a reference leads to which says most to the statement: of the paragraph it names, where it names one.
// In another language hardly a word is the same: there the first sentence of the place stands for what the reference means. A reference to a
// whole document means no sentence of it in particular.
func (g *gatherer) target(ctx context.Context, point int, p source.Passage, sub string, whole bool) (best said, err error) {
	d, err := g.Kit.Library.Document(ctx, p.Document)
	if err != nil {
		return best, err
	}
	st, least := g.points[point], ledTo+leastLed
	if whole {
		least = ledTo + leastMeant
	}
	foreign := !whole && d.Language != st.document.Language
	for _, unit := range paragraph(step.Units(p, d.Language), sub) {
		if len(unit) < shortest || len(unit) > 2*longest || !states(unit) {
			continue
		}
		u, err := g.reading(ctx, unit, p, d)
		if err != nil {
			return best, err
		}
		what, how := relate(g.state.Language, st, u)
		if what == "" || what == Adds {
			what, how = Refers, ledTo+st.profile.Coverage(u.terms)/2
			if how < least && !(foreign && best.what == "") {
				continue
			}
		}
		if rankOf(what)*how > rankOf(best.what)*best.how {
			best = said{u, what, how}
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

var paragraphNumber = regexp.MustCompile(`(?:Abs\.|Absatz|paragraph|para\.|\()\s*(\d+[a-z]?)`)

// paragraph returns those of the sentences of a section that stand in the paragraph which a reference names; all where it names none or none is
// marked that way.
func paragraph(units []string, sub string) []string {
	m := paragraphNumber.FindStringSubmatch(sub)
	if m == nil {
		return units
	}
	from := slices.IndexFunc(units, func(u string) bool { return strings.HasPrefix(u, "("+m[1]+")") })
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

// in weighs what says in other documents that the sections of the page being read apply, or are to be read; where nobody knows which page that
// is, and where they are wanted, the sections of all statements.
func (g *gatherer) in(ctx context.Context, here bool) error {
	sections, err := g.sections(ctx, here)
	if err != nil {
		return err
	}
	for _, section := range sections[:min(len(sections), mostReferences)] {
		mentions, err := g.Shelf.MentionsTo(ctx, g.state.Document, section)
		if err != nil {
			return err
		}
		mentions = slices.DeleteFunc(mentions, func(m refs.Mention) bool { return m.Document == g.state.Document || m.Passage == "" })
		for _, m := range spread(mentions, perTarget) {
			if err := g.mentioning(ctx, section, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// sections returns the sections that the statements stand in, those of the page being read alone where only they are wanted and there are any.
func (g *gatherer) sections(ctx context.Context, onlyHere bool) ([]string, error) {
	var here, all []string
	for _, p := range g.state.Points {
		passage, err := g.Kit.Library.Passage(ctx, p.Passage)
		if err != nil {
			return nil, err
		}
		if passage.Section == "" || slices.Contains(all, passage.Section) {
			continue
		}
		if all = append(all, passage.Section); p.Here {
			here = append(here, passage.Section)
		}
	}
	if onlyHere && len(here) > 0 {
		return here, nil
	}
	return all, nil
}

// perTarget is how many references to one section are read.
const perTarget = 4

// mentioning keeps the sentence in which another document refers to a section, with the statement of it that it has most to do with.
func (g *gatherer) mentioning(ctx context.Context, section string, m refs.Mention) error {
	p, err := g.Kit.Library.Passage(ctx, m.Passage)
	if err != nil || !flow.Citable(p) {
		return err
	}
	d, err := g.Kit.Library.Document(ctx, p.Document)
	if err != nil {
		return err
	}
	units := step.Units(p, d.Language)
	at := slices.IndexFunc(units, func(u string) bool { return strings.Contains(oneLine(u), m.Text) && len(u) <= 2*longest && states(u) })
	if at < 0 {
		return nil
	}
	u, err := g.reading(ctx, units[at], p, d)
	if err != nil {
		return err
	}
	best, about := said{statement: u, what: Cited}, -1
	for i, point := range g.state.Points {
		passage, err := g.Kit.Library.Passage(ctx, point.Passage)
		if err != nil {
			return err
		}
		if passage.Section != section {
			continue
		}
		what, how := relate(g.state.Language, g.points[i], u)
		if what == "" || what == Adds {
			what, how = Cited, ledTo+g.points[i].profile.Coverage(u.terms)/2
		}
		if rankOf(what)*how > rankOf(best.what)*best.how {
			best.what, best.how, about = what, how, i
		}
	}
	if best.what == Cited && best.how < ledTo+leastMeant {
		about = -1
	}
	if u.replaces() {
		best.what = Updates
	}
	return g.keep(ctx, about, p, best)
}
