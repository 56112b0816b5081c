package core

import (
	"context"
	"errors"

	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
)

// scope returns the scope of collections and documents by their names, the whole library for none. An unknown name is a
// fault. When nothing is chosen and the library has nothing to search, the error is what nothing returns, which may be nil for
// runs that have something else to read. Choosing documents without readable text is allowed: the run says so.
func (c *Core) scope(ctx context.Context, collections, documents []string, nothing func(context.Context) error) (source.Scope, error) {
	s := source.All()
	if len(collections)+len(documents) == 0 {
		live, err := c.db.Documents(ctx, source.DocumentFilter{Live: true})
		if err == nil && len(live) == 0 && nothing != nil {
			err = nothing(ctx)
		}
		return s, err
	}
	if err := c.haveCollections(ctx, collections); err != nil {
		return source.Scope{}, err
	}
	if len(collections) > 0 {
		s = s.In(collections...)
	}
	var chosen []string
	for _, name := range documents {
		d, err := c.Document(ctx, name)
		if err != nil {
			return source.Scope{}, err
		}
		if !s.Holds(d) {
			return source.Scope{}, fault.New("choose "+name, fault.Usage, "Leave the collection out, or name its own.",
				errors.New("it is not in the collection that was named"))
		}
		chosen = append(chosen, d.Hash)
	}
	if len(chosen) > 0 {
		s = s.Only(chosen...)
	}
	return s, nil
}

// scopeOfRun returns the scope of a stored run. A run that is not stored yet, run "", may read nothing.
func scopeOfRun[S any](ctx context.Context, c *Core, g *graph.Graph[S], run string,
	of func(S) source.Scope) (source.Scope, error) {
	if run == "" {
		return source.Scope{}, nil
	}
	s, err := stateOf(ctx, c, g, run, 0)
	return of(s), err
}

// carried returns the report of an earlier run for a run limited to scope. It is empty if the report cites anything
// outside the scope, so that a follow-up does not learn what it may not read.
func (c *Core) carried(ctx context.Context, run string, scope source.Scope) (report.Report, error) {
	r, err := c.db.Report(ctx, run, 0)
	if err == nil {
		r, err = c.moved(ctx, r)
	}
	if err != nil || scope.Whole() {
		return r, err
	}
	cited := map[string]bool{}
	for _, claim := range r.Claims {
		for _, x := range claim.Citations {
			cited[x.Document] = true
		}
	}
	readable, err := c.db.Within(scope, "").DocumentsByHash(ctx, keys(cited))
	if err != nil || len(readable) < len(cited) {
		return report.Report{}, err
	}
	return r, nil
}
