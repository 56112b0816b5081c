package desk

import (
	"context"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/source"
)

// WebSettings is how the web is searched and read when a person allows it.
type WebSettings struct {
	settings.WebSettings
	Providers []core.WebProvider `json:"providers"`
}

// WebSettings says how the web is searched. Looking into the keyring may take some seconds.
func (d *Desk) WebSettings() (WebSettings, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (WebSettings, error) {
		list, set, err := c.WebProviders(ctx)
		return WebSettings{set, list}, err
	})
}

// SetWebKey keeps a provider's key and says where: in the "keyring", or where there is none in a "file" that nobody else may read.
func (d *Desk) SetWebKey(provider, key string) (string, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (string, error) { return c.SetKey(ctx, provider, key) })
}

// RemoveWebKey forgets a provider's key.
func (d *Desk) RemoveWebKey(provider string) error {
	return tell(d, func(c *core.Core, ctx context.Context) error { return c.RemoveKey(ctx, provider) })
}

// Article is a web page as it was read.
type Article struct {
	source.Article
	Pages []ArticlePage `json:"pages"`
}

// ArticlePage is a page of an article's text, with the passages that reports cite.
type ArticlePage struct {
	Number int             `json:"number"`
	Label  string          `json:"label"`
	Text   string          `json:"text"`
	Marks  []core.PageMark `json:"marks"`
}

// Article returns a web article by the hash of its text.
func (d *Desk) Article(hash string) (Article, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (Article, error) {
		a, err := c.Article(ctx, hash)
		if err != nil {
			return Article{}, err
		}
		out := Article{Article: a.Article}
		for _, p := range a.Pages {
			marks, err := c.PageMarks(ctx, hash, p.Number)
			if err != nil {
				return Article{}, err
			}
			out.Pages = append(out.Pages, ArticlePage{p.Number, p.Label, p.Text, marks})
		}
		return out, nil
	})
}
