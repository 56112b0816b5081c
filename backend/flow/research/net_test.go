package research_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rabbithole/backend/ask"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// half is a question that the library answers only half.
const half = "How bright may a lantern on a boat be, and how much does a mooring ticket for visitors cost?"

// net is a web in memory. Its pages lie in the books, saved, where no search of the library finds them.
type net struct {
	*books
	mu       sync.Mutex
	offers   []source.WebHit
	articles map[string]source.Article
	asked    []string // queries
	fetched  []string // addresses
	fails    error    // of searches
	onRead   func(address string)
}

// newNet puts pages onto the web: "ADDRESS: text".
func newNet(t *testing.T, b *books, pages ...string) *net {
	t.Helper()
	n := &net{books: b, articles: map[string]source.Article{}}
	for _, p := range pages {
		address, text, ok := strings.Cut(p, ": ")
		if !ok {
			t.Fatalf("%q is no page", p)
		}
		title := fmt.Sprintf("Page %d", len(n.offers)+1)
		b.documents = append(b.documents, source.Document{Hash: "hash-" + address, Name: title, Title: title, Language: "en", State: source.Saved, Format: source.Web, URL: address})
		for i, line := range strings.Split(text, " / ") {
			b.section(t, fmt.Sprint(i+1), line)
		}
		n.offers = append(n.offers, source.WebHit{URL: address, Title: title})
		n.articles[address] = source.Article{Document: "hash-" + address, URL: address, Title: title, Site: "Harbour Office", Date: "2026-02-01", Status: 200, FetchedAt: noon}
	}
	return n
}

func (n *net) Provider() source.Provider {
	return source.Provider{Name: "searxng", Host: "search.example"}
}

func (n *net) Search(_ context.Context, query string, limit int) ([]source.WebHit, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.asked = append(n.asked, query)
	return n.offers[:min(limit, len(n.offers))], n.fails
}

func (n *net) Read(ctx context.Context, address string) (source.Article, []source.Passage, error) {
	n.mu.Lock()
	n.fetched = append(n.fetched, address)
	n.mu.Unlock()
	if n.onRead != nil {
		n.onRead(address)
	}
	if ctx.Err() != nil {
		return source.Article{}, nil, ctx.Err()
	}
	a, ok := n.articles[address]
	if !ok {
		return a, nil, errors.New("read " + address + ": it answered 404")
	}
	return a, slices.DeleteFunc(slices.Clone(n.passages), func(p source.Passage) bool { return p.Document != a.Document }), nil
}

// tickets is what the web says of what the library does not.
const tickets = "https://harbour.example/tickets: A mooring ticket for visitors costs 12 euros a night, and {section 4|law.pdf/4} does not matter to it. / The harbour has a bakery where visitors meet."

// webDesk seats a run that may use the web.
func webDesk(t *testing.T, model reason.Model, pages ...string) (*desk, *net) {
	t.Helper()
	b := newBooks(t, lanterns)
	n := newNet(t, b, pages...)
	d := newDesk(t, b, model)
	d.online(n)
	return d, n
}

// online gives the run a web.
func (d *desk) online(w step.Web) {
	d.t.Helper()
	d.tools.Web = w
	d.tools.Connections = func(context.Context, string) ([]report.Connection, error) {
		return []report.Connection{{Host: "search.example", Purpose: "search", Requests: 1}}, nil
	}
	var err error
	if d.runner, err = graph.NewRunner(research.New(d.tools), d.store, graph.Options{Now: d.tools.Now, Poll: 10 * time.Millisecond}); err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) beginOnline(question string, allow flow.Allow, set research.Settings) {
	d.t.Helper()
	set.Web = true
	s := research.State{Question: question, Language: ask.Language(question), Settings: set.Filled(), Phase: research.PhaseAnalysis, Allow: allow}
	if _, err := d.runner.Create(d.t.Context(), graph.Begin{ID: d.id, Title: question}, s); err != nil {
		d.t.Fatal(err)
	}
}
