package core

import (
	"context"
	"errors"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// scope turns names into what the index filters by; a library without documents cannot be asked.
func (c *Core) scope(ctx context.Context, collections, documents []string) (step.Scope, error) {
	live, err := c.db.Documents(ctx, source.DocumentFilter{Live: true, Collections: collections})
	if err != nil {
		return step.Scope{}, err
	}
	if len(live) == 0 {
		hint := "Add documents first: rabbithole add FOLDER."
		if len(collections) > 0 {
			hint = "No searchable document is in that collection. `rabbithole documents` lists what there is."
		}
		return step.Scope{}, fault.New("start research", fault.NotFound, hint, errors.New("there is nothing to search"))
	}
	s := step.Scope{Collections: collections}
	for _, name := range documents {
		d, err := c.db.DocumentByName(ctx, name)
		if err != nil {
			return s, err
		}
		s.Documents = append(s.Documents, d.Hash)
	}
	return s, nil
}

// scopeBeside is the scope of a run that may have something to read beside the library: then there may be nothing in it. Without that, an empty library is
// what nothing says.
func (c *Core) scopeBeside(ctx context.Context, collections, documents []string, beside bool, nothing error) (step.Scope, error) {
	live, err := c.db.Documents(ctx, source.DocumentFilter{Live: true})
	if err != nil {
		return step.Scope{}, err
	}
	if len(live) == 0 && len(collections)+len(documents) == 0 {
		if beside {
			return step.Scope{}, nil
		}
		return step.Scope{}, nothing
	}
	if err := c.haveCollections(ctx, collections); err != nil {
		return step.Scope{}, err
	}
	return c.scope(ctx, collections, documents)
}
