package core

import (
	"context"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
	"rabbithole/backend/web"
)

// provider is whom the queries of a run go to.
type provider interface {
	Provider() source.Provider
	Search(ctx context.Context, query string, limit int) ([]source.WebHit, error)
}

func (c *Core) provider(name string, client web.Doer) (provider, error) {
	return nil, fault.New("search", fault.Usage, "Choose another in the setting WEB_SEARCH_PROVIDER.", nil)
}

func (c *Core) searchHosts(name string) []string { return nil }
