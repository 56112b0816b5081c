package discover

import (
	"cmp"
	"context"
	"slices"

	"rabbithole/backend/cite"
	"rabbithole/backend/flow"
	"rabbithole/backend/refs"
)

// draft is a card that the twin could show.
type draft struct {
	Card
	worth   float64
	section string // document and section it stands in
}

// twin makes cards of the documents' own words: contradictions, topics, references that nobody followed yet, and what no report cites, mixed, until
// there are most with those that stand already.
func (f *run) twin(ctx context.Context, m *material, evidence []cite.Evidence, have []Card, most int) ([]Card, error) {
	disputes, err := m.contradictions(ctx, evidence)
	if err != nil {
		return nil, err
	}
	topics, err := f.topics(ctx, m)
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
	return mixed(m, kinds, have, most), nil
}

// turns is the order in which the kinds take turns.
var turns = [...]Kind{KindTopic, KindContradiction, KindTopic, KindReference, KindTopic, KindUnread}

// mixed lets the kinds take turns, each with its best card that repeats none.
func mixed(m *material, kinds map[Kind][]draft, have []Card, most int) []Card {
	for _, list := range kinds {
		slices.SortStableFunc(list, func(a, b draft) int { return cmp.Compare(b.worth, a.worth) })
	}
	all, sections, documents := slices.Clone(have), map[string]bool{}, map[string]int{}
	for again := true; again && len(all) < most; {
		again = false
		for _, kind := range turns {
			i := slices.IndexFunc(kinds[kind], func(d draft) bool {
				return !sections[d.section] && !repeats(m, d.Card, all) && documents[d.Places[0].Document] <= fewest(kinds, documents)
			})
			if i < 0 {
				i = slices.IndexFunc(kinds[kind], func(d draft) bool { return !sections[d.section] && !repeats(m, d.Card, all) })
			}
			if i < 0 || len(all) == most {
				continue
			}
			d := kinds[kind][i]
			all, again = append(all, d.Card), true
			sections[d.section] = true
			documents[d.Places[0].Document]++
			kinds[kind] = kinds[kind][i+1-1:]
			kinds[kind] = slices.Delete(slices.Clone(kinds[kind]), 0, 1)
		}
	}
	return all[len(have):]
}

// perDocument is how many cards a document has before the others get their turn.
const perDocument = 3

func fewest(map[Kind][]draft, map[string]int) int { return perDocument - 1 }

// topics makes a card of every passage about the subject, under the title of its section or what its best sentence is about.
func (f *run) topics(ctx context.Context, m *material) ([]draft, error) {
	var out []draft
	cited := map[string]map[int]int{}
	any := false
	for _, p := range m.list {
		if _, known := cited[p.Document]; f.Cited != nil && !known {
			pages, err := f.Cited(ctx, p.Document)
			if err != nil {
				return nil, err
			}
			cited[p.Document] = pages
			any = any || len(pages) > 0
		}
	}
	for i, p := range m.list {
		d, ok, err := m.topic(ctx, p)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		d.worth -= 0.01 * float64(i)
		if any && cited[p.Document][p.Page()] == 0 && !p.found {
			d.Kind = KindUnread
		}
		out = append(out, d)
	}
	return out, nil
}

// topic makes a card of a passage, false where it has no sentence that can stand alone, or nothing to call it by.
func (m *material) topic(ctx context.Context, p *passage) (draft, bool, error) {
	l, ok := m.caption(p)
	if !ok {
		return draft{}, false, nil
	}
	title := headline(p.heading())
	if title == "" || len(m.claim(title).parts) == 0 { // it says no more than the query
		var err error
		if title, err = m.phrase(ctx, p, l); err != nil || title == "" {
			return draft{}, false, err
		}
	}
	c := Card{Title: title, Caption: l.short, Kind: KindTopic, Places: []Place{p.place(clippedWords(l.text, mostQuote))}}
	d := draft{Card: c, worth: p.weight + l.worth, section: p.Document + "/" + p.Section}
	if p.seen {
		d.worth--
	}
	return d, true, nil
}

