package discover

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow"
	"rabbithole/backend/relevance"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// How much is gathered to make cards of.
const (
	mostHits  = 48
	mostKnown = 80 // passages in all
)

// passage is one that cards can be made of.
type passage struct {
	source.Passage
	document source.Document
	weight   float64 // share of what the subject says, 0..1
	found    bool    // by the research
	seen     bool    // behind a card of the trail
}

// material is what there is to make cards of, the most promising first.
type material struct {
	*step.Kit
	language string
	subject  string
	profiles map[string]relevance.Profile // of the subject, by the language that it is read in
	list     []*passage
	shown    []*passage // to the model, "P1" first
	spare    []*passage // that say a little about it, for where there is too little else
	known    map[string]*passage
	said     map[string]bool // terms of the subject
	found    bool            // the research found something
	trail    []Crumb
	behind   map[string]bool // passages behind the card that is gone into: what they refer to comes first
}

// leastAbout is the share of a subject's weight that a passage carries that is about it, leastAlone where the research found nothing. What says less of it is
// spare, unless more than mostUnknown of the subject is words that stand nowhere. The research judges what it finds by more than its words.
const (
	leastAbout  = 0.34
	leastAlone  = 0.6
	mostUnknown = 0.5
)

// gather reads what the research found and what a search for the subject adds to it.
func (f *run) gather(ctx context.Context, s State) (*material, error) {
	m := &material{Kit: f.Kit, language: s.Language, subject: s.Subject, trail: s.Trail, known: map[string]*passage{}}
	found, err := flow.Passages(ctx, f.Kit.Library, s.Findings)
	if err != nil {
		return nil, err
	}
	if m.Kit, err = flow.Knowing(ctx, f.Kit, found); err != nil {
		return nil, err
	}
	m.said = m.termsOf(s.Subject+" "+s.Query, s.Language)
	m.profiles, m.found = map[string]relevance.Profile{}, len(found) > 0
	for _, p := range found {
		if err := m.add(ctx, p, true, false); err != nil {
			return nil, err
		}
	}
	if s.Subject == "" {
		return m, nil
	}
	hits, err := m.Search.Search(ctx, extract.Query{Text: s.Subject, Limit: mostHits, Language: s.Language})
	if err != nil {
		return nil, err
	}
	for _, h := range hits {
		if err := m.add(ctx, h.Passage, false, false); err != nil {
			return nil, err
		}
	}
	if err := m.deeper(ctx, s); err != nil {
		return nil, err
	}
	for _, p := range m.list {
		p.seen = slices.Contains(s.Seen, p.ID)
	}
	slices.SortStableFunc(m.list, func(a, b *passage) int {
		return cmp.Or(cmp.Compare(order(a.seen), order(b.seen)), cmp.Compare(order(!a.found), order(!b.found)))
	})
	return m, nil
}

// deeper adds what stands around the card that is gone into: the rest of its sections.
func (m *material) deeper(ctx context.Context, s State) error {
	card, _ := s.into()
	behind, err := flow.Passages(ctx, m.Library, card.Passages)
	if err != nil {
		return err
	}
	m.behind = map[string]bool{}
	for _, p := range behind {
		m.behind[p.ID] = true
		around, err := m.Library.SectionPassages(ctx, p.Document, p.Section)
		if err != nil {
			return err
		}
		for _, q := range append([]source.Passage{p}, around[:min(mostAround, len(around))]...) {
			if err := m.add(ctx, q, false, true); err != nil {
				return err
			}
		}
	}
	return nil
}

// mostAround is how many passages of a section are read because a card of it is gone into.
const mostAround = 12

func order(last bool) int {
	if last {
		return 1
	}
	return 0
}

// add takes a passage in, unless it may not be cited, is known, or is not about the subject: what stands around a card is, whatever its words say.
func (m *material) add(ctx context.Context, p source.Passage, found, around bool) error {
	if m.known[p.ID] != nil || !p.Citable() || len(m.known) >= mostKnown && !around {
		return nil
	}
	x, err := m.read(ctx, p)
	if err != nil || x == nil {
		return err
	}
	x.found = found
	own, err := m.profile(ctx, m.language)
	if err != nil {
		return err
	}
	switch {
	case around, found && (x.weight > 0 || m.Model != nil), !found && x.weight >= leastAbout && (m.found || x.weight >= leastAlone):
		m.list = append(m.list, x)
	case m.found && x.weight > 0 && own.Coverage(own.Absent) < mostUnknown:
		m.spare = append(m.spare, x)
	default:
		return nil
	}
	m.known[p.ID] = x
	return nil
}

// read returns a passage with its document, nil when that has left the library.
func (m *material) read(ctx context.Context, p source.Passage) (*passage, error) {
	d, err := m.Library.Document(ctx, p.Document)
	if fault.KindOf(err) == fault.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	x := &passage{Passage: p, document: d}
	x.weight, err = m.share(ctx, p.Text+"\n"+strings.Join(p.Headings, "\n"), d.Language)
	return x, err
}

// profile is what the subject is about, read in a language. A passage is held against the subject as it reads in its own: the German "backen" has
// the stem of the English "back", and nothing to do with it.
func (m *material) profile(ctx context.Context, language string) (relevance.Profile, error) {
	language = cmp.Or(language, m.language)
	if p, ok := m.profiles[language]; ok {
		return p, nil
	}
	p, err := m.Profile(ctx, language, ask.Part{Text: m.subject, Factor: 1})
	m.profiles[language] = p
	return p, err
}

// share is how much of the subject a text says, 0..1.
func (m *material) share(ctx context.Context, text, language string) (float64, error) {
	p, err := m.profile(ctx, language)
	return p.Coverage(m.Lexicon.Terms(text, cmp.Or(language, m.language))), err
}

// termsOf are the index terms of a text in its own language and in those of the library.
func (m *material) termsOf(text, language string) map[string]bool {
	out := map[string]bool{}
	for _, code := range []string{language, ""} {
		for _, t := range m.Lexicon.Terms(text, code) {
			out[t] = true
		}
	}
	return out
}

// place is a passage with the words of it that show why a card stands; pin says where they are.
func (p *passage) place(quote string) Place {
	return Place{Passage: p.ID, Document: p.Document, Page: p.Page(), Quote: quote}
}

// pin fills in where the quote of a place stands, and what that is called.
func (m *material) pin(ctx context.Context, at *Place) error {
	p, err := m.Library.Passage(ctx, at.Passage)
	if err != nil {
		return fmt.Errorf("find what a card stands on: %w", err)
	}
	k, found, err := flow.Keep(ctx, m.Library, p, extract.Judgement{Quotes: []string{at.Quote}})
	if err != nil {
		return err
	}
	if !found { // it is on the page that it was taken from
		k.Quotes = [][]source.Span{{{Page: at.Page}}}
	}
	e, err := flow.Hydrate(ctx, m.Library, k)
	at.Name, at.Page, at.Label, at.URL = e.Name, e.Page, e.Label, e.Locator.URL
	return err
}

// evidence is a passage as it is cited under an ID.
func (p *passage) evidence(id string) cite.Evidence {
	return cite.Evidence{ID: id, Passage: p.ID, Document: p.Document, Name: p.document.Name, Page: p.Page()}
}

// shelf is the section that a passage stands in, by which those of one section are known.
func (p *passage) shelf() string { return p.Document + "/" + p.Section }

// heading is the title of the section that a passage stands in, "" where its document has none.
func (p *passage) heading() string {
	if n := len(p.Headings); n > 1 {
		return p.Headings[n-1]
	}
	return ""
}
