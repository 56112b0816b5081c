package discover

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/flow"
	"rabbithole/backend/quote"
)

// draft is a card that the fallback could show.
type draft struct {
	Card
	worth    float64
	about    float64  // share of the subject's weight that its passage carries
	sections []string // what it shows, each by document and section: no other card shows that
}

// fallback makes cards of the documents' own words: contradictions, topics, references that nobody followed yet, and what no report cites, mixed, until
// there are most with those that stand already.
func (f *run) fallback(ctx context.Context, m *material, evidence []cite.Evidence, have []Card, most int) ([]Card, error) {
	disputes, err := m.contradictions(ctx, evidence)
	if err != nil {
		return nil, err
	}
	topics, err := f.topics(ctx, m, m.list)
	if err != nil {
		return nil, err
	}
	references, err := m.references(ctx)
	if err != nil {
		return nil, err
	}
	kinds := map[Kind][]draft{KindContradiction: disputes, KindReference: references}
	for _, t := range topics {
		kinds[t.Kind] = append(kinds[t.Kind], t)
	}
	out := mixed(m, kinds, have, most)
	if len(have)+len(out) >= FewestCards {
		return out, nil
	}
	more, err := f.topics(ctx, m, m.spare)
	if err != nil {
		return nil, err
	}
	out = append(out, mixed(m, map[Kind][]draft{KindTopic: more}, slices.Concat(have, out), FewestCards)...)
	return out, nil
}

// turns is the order in which the kinds take turns.
var turns = [...]Kind{KindContradiction, KindTopic, KindTopic, KindReference, KindTopic, KindUnread}

// perDocument is how many cards a document has before another one has its turn.
const perDocument = 3

// besideBest is how much of the best a card has to be about the subject that comes when there are enough.
const besideBest = 0.6

// mixed lets the kinds take turns, each with its best card that repeats none and whose section has none yet.
func mixed(m *material, kinds map[Kind][]draft, have []Card, most int) []Card {
	left := map[Kind][]draft{}
	for kind, list := range kinds {
		left[kind] = slices.SortedStableFunc(slices.Values(list), func(a, b draft) int { return cmp.Compare(b.worth, a.worth) })
	}
	all, sections, documents := slices.Clone(have), map[string]bool{}, map[string]int{}
	best := 0.0
	for _, list := range kinds {
		for _, d := range list {
			best = max(best, d.about)
		}
	}
	for again := true; again && len(all) < most; {
		again = false
		for _, kind := range turns {
			left[kind] = slices.DeleteFunc(left[kind], func(d draft) bool {
				return slices.ContainsFunc(d.sections, func(s string) bool { return sections[s] }) || repeats(m, d.Card, all) || len(all) >= FewestCards && d.about < besideBest*best
			})
			if len(left[kind]) == 0 || len(all) == most {
				continue
			}
			d := left[kind][max(0, slices.IndexFunc(left[kind], func(d draft) bool { return documents[d.Places[0].Document] < perDocument }))]
			all, again = append(all, d.Card), true
			for _, s := range d.sections {
				sections[s] = true
			}
			documents[d.Places[0].Document]++
		}
	}
	return all[len(have):]
}

// topics makes a card of every passage about the subject, under the title of its section or what its best sentence is about.
func (f *run) topics(ctx context.Context, m *material, list []*passage) ([]draft, error) {
	var out []draft
	for i, p := range list {
		d, ok, err := m.topic(ctx, p)
		if err != nil {
			return nil, err
		}
		if ok {
			d.worth -= 0.01 * float64(i)
			out = append(out, d)
		}
	}
	slices.SortStableFunc(out, func(a, b draft) int { return cmp.Compare(b.worth, a.worth) })
	return out, f.unread(ctx, m, out)
}

// mostUnread is how many cards say that nobody's report cites what they show.
const mostUnread = 3

