package core

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"rabbithole/backend/core/settings"
	"rabbithole/backend/egress"
	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
	"rabbithole/backend/private"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
	"rabbithole/backend/text"
	"rabbithole/backend/web"
)

// runWeb is the web as one run may use it: what it searches with, what it reads with, and where what was read is kept. It implements step.Web.
type runWeb struct {
	core     *Core
	run      string
	way      *egress.Web
	searcher web.Searcher
	reader   *web.Reader
	log      *logbook

	searching sync.Mutex
	searches  map[string]*searchOnce // by query
}

// searchOnce is a query that the provider answers once, however many branches of a run come to ask it.
type searchOnce struct {
	sync.Mutex
	limit int
	hits  []source.WebHit
	done  bool
}

// runWeb is what every flow may be given as its web.
var _ step.Web = (*runWeb)(nil)

// logLines is how many requests of one run are remembered: more than it may send.
const logLines = 5000

// web opens the web for a run, as far as its policy goes. A run that is offline is given none.
func (c *Core) web(ctx context.Context, run string, may webMeta) (step.Web, error) {
	a := c.settings.get().Answer
	return c.webWithin(ctx, run, may, int64(a.SourceMaxBytes), time.Duration(a.SourceFetchTimeoutSeconds)*time.Second)
}

// webWithin is web with limits of the caller's: bytes of a page, and time for one.
func (c *Core) webWithin(ctx context.Context, run string, may webMeta, bytes int64, request time.Duration) (step.Web, error) {
	if may.Web == WebOff {
		return nil, nil
	}
	settings := c.settings.get()
	policy, err := c.policy(may)
	if err != nil {
		return nil, err
	}
	opts := c.config.Web
	opts.Run, opts.Version, opts.LogSize = run, Version, logLines
	if opts.Now == nil {
		opts.Now = c.config.Now
	}
	opts.Limits.Bytes, opts.Limits.Request = bytes, request
	log, before, err := c.newLogbook(ctx, run)
	if err != nil {
		return nil, err
	}
	opts.Before, opts.Began = before, func() error { return log.keep(ctx) }
	w := &runWeb{core: c, run: run, way: egress.NewWeb(policy, opts), log: log, searches: map[string]*searchOnce{}}
	log.read = w.way.Connections
	w.reader = web.NewReader(w.way.For(egress.Read), web.ReaderOptions{MaxBytes: opts.Limits.Bytes, TTL: cacheTime(settings.Web),
		Now: c.config.Now, PDF: c.openPDF, Markdown: openMarkdown, Cached: w.cached})
	if w.searcher, err = c.searcher(may, w.way.For(egress.Search), w.page); err != nil {
		return nil, err
	}
	return w, nil
}

// policy is how far a run may go. Whom it searches with is part of what was allowed.
func (c *Core) policy(may webMeta) (egress.Policy, error) {
	policy := egress.Open()
	if may.Web != WebOpen {
		who, err := c.canSearch(may)
		if err != nil {
			return policy, err
		}
		policy = egress.Listed(slices.Concat(may.Hosts, []string{who.Host}, may.Trusted)...)
	}
	if may.Provider == web.SearXNG {
		return policy.WithEndpoint(may.Endpoint)
	}
	return policy, nil
}

func cacheTime(s settings.WebSettings) time.Duration {
	if s.CacheHours <= 0 {
		return -1
	}
	return time.Duration(s.CacheHours) * time.Hour
}

// Provider implements step.Web.
func (w *runWeb) Provider() source.Provider { return w.searcher.Provider() }

// Search implements step.Web. A query that was answered does not leave again.
func (w *runWeb) Search(ctx context.Context, query string, limit int) ([]source.WebHit, error) {
	w.searching.Lock()
	once := w.searches[query]
	if once == nil {
		once = &searchOnce{}
		w.searches[query] = once
	}
	w.searching.Unlock()
	once.Lock()
	defer once.Unlock()
	if once.done && limit <= once.limit {
		return slices.Clone(once.hits[:min(limit, len(once.hits))]), nil
	}
	hits, err := w.searcher.Search(ctx, query, limit)
	if err == nil {
		once.limit, once.hits, once.done = limit, hits, true
	}
	return slices.Clone(hits), cmp.Or(err, w.log.keep(ctx))
}

// Read implements step.Web.
func (w *runWeb) Read(ctx context.Context, address string) (source.Article, []source.Passage, error) {
	a, _, err := w.page(ctx, address)
	if err != nil {
		return a, nil, err
	}
	passages, err := w.core.db.PassagesOf(ctx, a.Document)
	return a, passages, err
}

// page reads a page and keeps it. The same text read again is the same article: what was cited of it stays.
func (w *runWeb) page(ctx context.Context, address string) (source.Article, []source.Page, error) {
	a, pages, err := w.reader.Read(ctx, address)
	if err := cmp.Or(err, w.log.keep(ctx)); err != nil || a.Cached {
		return a, pages, err
	}
	d := source.Document{Hash: a.Document, Name: a.Name(), Format: source.Web, Title: a.Title, Author: a.Author, Date: a.Date, URL: a.URL}
	found, err := ingest.Structure(ctx, d, source.Meta{Format: source.Web, Title: a.Title, Pages: len(pages)}, pages)
	if err != nil {
		return a, nil, err
	}
	if found.Language != "" { // what the text shows says more than what the page claims
		a.Language = found.Language
	}
	return a, pages, w.core.db.PutArticle(ctx, w.run, a, pages, found.Passages)
}

