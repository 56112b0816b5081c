package ingest

import (
	"context"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// Remove takes a document out of search. What runs cite of it stays until they are deleted; the rest is deleted at once. The
// person's own file is not touched.
func (in *Ingester) Remove(ctx context.Context, hash string) error {
	if err := in.begin(ctx); err != nil {
		return err
	}
	defer in.end()
	if _, err := in.Library.Document(ctx, hash); err != nil {
		return err
	}
	if err := in.leave(ctx, hash, source.Removed); err != nil {
		return err
	}
	if err := in.link(ctx); err != nil {
		return stopped(ctx, "remove", err)
	}
	return stopped(ctx, "remove", in.collect(ctx))
}

// Tidy puts right what a kill can leave behind: index entries of documents out of search, documents that nothing cites, copies
// that neither a document nor Kept knows. Call it when the library is opened to write, and after runs were deleted.
func (in *Ingester) Tidy(ctx context.Context) error {
	if err := in.begin(ctx); err != nil {
		return err
	}
	defer in.end()
	return in.tidy(ctx)
}

// TidySoon is Tidy for whoever does not wait: while documents are added or removed it leaves it to the end of that.
func (in *Ingester) TidySoon(ctx context.Context) error {
	select {
	case in.turn <- struct{}{}:
		defer in.end()
		return in.tidy(ctx)
	default:
		in.untidy.Store(true)
		return nil
	}
}

func (in *Ingester) tidy(ctx context.Context) error {
	in.untidy.Store(true)
	out, err := in.Library.Documents(ctx, source.DocumentFilter{States: []source.State{source.Removed, source.Replaced}})
	if err != nil {
		return err
	}
	for _, d := range out {
		if err := in.Index.Remove(ctx, d.Hash); err != nil {
			return err
		}
	}
	return in.collect(ctx)
}

// sweep deletes the copies that nobody knows.
func (in *Ingester) sweep(ctx context.Context) error {
	return in.Files.sweep(func(hash string) (bool, error) {
		if in.Kept != nil {
			if kept, err := in.Kept(ctx, hash); kept || err != nil {
				return kept, err
			}
		}
		_, err := in.Library.Document(ctx, hash)
		if fault.KindOf(err) == fault.NotFound {
			return false, nil
		}
		return true, err
	})
}

// collect deletes the documents out of search that no run cites, and their copies; all other copies that nobody knows when somebody waits for that.
func (in *Ingester) collect(ctx context.Context) error {
	in.keeping.Lock()
	defer in.keeping.Unlock()
	gone, err := in.Library.CollectGarbage(ctx)
	for _, d := range gone {
		if err := in.Files.drop(d); err != nil {
			return err
		}
	}
	if err == nil && in.untidy.Swap(false) {
		return in.sweep(ctx)
	}
	return err
}
