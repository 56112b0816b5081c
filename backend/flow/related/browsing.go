package related

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"rabbithole/backend/ask"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/relevance"
	"rabbithole/backend/source"
)

// browse puts what was cleared to the web and reads pages, within the limits of the mode. A failure of one query or one page is a warning; a
// provider that takes no query at all is told, and the run has failed.
func (f *run) browse(ctx context.Context, s State) (graph.Step[State], error) {
	out, told := graph.Step[State]{State: &s, Next: []graph.Task{graph.To("summarize")}}, len(s.Steps)
	if f.consults(s) && (f.tooled() || s.Answered == nil) {
		out.Next = []graph.Task{graph.To("consult")}
	}
	work, cancel := f.clock(ctx, s, browseShare)
	defer cancel()
	b := &browser{run: f, state: &s, before: len(s.Queries), limits: LimitsOf(s.Mode)}
	var err error
	switch {
	case len(s.Asked) > 0:
		err = b.carryOut(work)
	case f.MayAsk(s.Allow) && len(s.Cleared) > 0:
		err = b.byRule(work)
	}
	if ctx.Err() != nil {
		return out, ctx.Err()
	}
	if err != nil && work.Err() == nil {
		return out, err
	}
	s.Asked, s.Cleared = nil, nil
	out.Events = steps(s.Steps[told:])
	return out, nil
}

// browser is one visit to the web.
type browser struct {
	*run
	state  *State
	before int // queries put before
	limits Limits
}

// carryOut does what the model asked of the web.
func (b *browser) carryOut(ctx context.Context) error {
	results := b.state.Turns[len(b.state.Turns)-1].Results
	for _, i := range b.state.Asked {
		c := b.state.lastCall(i)
		if c.Tool == "search_web" {
			results[i] = b.searched(ctx, c)
			continue
		}
		var err error
		if results[i], err = b.fetched(ctx, c.Args["url"]); err != nil {
			return err
		}
	}
	return nil
}

// searched puts a query of the model as far as it was cleared; the person may have worded it anew.
func (b *browser) searched(ctx context.Context, c Request) Result {
	query := flow.Clipped(oneLine(c.Args["query"]), flow.MostQuery)
	if !slices.Contains(b.state.Cleared, query) {
		if len(b.state.Cleared) == 0 || len(b.state.Queries) > b.before {
			return Result{Text: noWeb}
		}
		query = b.state.Cleared[0]
	}
	hits, err := b.search(ctx, query)
	if err != nil {
		return Result{Text: flow.Clipped(flow.Reason(err), mostStep)}
	}
	if days, err := strconv.Atoi(c.Args["recencyDays"]); err == nil && days > 0 {
		since := b.Now().Add(-time.Duration(min(days, 36500)) * 24 * time.Hour).Format("2006-01-02")
		hits = slices.DeleteFunc(hits, func(h source.WebHit) bool { return h.Date != "" && h.Date < since })
	}
	return Result{Hits: hits}
}

// search puts a query and remembers what was offered.
func (b *browser) search(ctx context.Context, query string) ([]source.WebHit, error) {
	b.state.Queries = append(b.state.Queries, query)
	b.did(b.state, saySearchedWeb.In(b.state.Language, query))
	limited, cancel := context.WithTimeout(ctx, b.limits.Fetch)
	defer cancel()
	hits, err := b.Web.Search(limited, query, b.limits.Results)
	if err != nil {
		if k := fault.KindOf(err); k == fault.Denied || k == fault.Usage {
			b.state.Refused = flow.Reason(err)
		}
		b.state.Warnings = append(b.state.Warnings, saySearchFailed.In(b.state.Language, flow.Reason(err)))
		return nil, err
	}
	hits = hits[:min(len(hits), b.limits.Results)]
	b.state.Offered = append(b.state.Offered, hits...)
	return hits, nil
}

// fetched reads a page for the model: one that a search offered or, where the run may do whatever it needs, one that the document names. It is asked for as it
// was offered or named: what the model writes into an address would leave with it.
func (b *browser) fetched(ctx context.Context, address string) (Result, error) {
	if !b.MayAsk(b.state.Allow) { // the person has just said so
		return Result{Text: noWeb}, nil
	}
	address, err := b.known(ctx, flow.Canonical(address))
	switch {
	case err != nil:
		return Result{}, err
	case address == "":
		return Result{Text: noSuchPage}, nil
	case len(b.state.Fetched) >= b.limits.Pages:
		return Result{Text: noMorePages}, nil
	}
	pages := b.visit(ctx, []string{address})
	noted := &b.state.Fetched[len(b.state.Fetched)-1]
	if len(pages) == 0 {
		return Result{Text: flow.Clipped(noted.Failed, mostStep)}, nil
	}
	about, err := b.subject(ctx)
	if err != nil {
		return Result{}, err
	}
	noted.Kept, err = b.take(ctx, b.state, flow.AllCitable(pages[0].Passages), about)
	return Result{Found: noted.Kept}, err
}

