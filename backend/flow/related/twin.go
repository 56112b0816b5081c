package related

import (
	"context"
	"slices"

	"rabbithole/backend/flow"
)

// mostOf is how many bullets a mode gives.
func mostOf(m Mode) int {
	switch m {
	case Quick:
		return 5
	case Deep:
		return mostBullets
	}
	return 6
}

// mostAdding is how many bullets may only say more of the same where others do more than that.
const mostAdding = 2

// choose returns the findings that a summary by rule is made of, the best first: those that only add something stand behind the others, and what
// speaks to another page than the one being read only fills up, unless it contradicts or updates that.
func (s State) choose(found []Finding, most int) []Finding {
	var out, adding, elsewhere []Finding
	for _, x := range found {
		switch {
		case s.elsewhere(x):
			elsewhere = append(elsewhere, x)
		case x.Relation == Adds || x.Relation == "":
			adding = append(adding, x)
		default:
			out = append(out, x)
		}
	}
	out = out[:min(len(out), most)]
	out = append(out, adding[:min(len(adding), max(mostAdding, fewestBullets-len(out)), most-len(out))]...)
	return append(out, elsewhere[:min(len(elsewhere), max(0, fewestBullets-len(out)), most-len(out))]...)
}

// elsewhere reports whether a finding speaks to another page than the one being read and neither contradicts nor updates it.
func (s State) elsewhere(x Finding) bool {
	return s.Page > 0 && x.Point >= 0 && x.Point < len(s.Points) && !s.Points[x.Point].Here && x.Relation != Contradicts && x.Relation != Updates
}

// byRule makes bullets of findings: each is a sentence as it stands there.
func (f *run) byRule(ctx context.Context, s State, found []Finding) ([]Bullet, error) {
	var out []Bullet
	for _, x := range found {
		place, err := f.place(ctx, x.Kept)
		if err != nil {
			return nil, err
		}
		b := Bullet{Relation: x.Relation, Text: short(place.Quote), Places: []Place{place}, Rule: true}
		if b.Relation == "" {
			b.Relation = Adds
		}
		if x.Point >= 0 && x.Point < len(s.Points) {
			about, err := f.place(ctx, s.Points[x.Point].Kept)
			if err != nil {
				return nil, err
			}
			b.About = &about
		}
		out = append(out, b)
	}
	return out, nil
}

// place returns where a kept quote stands.
func (f *run) place(ctx context.Context, k flow.Kept) (Place, error) {
	e, err := flow.Hydrate(ctx, f.Kit.Library, k)
	if err != nil {
		return Place{}, err
	}
	p := Place{Passage: e.Passage, Document: e.Document, Name: e.Name, Page: e.Page, Label: e.Label, URL: e.Locator.URL, Quote: e.Extract}
	if len(k.Quotes) == 0 || len(k.Quotes[0]) == 0 || k.Quotes[0][0].Page == p.Page {
		return p, nil
	}
	p.Page = k.Quotes[0][0].Page
	p.Label, err = f.Kit.Library.PageLabel(ctx, p.Document, p.Page)
	return p, err
}

// longestBullet is the most bytes of a quote that a bullet shows; its citation opens all of it.
const longestBullet = 260

// short cuts a text at a word.
func short(text string) string { return flow.ClippedWords(oneLine(text), longestBullet) }

// sources lists what the bullets cite, each once, in the order in which they do, and numbers their places.
func (f *run) sources(ctx context.Context, bullets []Bullet) ([]Source, error) {
	out := []Source{}
	for b := range bullets {
		for i := range bullets[b].Places {
			p := &bullets[b].Places[i]
			at := slices.IndexFunc(out, func(s Source) bool { return s.Document == p.Document })
			if at < 0 {
				d, err := f.Kit.Library.Document(ctx, p.Document)
				if err != nil {
					return nil, err
				}
				s := Source{Title: d.Title, URL: d.URL, Snippet: p.Quote, Publisher: d.Name, PublishedAt: d.Date, Document: d.Hash, Page: p.Page}
				if s.Title == "" {
					s.Title = d.Name
				}
				if d.URL != "" {
					s.Publisher = flow.HostOf(d.URL)
				}
				at, out = len(out), append(out, s)
			}
			p.Source = at + 1
		}
	}
	return out, nil
}
