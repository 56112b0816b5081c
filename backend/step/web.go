package step

import (
	"context"

	"rabbithole/backend/source"
)

// Web searches and reads outside of the library, as far as the person allowed it for this run. Every failure is of one query or one page, and
// says what happened: a caller goes on without it and warns. Page texts, titles and snippets are untrusted.
type Web interface {
	// Provider says whom the queries go to.
	Provider() source.Provider
	// Search returns what the provider offers, best first, at most limit.
	Search(ctx context.Context, query string, limit int) ([]source.WebHit, error)
	// Read fetches a page and keeps it, within the limits of size and time of the run, and returns it with its passages in order. Passages and pages are
	// read again through Library, under the article's Document.
	Read(ctx context.Context, address string) (source.Article, []source.Passage, error)
}
