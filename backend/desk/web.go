package desk

import (
	"context"

	"rabbithole/backend/core"
	"rabbithole/backend/source"
)

// WebSettings is how the web is searched and read when a person allows it.
type WebSettings struct {
	Providers  []WebProvider `json:"providers"`
	Provider   string        `json:"provider"` // in force
	SearXNG    string        `json:"searxng"`  // address of the person's own
	Trusted    []string      `json:"trusted"`  // addresses that the provider "list" offers
	Hosts      []string      `json:"hosts"`    // that "listed" runs may read
	CacheHours int           `json:"cache_hours"`
}

// WebProvider is somebody the web can be searched with. The key itself is never told.
type WebProvider struct {
	Name  string `json:"name"`
	Host  string `json:"host"`  // that sees the queries, "" when it is not set up or nobody does
	Keyed bool   `json:"keyed"` // it wants a key
	Key   string `json:"key"`   // where its key is: "environment", "keyring", "file"; "" when there is none
	Ready bool   `json:"ready"` // it could be searched with now
	Needs string `json:"needs"` // what to do about it when it could not
}

// WebSettings says how the web is searched. Looking into the keyring may take some seconds.
func (d *Desk) WebSettings() (WebSettings, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (WebSettings, error) {
		list, set, err := c.WebProviders(ctx)
		out := WebSettings{Provider: set.Provider, SearXNG: set.SearXNG, Trusted: set.Trusted, Hosts: set.Hosts, CacheHours: set.CacheHours}
		for _, p := range list {
			out.Providers = append(out.Providers, WebProvider(p))
		}
		return out, err
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
	Number int        `json:"number"`
	Label  string     `json:"label"`
	Text   string     `json:"text"`
	Marks  []PageMark `json:"marks"`
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
			marks, err := pageMarks(c, ctx, hash, p.Number)
			if err != nil {
				return Article{}, err
			}
			out.Pages = append(out.Pages, ArticlePage{p.Number, p.Label, p.Text, marks})
		}
		return out, nil
	})
}
