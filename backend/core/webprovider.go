package core

import (
	"context"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/source"
	"rabbithole/backend/web"
	"slices"
)

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
		if opt.Key, _, err = c.Key(may.Provider); err != nil {
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
	Name  string // one of Providers
	Host  string // that sees the queries, "" when it is not set up or nobody does
	Keyed bool   // it wants a key
	Key   string // where its key is, "" when there is none
	Ready bool   // it could be searched with now
	Needs string // what to do about it when it could not
}

// WebProviders returns everybody the web can be searched with, and the settings of the web.
func (c *Core) WebProviders(context.Context) ([]WebProvider, settings.WebSettings, error) {
	var out []WebProvider
	for _, name := range settings.Providers {
		p := WebProvider{Name: name, Keyed: web.NeedsKey(name), Ready: true}
		if p.Keyed {
			var err error
			if _, p.Key, err = c.Key(name); err != nil {
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
