package research

import (
	"cmp"
	"context"
	"slices"
	"time"

	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
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
	query := Searched{Item: item.ID, Query: item.Web, Hits: []string{}, Web: true}
	if got.err != nil {
		s.Warnings = append(s.Warnings, saySearchFailed.In(s.Language, item.Web, shared.Reason(got.err)))
	}
	seen := map[string]bool{}
	for _, p := range s.Pages { // what could not be read for another gap is not asked for again
		seen[shared.Canonical(p.URL)] = p.Failed
	}
	for _, h := range got.hits {
		if key := shared.Canonical(h.URL); key != "" && !seen[key] {
			seen[key] = true
			query.Offered++
			s.Pages = append(s.Pages, WebPage{Query: len(s.Queries), URL: h.URL, Title: shared.Clipped(h.Title, mostTitle), Site: shared.HostOf(key), Date: h.Date})
		}
	}
	s.Queries = append(s.Queries, query)
	out := graph.Step[State]{State: &s, Next: []graph.Task{graph.To("read")}, Events: []event.Event{event.New(EventSearched, query)}}
	if query.Offered > 0 {
		out.Next = []graph.Task{graph.To("fetch")}
	}
	return out, nil
}

// fetch reads pages that were offered, in the provider's order: one that fails is a warning and the next takes its place. Of each the passages
// that promise most are judged next.
func (f *flow) fetch(ctx context.Context, s State) (graph.Step[State], error) {
	item, query := s.item(s.Current), len(s.Queries)-1
	out, hits := graph.Step[State]{State: &s}, []string{}
	first := slices.IndexFunc(s.Pages, func(p WebPage) bool { return p.Query == query }) // they are the last
	read, err := f.open(ctx, &s, s.Pages[first:])
	if err != nil {
		return out, err
	}
	kit, err := shared.Knowing(ctx, f.Kit, slices.Concat(read...))
	if err != nil {
		return out, err
	}
	promise := func(readings []extract.Reading) ([]extract.Judgement, error) {
		return kit.Engine.Judge(ctx, s.questionFor(item), item.Task, readings)
	}
	window := shared.Window{Most: pageWindows, Web: true}
	for _, passages := range read {
		chosen, err := window.Choose(ctx, f.Kit, passages, promise)
		if err != nil {
			return out, err
		}
		for _, r := range chosen {
			if !slices.Contains(hits, r.Passage.ID) {
				hits = append(hits, r.Passage.ID)
			}
		}
	}
	s.Queries[query].Hits = hits
	return out, nil
}

// open reads pages until there are as many as a query brings, and returns the passages of each.
func (f *flow) open(ctx context.Context, s *State, pages []WebPage) ([][]source.Passage, error) {
	work, cancel := context.WithTimeout(ctx, webTime)
	defer cancel()
	var addresses []string
	for _, p := range pages {
		addresses = append(addresses, p.URL)
	}
	out := f.Open(work, addresses, s.Settings.PassagesPerQuery, side, func(i int, p shared.Fetched) {
		if pages[i].take(p.Article, p.Err); p.Err != nil {
			s.Warnings = append(s.Warnings, sayReadFailed.In(s.Language, pages[i].URL, shared.Reason(p.Err)))
		}
	})
	return out, ctx.Err()
}

// take notes what became of a page: what it says of itself counts more than what the provider says.
func (p *WebPage) take(a source.Article, err error) {
	if p.Failed = err != nil; p.Failed {
		return
	}
	p.URL, p.Document, p.FetchedAt = a.URL, a.Document, a.FetchedAt
	p.Title, p.Site, p.Date = cmp.Or(shared.Clipped(a.Title, mostTitle), p.Title), cmp.Or(a.Site, p.Site), cmp.Or(a.Date, p.Date)
}