// cached returns what is kept of a page and is fresh enough: if the run may open it, and if the page answered at this address. One that calls itself
// another of its site speaks for itself alone.
func (w *runWeb) cached(ctx context.Context, address string) (source.Article, []source.Page, bool) {
	settings := w.core.settings.get().Web
	if settings.CacheHours <= 0 || w.way.Allows(address) != nil {
		return source.Article{}, nil, false
	}
	a, ok, err := w.core.db.ArticleByURL(ctx, w.run, address, w.core.config.Now().Add(-cacheTime(settings)))
	if err != nil || !ok {
		return source.Article{}, nil, false
	}
	pages, err := w.core.db.Pages(ctx, a.Document, 1, 0)
	return a, pages, err == nil
}

// openPDF reads a PDF of the web as the library reads those of the person: in a process of its own. It is handed over in a file that nobody
// else may read and that is gone afterwards.
func (c *Core) openPDF(ctx context.Context, data []byte) (pages []source.Page, meta source.Meta, err error) {
	part, err := private.CreateTemp(c.config.Home, ".web-*.pdf")
	if err != nil {
		return nil, meta, err
	}
	defer os.Remove(part.Name())
	_, err = part.Write(data)
	if err := cmp.Or(err, part.Close()); err != nil {
		return nil, meta, err
	}
	f, err := c.pdf.Open(ctx, part.Name(), source.OpenOptions{})
	if err != nil {
		return nil, meta, err
	}
	defer f.Close()
	text := 0
	err = f.Pages(ctx, 1, func(p source.Page) error {
		if text += len(p.Text); text > mostWebText {
			return fmt.Errorf("it has more than %d MB of text", mostWebText>>20)
		}
		pages = append(pages, p)
		return nil
	})
	return pages, f.Meta(), err
}

// mostWebText is how many bytes of text are read of one PDF of the web.
const mostWebText = 8 << 20

// openMarkdown reads Markdown of the web as the library reads that of the person.
func openMarkdown(_ context.Context, data []byte) ([]source.Page, source.Meta, error) {
	return text.Read(data, source.Markdown)
}

// pageReader reads a page of the web and keeps it.
type pageReader func(ctx context.Context, address string) (source.Article, []source.Page, error)

// searchedWith returns whom a run that begins now searches with.
func (c *Core) searchedWith(name, language string) webMeta {
	settings, w := c.settings.get().Web, webMeta{Provider: name, Language: language}
	switch name {
	case web.SearXNG:
		w.Endpoint = settings.SearXNG
	case web.List:
		w.Trusted = slices.Clone(settings.Trusted)
	}
	return w
}

// searcher returns what a run searches with, or says what is missing. Queries go through client; a list reads its pages with read.
func (c *Core) searcher(may webMeta, client web.Doer, read pageReader) (web.Searcher, error) {
	opt := web.SearchOptions{Endpoint: may.Endpoint, Language: may.Language, Addresses: may.Trusted, Now: c.config.Now, Read: read}
	if web.NeedsKey(may.Provider) {
		var err error
		if opt.Key, _, err = c.keys.Key(may.Provider); err != nil {
			return nil, err
		}
	}
	return web.NewSearcher(may.Provider, client, opt)
}

// canSearch returns who sees the queries of a run, or what is missing.
func (c *Core) canSearch(may webMeta) (source.Provider, error) {
	nothing := func(context.Context, string) (source.Article, []source.Page, error) {
		return source.Article{}, nil, nil
	}
	s, err := c.searcher(may, nil, nothing)
	if err != nil {
		return source.Provider{Name: may.Provider}, err
	}
	return s.Provider(), nil
}

// WebProvider is somebody the web can be searched with.
type WebProvider struct {
	Name  string `json:"name"`  // one of Providers
	Host  string `json:"host"`  // that sees the queries, "" when it is not set up or nobody does
	Keyed bool   `json:"keyed"` // it wants a key
	Key   string `json:"key"`   // where its key is: "environment", "keyring", "file"; "" when there is none. The key itself is never told
	Ready bool   `json:"ready"` // it could be searched with now
	Needs string `json:"needs"` // what to do about it when it could not
}

// WebProviders returns everybody the web can be searched with, and the settings of the web.
func (c *Core) WebProviders(context.Context) ([]WebProvider, settings.WebSettings, error) {
	var out []WebProvider
	for _, name := range settings.Providers {
		p := WebProvider{Name: name, Keyed: web.NeedsKey(name), Ready: true}
		if p.Keyed {
			var err error
			if _, p.Key, err = c.keys.Key(name); err != nil {
				return nil, settings.WebSettings{}, err
			}
		}
		who, err := c.canSearch(c.searchedWith(name, ""))
		if p.Host = who.Host; err != nil {
			p.Ready, p.Needs = false, fault.Hint(err)
		}
		out = append(out, p)
	}
	return out, c.settings.get().Web, nil
}

// SetKey keeps the key of a provider of web searches, and returns where (keys.Keys.SetKey).
func (c *Core) SetKey(ctx context.Context, provider, secret string) (where string, err error) {
	return c.keys.SetKey(ctx, provider, secret)
}

// RemoveKey forgets the key of a provider of web searches, wherever it is kept.
func (c *Core) RemoveKey(ctx context.Context, provider string) error {
	return c.keys.RemoveKey(ctx, provider)
}
