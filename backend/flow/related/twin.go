package related

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/flow"
)

// mostAdding is how many bullets may only say more of the same where others do more than that.
const mostAdding = 2

// choose returns the findings that a summary by rule is made of, the best first: those that only add something stand behind the others, and what
// speaks to another page than the one being read only fills up, unless it contradicts or updates that.
func (s State) choose(found []Finding, most int) []Finding {
	var out, adding, beyond []Finding
	for _, x := range found {
		switch {
		case s.reached(x) > OnPage && x.Relation != Contradicts && x.Relation != Updates:
			beyond = append(beyond, x)
		case x.Relation == Adds || x.Relation == "":
			adding = append(adding, x)
		default:
			out = append(out, x)
		}
	}
	out = out[:min(len(out), most)]
	out = append(out, adding[:min(len(adding), max(mostAdding, fewestBullets-len(out)), most-len(out))]...)
	return append(out, beyond[:min(len(beyond), max(0, fewestBullets-len(out)), most-len(out))]...)
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

// short cuts what is longer than a bullet where a clause, an entry of a list or a sentence ends, else at a word; its citation opens all of it.
func short(text string) string {
	text = oneLine(text)
	if len(text) <= longest {
		return text
	}
	cut := flow.Clipped(text, longest)
	at := strings.LastIndexByte(cut, ' ')
	if ends := clauseEnd.FindAllStringIndex(cut, -1); len(ends) > 0 && ends[len(ends)-1][1] > longest/2 {
		at = ends[len(ends)-1][1]
	}
	return strings.TrimRight(cut[:max(at, 0)], " ,;:") + " …"
}

// clauseEnd matches what ends a clause, an entry of a list or a sentence.
var clauseEnd = regexp.MustCompile(`[,;] |\pL\. `)

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
