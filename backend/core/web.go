package core

import (
	"context"
	"time"

	"rabbithole/backend/egress"
	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
	"rabbithole/backend/web"
)

// runWeb is the web as one run may use it: what it searches with, what it reads with, and where what was read is kept. It implements step.Web.
type runWeb struct {
	core     *Core
	run      string
	way      *egress.Web
	provider provider
	reader   *web.Reader
	log      *logbook
}

// runWeb is what every flow may be given as its web.
var _ step.Web = (*runWeb)(nil)

// logLines is how many requests of one run are remembered: more than it may send.
const logLines = 5000

// web opens the web for a run, as far as its policy goes. A run that is offline is given none.
func (c *Core) web(ctx context.Context, run string, ask askMeta) (step.Web, error) {
	settings := c.settings.get()
	policy, err := c.policy(ask)
	if err != nil {
		return nil, err
	}
	opts := c.config.Web
	opts.Run, opts.Version, opts.LogSize = run, Version, logLines
	if opts.Now == nil {
		opts.Now = c.config.Now
	}
	opts.Limits.Bytes = int64(settings.Answer.SourceMaxBytes)
	opts.Limits.Request = time.Duration(settings.Answer.SourceFetchTimeoutSeconds) * time.Second
	w := &runWeb{core: c, run: run, way: egress.NewWeb(policy, opts)}
	if w.provider, err = c.provider(ask.Provider, w.way.For(egress.Search)); err != nil {
		return nil, err
	}
	if w.log, err = newLogbook(ctx, c.db, run, w.way.Connections); err != nil {
		return nil, err
	}
	w.reader = web.NewReader(w.way.For(egress.Read), web.ReaderOptions{MaxBytes: opts.Limits.Bytes, Timeout: opts.Limits.Request, TTL: cacheTime(settings.Web),
		Now: c.config.Now, PDF: c.openPDF, Markdown: openMarkdown, Cached: w.cached})
	return w, nil
}

// policy is how far a run may go. Whoever it searches with is part of what was allowed.
func (c *Core) policy(ask askMeta) (egress.Policy, error) {
	policy := egress.Open()
	if ask.Web == WebListed {
		policy = egress.Listed(append(ask.Hosts, c.searchHosts(ask.Provider)...)...)
	}
	if address := c.settings.get().Web.SearXNG; ask.Provider == "searxng" {
		return policy.WithEndpoint(address)
	}
	return policy, nil
}

func cacheTime(s WebSettings) time.Duration {
	if s.CacheHours <= 0 {
		return -1
	}
	return time.Duration(s.CacheHours) * time.Hour
}

// Provider implements step.Web.
func (w *runWeb) Provider() source.Provider { return w.provider.Provider() }

// Search implements step.Web.
func (w *runWeb) Search(ctx context.Context, query string, limit int) ([]source.WebHit, error) {
	hits, err := w.provider.Search(ctx, query, limit)
	return hits, firstError(err, w.log.keep(ctx))
}

// Read implements step.Web. The same text read again is the same article: what was cited of it stays.
func (w *runWeb) Read(ctx context.Context, address string) (source.Article, []source.Passage, error) {
	a, pages, err := w.reader.Read(ctx, address)
	if err := firstError(err, w.log.keep(ctx)); err != nil {
		return source.Article{}, nil, err
	}
	if a.Cached {
		passages, err := w.core.db.PassagesOf(ctx, a.Document)
		return a, passages, err
	}
	d := source.Document{Hash: a.Document, Name: a.Name(), Format: source.Web, Title: a.Title, Author: a.Author, Date: a.Date, URL: a.URL}
	found, err := ingest.Structure(ctx, d, source.Meta{Format: source.Web, Title: a.Title, Pages: len(pages)}, pages)
	if err != nil {
		return source.Article{}, nil, err
	}
	if found.Language != "" { // what the text shows says more than what the page claims
		a.Language = found.Language
	}
	if err := w.core.db.PutArticle(ctx, w.run, a, pages, found.Passages); err != nil {
		return source.Article{}, nil, err
	}
	return a, found.Passages, nil
}

// cached returns what is kept of a page and is fresh enough.
func (w *runWeb) cached(ctx context.Context, address string) (source.Article, []source.Page, bool) {
	settings := w.core.settings.get().Web
	if settings.CacheHours <= 0 {
		return source.Article{}, nil, false
	}
	a, ok, err := w.core.db.ArticleByURL(ctx, w.run, address, w.core.config.Now().Add(-cacheTime(settings)))
	if err != nil || !ok {
		return source.Article{}, nil, false
	}
	pages, err := w.core.db.Pages(ctx, a.Document, 1, 0)
	return a, pages, err == nil
}

func firstError(list ...error) error {
	for _, err := range list {
		if err != nil {
			return err
		}
	}
	return nil
}
