package core

import (
	"context"
	"rabbithole/backend/core/shelf"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
)

// attached is the files that a run was given. What is read of one becomes a document in the state saved, see docs/adr/0022: found by no search,
// and opened, quoted and highlighted like any other.
type attached struct {
	core *Core
	run  string
}

// File implements explore.Attached.
func (a attached) File(ctx context.Context, hash string) (explore.Metadata, error) {
	f, err := a.core.db.AttachedTo(ctx, a.run, hash)
	return explore.Metadata{Name: f.Name, Bytes: f.Bytes}, err
}

// Parse implements explore.Attached. A file that the library has read already is not read again.
func (a attached) Parse(ctx context.Context, hash string, done func(pages, all int)) ([]source.Passage, error) {
	f, err := a.core.db.AttachedTo(ctx, a.run, hash)
	if err != nil {
		return nil, err
	}
	d, err := a.core.db.Document(ctx, hash)
	switch {
	case err == nil && (d.Live() || d.State == source.Saved || d.State == source.Removed || d.State == source.Replaced):
		if passages, err := a.core.db.PassagesOf(ctx, hash); err != nil || len(passages) > 0 {
			return passages, err
		}
	case err != nil && fault.KindOf(err) != fault.NotFound:
		return nil, err
	}
	if err := a.core.save(ctx, shelf.DocumentOf(f), done); err != nil {
		return nil, err
	}
	return a.core.db.PassagesOf(ctx, hash)
}

// save reads the library's copy of an attached file and keeps what it says.
func (c *Core) save(ctx context.Context, d source.Document, done func(pages, all int)) error {
	p, err := c.ingester.Parse(ctx, d, ingest.Options{}, done)
	if err != nil {
		return err
	}
	return c.db.Save(ctx, p.Document, p.Pages, p.Sections, p.Passages)
}