// subject is what is being read, as far as pages are measured by it.
func (b *browser) subject(ctx context.Context) (relevance.Profile, error) {
	text, err := b.reads(ctx, *b.state, mostPage)
	if err != nil {
		return relevance.Profile{}, err
	}
	return b.Kit.Matter(ctx, b.state.Language, ask.Part{Text: text, Factor: 1})
}

var addressed = regexp.MustCompile(`https?://[^\s<>"'()\[\]{}]+`)

// known returns the address of a page that a search offered, or that the open document names where the run may do whatever it needs; "" for none.
func (b *browser) known(ctx context.Context, key string) (string, error) {
	if key == "" {
		return "", nil
	}
	for _, h := range b.state.Offered {
		if flow.Canonical(h.URL) == key {
			return h.URL, nil
		}
	}
	if b.state.Allow != flow.AllowRun {
		return "", nil
	}
	passages, err := b.Shelf.PassagesOf(ctx, b.state.Document)
	for _, p := range passages {
		for _, a := range addressed.FindAllString(p.Text, -1) {
			if a = strings.TrimRight(a, ".,;:"); flow.Canonical(a) == key {
				return a, nil
			}
		}
	}
	return "", err
}

// visit reads pages side by side, each in its time, notes what became of each, and returns those that could be read.
func (b *browser) visit(ctx context.Context, addresses []string) (out []flow.Fetched) {
	for i, p := range b.Fetch(ctx, addresses, b.limits.Pages, b.limits.Fetch) {
		host := flow.HostOf(addresses[i])
		switch {
		case p.Err != nil:
		case p.Article.Bytes > b.limits.Bytes:
			p.Err = errors.New(sayTooLong.In(b.state.Language))
		case p.Article.Document == b.state.Document:
			p.Err = errors.New(sayItself.In(b.state.Language))
		}
		if p.Err != nil {
			reason := flow.Reason(p.Err)
			b.state.Fetched = append(b.state.Fetched, Page{URL: addresses[i], Failed: reason})
			b.state.Warnings = append(b.state.Warnings, sayFetchFailed.In(b.state.Language, host, reason))
			continue
		}
		b.state.Fetched = append(b.state.Fetched, Page{URL: p.Article.URL, Document: p.Article.Document})
		b.did(b.state, sayReadPage.In(b.state.Language, host))
		out = append(out, p)
	}
	return out
}

// byRule puts the cleared queries, reads the pages that promise most, side by side, and keeps what they have to say to the document.
func (b *browser) byRule(ctx context.Context) error {
	var hits []source.WebHit
	for _, q := range b.state.Cleared {
		found, err := b.search(ctx, q)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			hits = append(hits, found...)
		}
	}
	var addresses []string
	for _, h := range promising(hits, b.limits.Pages) {
		addresses = append(addresses, h.URL)
	}
	pages := b.visit(ctx, addresses)
	g := &gatherer{run: b.run, state: *b.state, limits: b.limits, known: map[string]*sheet{}}
	var err error
	if g.points, err = b.statements(ctx, *b.state); err != nil {
		return err
	}
	for _, p := range pages {
		for _, passage := range flow.AllCitable(p.Passages) {
			for point := range g.points {
				if err := g.weigh(ctx, point, passage.ID); err != nil {
					return err
				}
			}
		}
	}
	b.state.Found = append(b.state.Found, g.best()...)
	return nil
}

// perSite is how many pages of one site are read.
const perSite = 2

// promising returns at most most of what was offered, each page once and at most two of one site, what can be trusted first.
func promising(hits []source.WebHit, most int) []source.WebHit {
	worth := func(h source.WebHit) float64 { return flow.Worth(flow.KindOf(h.URL, "")) }
	hits = slices.SortedStableFunc(slices.Values(hits), func(a, b source.WebHit) int { return cmp.Compare(worth(b), worth(a)) })
	var out []source.WebHit
	seen, sites := map[string]bool{}, map[string]int{}
	for _, h := range hits {
		key, host := flow.Canonical(h.URL), flow.HostOf(h.URL)
		if key == "" || seen[key] || sites[host] == perSite || len(out) == most {
			continue
		}
		seen[key] = true
		sites[host]++
		out = append(out, h)
	}
	return out
}
