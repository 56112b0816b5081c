package core

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// Shelved is a document with how it is tied to the rest of the library.
type Shelved struct {
	source.Document
	RefsOut int // references it makes that lead somewhere in the library
	RefsIn  int // references of other documents that lead to it
	Open    int // references it makes that lead nowhere in the library
	Cited   int // runs whose reports cite it
}

// Shelf returns the documents with what ties them to one another, removed and replaced ones left out, the newest first.
func (c *Core) Shelf(ctx context.Context) ([]Shelved, error) {
	var docs []source.Document
	var marks map[string]store.Shelfmark
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) { docs, err = c.Documents(ctx, false); return err })
	group.Go(func() (err error) { marks, err = c.db.Shelfmarks(ctx); return err })
	if err := group.Wait(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(docs, func(a, b source.Document) int { return b.AddedAt.Compare(a.AddedAt) })
	out := make([]Shelved, len(docs))
	for i, d := range docs {
		m := marks[d.Hash]
		out[i] = Shelved{d, m.Found, m.Incoming, m.Open, m.Cited}
	}
	return out, nil
}