// mostFollowed is how many passages are looked through for references.
const mostFollowed = 24

// references makes cards of what passages about the subject refer to, where nobody has read yet.
func (m *material) references(ctx context.Context) ([]draft, error) {
	documents, err := m.Library.Documents(ctx, m.scope)
	if err != nil {
		return nil, err
	}
	inScope := map[string]bool{}
	for _, d := range documents {
		inScope[d.Hash] = true
	}
	var out []draft
	done := map[string]bool{}
	for _, p := range m.list[:min(mostFollowed, len(m.list))] {
		mentions, err := m.Library.Mentions(ctx, p.ID)
		if err != nil {
			return nil, err
		}
		for _, mention := range mentions {
			for _, t := range mention.Targets {
				key := t.Document + "/" + t.Section
				if mention.Status != refs.Found || !inScope[t.Document] || t.Section == "" || key == p.Document+"/"+p.Section || done[key] {
					continue
				}
				done[key] = true
				d, ok, err := m.reference(ctx, p, mention, t)
				if err != nil {
					return nil, err
				}
				if ok {
					out = append(out, d)
				}
			}
		}
	}
	return out, nil
}

// reference makes a card of what a passage refers to: words from there, and both places.
func (m *material) reference(ctx context.Context, from *passage, mention refs.Mention, t refs.Target) (draft, bool, error) {
	there, err := m.Library.SectionPassages(ctx, t.Document, t.Section)
	if err != nil {
		return draft{}, false, err
	}
	for _, p := range there[:min(2, len(there))] {
		if m.known[p.ID] != nil && m.known[p.ID].found || !flow.Citable(p) {
			continue
		}
		x, err := m.read(ctx, p)
		if err != nil || x == nil {
			return draft{}, false, err
		}
		d, ok, err := m.topic(ctx, x)
		if err != nil {
			return d, false, err
		}
		if !ok {
			continue
		}
		d.Kind = KindReference
		d.Places = append(d.Places, from.place(m.quote(from, m.claim(mention.Text))))
		d.worth += from.weight
		return d, true, nil
	}
	return draft{}, false, nil
}

// contradictions makes a card of each two quotes that say the contrary of each other.
func (m *material) contradictions(ctx context.Context, evidence []cite.Evidence) ([]draft, error) {
	pairs, err := flow.Clashes(ctx, m.Library, evidence)
	if err != nil {
		return nil, err
	}
	byID := map[string]cite.Evidence{}
	for _, e := range evidence {
		byID[e.ID] = e
	}
	var out []draft
	for _, pair := range pairs {
		a, b := m.known[byID[pair[0]].Passage], m.known[byID[pair[1]].Passage]
		if a == nil || b == nil {
			continue
		}
		d, ok, err := m.contradiction(ctx, a, b, byID[pair[0]], byID[pair[1]])
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, d)
		}
	}
	return out, nil
}

func (m *material) contradiction(ctx context.Context, a, b *passage, x, y cite.Evidence) (draft, bool, error) {
	small := func(p *passage) func(string) bool {
		s := m.small(p.document.Language)
		return func(word string) bool { return !s(word) }
	}
	first, second := shortened(x.Quotes[0].Text, captionWords/2, small(a)), shortened(y.Quotes[0].Text, captionWords/2-1, small(b))
	title := headline(a.heading())
	if title == "" {
		var err error
		if title, err = m.phrase(ctx, a, line{text: x.Quotes[0].Text, short: first}); err != nil || title == "" {
			return draft{}, false, err
		}
	}
	c := Card{Title: title, Caption: first + " ↔ " + second, Kind: KindContradiction,
		Places: []Place{a.place(clippedWords(x.Quotes[0].Text, mostQuote)), b.place(clippedWords(y.Quotes[0].Text, mostQuote))}}
	return draft{Card: c, worth: 2, section: "dispute " + a.ID + b.ID}, true, nil
}
