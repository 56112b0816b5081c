package research

import (
	"context"
	"fmt"
	"slices"
	"time"

	"rabbithole/backend/event"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// How much of the web is looked at for one gap.
const (
	pagesOffered = 8           // by a search; those that are read are PASSAGES_PER_QUERY
	pageWindows  = 5           // passages of one page that are judged
	side         = 4           // pages fetched at the same time
	webTime      = time.Minute // for a search, and for the pages of an item
	mostTitle    = 200         // bytes
)

// WebPage is a page that the web offered, and what became of it.
type WebPage struct {
	Query     int       `json:"query"` // index into Queries
	URL       string    `json:"url"`
	Title     string    `json:"title"`
	Site      string    `json:"site,omitempty"`
	Date      string    `json:"date,omitempty"`     // ISO 8601 date it says of itself, or ""
	Document  string    `json:"document,omitempty"` // hash under which its text is kept, once it was read
	FetchedAt time.Time `json:"fetched_at,omitzero" ts_type:"string"`
	Failed    bool      `json:"failed,omitempty"`
}

type browsed struct {
	shared.Spent
	Query   Searched  `json:"query"`
	Pages   []WebPage `json:"pages"`
	Warning string    `json:"warning,omitempty"`
}

// Apply adds the query and the pages offered for it.
func (c *browsed) Apply(s *State) {
	s.Spend = s.Spend.Plus(c.Spend)
	s.Queries, s.Pages = append(s.Queries, c.Query), append(s.Pages, c.Pages...)
	if c.Warning != "" {
		s.Warnings = append(s.Warnings, c.Warning)
	}
}

// browse puts the query of a gap to the web. A search that fails is a warning.
func (f *flow) browse(ctx context.Context, s State) (graph.Step[State], error) {
	item := s.item(s.Current)
	type answer struct {
		hits []source.WebHit
		err  error
	}
	work, cancel := context.WithTimeout(ctx, webTime)
	defer cancel()
	got := shared.Beside(work, 1, 1, func(int) (a answer) {
		a.hits, a.err = f.Web.Search(work, item.Web, pagesOffered)
		return a
	}, func(err error) answer { return answer{err: err} })[0]
	if ctx.Err() != nil {
		return graph.Step[State]{}, ctx.Err()
	}
	change := &browsed{Query: Searched{Item: item.ID, Query: item.Web, Hits: []string{}, Web: true}}
	if got.err != nil {
		change.Warning = fmt.Sprintf(phrasesFor(s.Language).searchFailed, item.Web, shared.Reason(got.err))
	}
	seen := map[string]bool{}
	for _, p := range s.Pages { // what could not be read for another gap is not asked for again
		seen[shared.Canonical(p.URL)] = p.Failed
	}
	for _, h := range got.hits {
		if key := shared.Canonical(h.URL); key != "" && !seen[key] {
			seen[key] = true
			change.Pages = append(change.Pages, WebPage{Query: len(s.Queries), URL: h.URL, Title: shared.Clipped(h.Title, mostTitle), Site: shared.HostOf(key), Date: h.Date})
		}
	}
	change.Query.Offered = len(change.Pages)
	out := graph.Step[State]{Change: change, Next: []graph.Task{graph.To("read")}, Events: []event.Event{event.New(EventSearched, change.Query)}}
	if len(change.Pages) > 0 {
		out.Next = []graph.Task{graph.To("fetch")}
	}
	return out, nil
}

type fetched struct {
	shared.Spent
	Query    int       `json:"query"`
	Hits     []string  `json:"hits"`  // passages to judge
	Pages    []WebPage `json:"pages"` // of the query, as they are now
	Warnings []string  `json:"warnings,omitempty"`
}

// Apply notes what became of the pages and what of them is to be judged.
func (c *fetched) Apply(s *State) {
	s.Spend = s.Spend.Plus(c.Spend)
	s.Queries[c.Query].Hits = c.Hits
	s.Pages = append(slices.DeleteFunc(s.Pages, func(p WebPage) bool { return p.Query == c.Query }), c.Pages...)
	s.Warnings = append(s.Warnings, c.Warnings...)
}

// fetch reads pages that were offered, in the provider's order: one that fails is a warning and the next takes its place. Of each the passages
// that promise most are judged next.
func (f *flow) fetch(ctx context.Context, s State) (graph.Step[State], error) {
	item, change := s.item(s.Current), &fetched{Query: len(s.Queries) - 1, Hits: []string{}}
	out := graph.Step[State]{Change: change}
	for _, p := range s.Pages {
		if p.Query == change.Query {
			change.Pages = append(change.Pages, p)
		}
	}
	read, err := f.open(ctx, s, change)
	if err != nil {
		return out, err
	}
	kit, err := shared.Knowing(ctx, f.Kit, slices.Concat(read...))
	if err != nil {
		return out, err
	}
	promise := func(readings []step.Reading) ([]step.Judgement, error) {
		return kit.Rejudge(ctx, s.questionFor(item), item.Task, readings)
	}
	window := shared.Window{Most: pageWindows}
	if f.Kit.Model == nil {
		window.Least = shared.LeastPromising
	}
	for _, passages := range read {
		chosen, err := window.Choose(ctx, f.Kit.Library, passages, promise)
		if err != nil {
			return out, err
		}
		for _, r := range chosen {
			if !slices.Contains(change.Hits, r.Passage.ID) {
				change.Hits = append(change.Hits, r.Passage.ID)
			}
		}
	}
	return out, nil
}

// open reads pages until there are as many as a query brings, and returns the passages of each.
func (f *flow) open(ctx context.Context, s State, change *fetched) ([][]source.Passage, error) {
	type page struct {
		article  source.Article
		passages []source.Passage
		err      error
	}
	work, cancel := context.WithTimeout(ctx, webTime)
	defer cancel()
	var out [][]source.Passage
	for next := 0; next < len(change.Pages) && len(out) < s.Settings.PassagesPerQuery && work.Err() == nil; {
		batch := change.Pages[next:min(len(change.Pages), next+s.Settings.PassagesPerQuery-len(out))]
		next += len(batch)
		pages := shared.Beside(work, len(batch), side, func(i int) (p page) {
			p.article, p.passages, p.err = f.Web.Read(work, batch[i].URL)
			return p
		}, func(err error) page { return page{err: err} })
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for i, p := range pages {
			if batch[i].take(p.article, p.err); p.err != nil {
				change.Warnings = append(change.Warnings, fmt.Sprintf(phrasesFor(s.Language).readFailed, batch[i].URL, shared.Reason(p.err)))
				continue
			}
			out = append(out, p.passages)
		}
	}
	return out, nil
}

// take notes what became of a page: what it says of itself counts more than what the provider says.
func (p *WebPage) take(a source.Article, err error) {
	if p.Failed = err != nil; p.Failed {
		return
	}
	p.URL, p.Document, p.FetchedAt = a.URL, a.Document, a.FetchedAt
	for _, x := range []struct {
		to   *string
		from string
	}{{&p.Title, shared.Clipped(a.Title, mostTitle)}, {&p.Site, a.Site}, {&p.Date, a.Date}} {
		if x.from != "" {
			*x.to = x.from
		}
	}
}
