package discover

import (
	"cmp"
	"context"
	"slices"
	"strings"

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

// mixed lets the kinds take turns, each with its best card that repeats none and whose section has none yet.
func mixed(m *material, kinds map[Kind][]draft, have []Card, most int) []Card {
	left := map[Kind][]draft{}
	for kind, list := range kinds {
		left[kind] = slices.SortedStableFunc(slices.Values(list), func(a, b draft) int { return cmp.Compare(b.worth, a.worth) })
	}
	all, sections, documents := slices.Clone(have), map[string]bool{}, map[string]int{}
	for again := true; again && len(all) < most; {
		again = false
		for _, kind := range turns {
			left[kind] = slices.DeleteFunc(left[kind], func(d draft) bool { return sections[d.section] || repeats(m, d.Card, all) })
			if len(left[kind]) == 0 || len(all) == most {
				continue
			}
			d := left[kind][max(0, slices.IndexFunc(left[kind], func(d draft) bool { return documents[d.Places[0].Document] < perDocument }))]
			all, again = append(all, d.Card), true
			sections[d.section] = true
			documents[d.Places[0].Document]++
		}
	}
	return all[len(have):]
}

// topics makes a card of every passage about the subject, under the title of its section or what its best sentence is about.
func (f *run) topics(ctx context.Context, m *material, list []*passage) ([]draft, error) {
	var out []draft
	cited := map[string]map[int]int{}
	any := false
	for _, p := range list {
		if _, known := cited[p.Document]; f.Cited != nil && !known {
			pages, err := f.Cited(ctx, p.Document)
			if err != nil {
				return nil, err
			}
			cited[p.Document] = pages
			any = any || len(pages) > 0
		}
	}
	for i, p := range list {
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
	l, ok, err := m.caption(ctx, p)
	if err != nil || !ok {
		return draft{}, false, err
	}
	title, err := m.title(ctx, p, l)
	if err != nil || title == "" {
		return draft{}, false, err
	}
	c := Card{Title: title, Caption: l.short, Kind: KindTopic, Places: []Place{p.place(clippedWords(l.text, mostQuote))}}
	says, err := m.share(ctx, title, p.document.Language)
	if err != nil {
		return draft{}, false, err
	}
	d := draft{Card: c, worth: p.weight + l.worth + titled*says, section: p.Document + "/" + p.Section}
	if p.seen {
		d.worth--
	}
	return d, true, nil
}

// titled is what a title counts that says what was asked for.
const titled = 0.5

// title calls a card by the title of the section, below that of the one around it where it is a single word; by what its line is about where the
// section has none that says something; at the beginning of a document by the document.
func (m *material) title(ctx context.Context, p *passage, l line) (string, error) {
	title := headline(p.heading())
	if n := len(p.Headings); title != "" && n > 2 && curt(title) {
		above := unnumbered(headline(p.Headings[n-2]))
		if above != "" && words(above)+words(title) <= titleWords && !strings.Contains(strings.ToLower(above), strings.ToLower(unnumbered(title))) {
			title = above + ": " + title
		}
	}
	if title != "" && len(m.claim(title).parts) > 0 { // it says more than the query
		return title, nil
	}
	phrase, err := m.phrase(ctx, p, l)
	if err != nil || phrase != "" {
		return phrase, err
	}
	if title == "" && len(p.Headings) > 0 && p.Page() <= 2 {
		title = headline(p.Headings[0])
	}
	return cmp.Or(title, numbered(p.heading())), nil
}

// numbered is a heading that is no more than a number people know a place by, such as a recital's; "" for another.
func numbered(heading string) string {
	heading = strings.Join(strings.Fields(heading), " ")
	if m := labelled.FindString(heading); m == heading && words(heading) == 2 {
		return heading
	}
	return ""
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
	first, _ := shortened(x.Quotes[0].Text, captionWords/2, small(a))
	second, _ := shortened(y.Quotes[0].Text, captionWords/2-1, small(b))
	title, err := m.title(ctx, a, line{text: x.Quotes[0].Text, short: first})
	if err != nil || title == "" {
		return draft{}, false, err
	}
	c := Card{Title: title, Caption: first + " ↔ " + second, Kind: KindContradiction,
		Places: []Place{a.place(clippedWords(x.Quotes[0].Text, mostQuote)), b.place(clippedWords(y.Quotes[0].Text, mostQuote))}}
	return draft{Card: c, worth: 2, section: "dispute " + a.ID + b.ID}, true, nil
}