// unread marks the best of those that stand on a page which no report cites, in a document that reports do cite.
func (f *run) unread(ctx context.Context, m *material, drafts []draft) error {
	if f.Cited == nil {
		return nil
	}
	cited, n := map[string]map[int]int{}, 0
	for i := range drafts {
		at := drafts[i].Places[0]
		pages, known := cited[at.Document]
		if !known {
			var err error
			if pages, err = f.Cited(ctx, at.Document); err != nil {
				return err
			}
			cited[at.Document] = pages
		}
		if len(pages) > 0 && pages[at.Page] == 0 && !m.known[at.Passage].found && n < mostUnread {
			drafts[i].Kind = KindUnread
			n++
		}
	}
	return nil
}

// topic makes a card of a passage, false where it has no sentence that can stand alone, or nothing to call it by.
func (m *material) topic(ctx context.Context, p *passage) (draft, bool, error) {
	if aside.MatchString(p.heading()) {
		return draft{}, false, nil
	}
	l, ok, err := m.caption(ctx, p)
	if err != nil || !ok {
		return draft{}, false, err
	}
	title := m.title(p, l)
	if title == "" {
		return draft{}, false, nil
	}
	c := Card{Title: title, Caption: l.short, Kind: KindTopic, Places: []Place{p.place(flow.ClippedWords(l.text, mostQuote))}}
	says, err := m.share(ctx, title, p.document.Language)
	if err != nil {
		return draft{}, false, err
	}
	d := draft{Card: c, about: p.weight, worth: p.weight + l.worth + titled*says, sections: []string{p.shelf()}}
	if on, err := m.share(ctx, l.short, p.document.Language); err != nil {
		return draft{}, false, err
	} else if on+says == 0 { // it stands beside what is said about the subject
		d.worth -= 0.6
	}
	if p.seen {
		d.worth--
	}
	return d, true, nil
}

// aside matches titles above what is about the document rather than its subject.
var aside = regexp.MustCompile(`(?i)\b(?:acknowledge?ments?|danksagung|impressum|copyright|legal notice|about the authors?|disclaimer|forward-looking statements)\b`)

// titled is what a title counts that says what was asked for.
const titled = 0.5

// title calls a card by the title of its section, or by the next one above that says more than the query; else by the section all the same, by its document, or,
// where nothing has a title, by how its line begins.
func (m *material) title(p *passage, l line) string {
	for i := len(p.Headings) - 1; i > 0; i-- {
		if title := headline(p.Headings[i]); title != "" && m.fresh(title) {
			return title
		}
	}
	begins := ""
	if p.heading() == "" {
		begins = shortened(l.text, openingWords)
	}
	return cmp.Or(headline(p.heading()), numbered(p.heading()), begins, headline(p.document.Title))
}

// openingWords is how many words of a line are its title where nothing else is.
const openingWords = 7

// numbered is a heading that is no more than a number people know a place by, such as a recital's; "" for another.
func numbered(heading string) string {
	heading = strings.Join(strings.Fields(heading), " ")
	if m := labelled.FindString(heading); m == heading && words(heading) == 2 {
		return heading
	}
	return ""
}

// line is a sentence of a passage that can stand on a card.
type line struct {
	text  string // whole, word for word
	short string // at most as long as a caption
	worth float64
}

// fewestWords are those of the shortest line; cutWorth is what one is worth less that has to be cut.
const (
	fewestWords = 5
	cutWorth    = 0.25
)

// caption returns the sentence of a passage that says most of the subject among those that a person understands without the others, false for none.
// What fits whole comes before what has to be cut.
func (m *material) caption(ctx context.Context, p *passage) (best line, ok bool, err error) {
	for _, unit := range quote.Units(p.Passage, p.document.Language) {
		text := strings.Join(strings.Fields(quote.ListEntry.ReplaceAllString(unit, "")), " ")
		if !m.Tells(p.document, text) || strings.Contains(text, "…") || words(text) < fewestWords || address.MatchString(text) {
			continue
		}
		l := line{text: text, short: shortened(text, captionWords)}
		if l.worth, err = m.share(ctx, l.short, p.document.Language); err != nil {
			return best, false, err
		}
		if l.short != text {
			l.worth -= cutWorth
		}
		if !ok || l.worth > best.worth {
			best, ok = l, true
		}
	}
	return best, ok, nil
}
