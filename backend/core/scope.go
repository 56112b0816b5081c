package core

import (
	"context"
	"errors"
	"rabbithole/backend/core/askable"
	"rabbithole/backend/core/shelf"
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
	readable, err := c.db.Within(scope, "").DocumentsByHash(ctx, shelf.Keys(cited))
	if err != nil || len(readable) < len(cited) {
		return report.Report{}, err
	}
	return r, nil
}

// MayAsk refuses a question that could not be researched on its own.
func (c *Core) MayAsk(op, question string) error { return askable.Check(op, question, false) }

// Searchable says in a fault why nothing of the library can be searched, for op; nil where something can.
func (c *Core) Searchable(ctx context.Context, op string) error {
	_, err := c.scope(ctx, nil, nil, c.nothingToRead(op, ""))
	return err
}

// nothingToRead is why something cannot be asked of a library without a document that can be searched; or names what else could be allowed or added for it.
func (c *Core) nothingToRead(op, or string) func(context.Context) error {
	return func(ctx context.Context) error {
		docs, err := c.Documents(ctx, false)
		if err != nil {
			return err
		}
		var failed []source.Document
		for _, d := range docs {
			if d.State == source.Failed {
				failed = append(failed, d)
			}
		}
		switch {
		case len(docs) == 0:
			return fault.New(op, fault.NotFound, "Add documents first: rabbithole add FOLDER"+or, askable.ErrEmpty)
		case len(failed) < len(docs):
			return fault.New(op, fault.NotFound, "Wait a moment, or go on with what was interrupted: rabbithole add", askable.ErrNotYet)
		case len(failed) == 1:
			return fault.New(op, fault.NotFound, failed[0].Name+": "+failed[0].Reason, askable.ErrUnread)
		}
		return fault.New(op, fault.NotFound, "`rabbithole documents` says why, and what to do.", askable.ErrUnread)
	}
}
