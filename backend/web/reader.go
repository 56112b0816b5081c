package web

import (
	"cmp"
	"context"
	"time"

	"rabbithole/backend/source"
)

// Defaults of what is read of a page.
const (
	defaultMaxBytes = 1_500_000
	defaultMaxText  = 120_000
	defaultTTL      = 24 * time.Hour
)

// ReaderOptions are the limits of a reader and what it needs of others. The zero value works, but reads no PDF and keeps nothing.
type ReaderOptions struct {
	MaxBytes int64         // of a page's body, after decompression; 1,500,000 when 0
	MaxText  int           // characters of text that are kept of a page; 120,000 when 0
	Timeout  time.Duration // for one page, the client's polite waiting included; none but the client's own when 0
	TTL      time.Duration // how long a saved article is fresh; a day when 0, never when negative
	Now      func() time.Time

	PDF      Opener // nil: a PDF is an error that says so
	Markdown Opener // nil: Markdown is read as plain text

	// Cached returns what was saved of a page under its canonical address, if anything was; nil when nothing is saved.
	Cached func(ctx context.Context, address string) (source.Article, []source.Page, bool)
}

// Reader reads pages of the web. It is safe for concurrent use; a page that is asked for twice at once is fetched once.
type Reader struct {
	client  Doer
	opt     ReaderOptions
	flights flights
}

// NewReader returns a reader that sends its requests through client.
func NewReader(client Doer, opt ReaderOptions) *Reader {
	opt.MaxBytes = cmp.Or(opt.MaxBytes, defaultMaxBytes)
	opt.MaxText = cmp.Or(opt.MaxText, defaultMaxText)
	opt.TTL = cmp.Or(opt.TTL, defaultTTL)
	if opt.Now == nil {
		opt.Now = time.Now
	}
	return &Reader{client: client, opt: opt}
}

// Read returns the page at address as an article and its text in pages, ready to be stored: from what was saved when that is fresh, else from
// the web. The article's Document is the hash of its address and text. A page without readable text is a fault that says why.
func (r *Reader) Read(ctx context.Context, address string) (source.Article, []source.Page, error) {
	canonical, err := Canonical(address)
	if err != nil {
		return source.Article{}, nil, err
	}
	if a, pages, ok := r.saved(ctx, canonical); ok {
		return a, pages, nil
	}
	done, err := r.flights.do(ctx, canonical, func() (reading, error) { return r.fetchAndRead(ctx, address, canonical) })
	return done.article, done.pages, err
}

// saved returns what was saved of a page if it is fresh.
func (r *Reader) saved(ctx context.Context, canonical string) (source.Article, []source.Page, bool) {
	if r.opt.Cached == nil {
		return source.Article{}, nil, false
	}
	a, pages, ok := r.opt.Cached(ctx, canonical)
	if !ok || len(pages) == 0 || !Fresh(a, r.opt.Now(), r.opt.TTL) {
		return source.Article{}, nil, false
	}
	a.Cached = true
	return a, pages, true
}

// Fresh reports whether what was read of a page still stands for it: it was fetched less than ttl before now, and not after it.
func Fresh(a source.Article, now time.Time, ttl time.Duration) bool {
	age := now.Sub(a.FetchedAt)
	return !a.FetchedAt.IsZero() && age >= 0 && age < ttl
}

// reading is a page as it was read.
type reading struct {
	article source.Article
	pages   []source.Page
}

// fetchAndRead fetches a page and makes text of it.
func (r *Reader) fetchAndRead(ctx context.Context, address, canonical string) (reading, error) {
	if r.opt.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, r.opt.Timeout)
		defer cancel()
	}
	got, err := r.fetch(ctx, address)
	if err != nil {
		return reading{}, err
	}
	text, err := r.open(ctx, got)
	if err != nil {
		return reading{}, unreadable(address, err)
	}
	return r.finish(got, canonical, text)
}
