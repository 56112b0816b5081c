package core

import (
	"context"

	"rabbithole/backend/source"
)

// SavedArticle is a web article as it was read, with its text.
type SavedArticle struct {
	source.Article
	Pages []source.Page
}

// Article returns a web article by the hash of its text.
func (c *Core) Article(ctx context.Context, hash string) (SavedArticle, error) {
	a, err := c.db.Article(ctx, hash)
	if err != nil {
		return SavedArticle{}, err
	}
	pages, err := c.db.Pages(ctx, hash, 1, 0)
	return SavedArticle{a, pages}, err
}

// ArticlesOf returns the web articles that a run has read, in the order of fetching.
func (c *Core) ArticlesOf(ctx context.Context, run string) ([]source.Article, error) {
	return c.db.ArticlesOf(ctx, run)
}
