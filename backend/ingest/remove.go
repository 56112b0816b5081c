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
	_, err := in.collect(ctx)
	return stopped(ctx, "remove", err)
}

// Tidied counts what was deleted, because a process was killed or because the runs that needed it were deleted.
type Tidied struct {
	Documents int   // removed ones that no run cites
	Files     int   // incomplete copies, and copies of no known document
	Bytes     int64 // in Files
	Stray     int   // copies of no known document that are kept, because they are too many to be what a kill left
}

// Tidy puts right what a kill can leave behind: index entries of documents out of search and references that lead to
// them, documents that nothing cites, copies that neither a document nor Kept knows. Call it when the library is
// opened to write, and after runs were deleted.
func (in *Ingester) Tidy(ctx context.Context) (Tidied, error) {
	if err := in.begin(ctx); err != nil {
		return Tidied{}, err
	}
	defer in.end()
	return in.tidy(ctx)
}

// TidySoon is Tidy for whoever does not wait: while documents are added or removed it leaves it to the end of that.
func (in *Ingester) TidySoon(ctx context.Context) error {
	select {
	case in.turn <- struct{}{}:
		defer in.end()
		_, err := in.tidy(ctx)
		return err
	default:
		in.untidy.Store(true)
		return nil
	}
}

func (in *Ingester) tidy(ctx context.Context) (t Tidied, err error) {
	in.untidy.Store(true)
	stray, err := in.Library.Stray(ctx)
	if err != nil {
		return t, err
	}
	for _, hash := range stray {
		if err := in.Index.Remove(ctx, hash); err != nil {
			return t, err
		}
	}
	stale, err := in.Library.StaleTargets(ctx)
	if err == nil && stale {
		err = in.link(ctx)
	}
	if err != nil {
		return t, err
	}
	return in.collect(ctx)
}

// sweep deletes the copies that nobody knows.
func (in *Ingester) sweep(ctx context.Context, t *Tidied) error {
	return in.Files.sweep(t, func(hash string) (bool, error) {
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
func (in *Ingester) collect(ctx context.Context) (t Tidied, err error) {
	in.keeping.Lock()
	defer in.keeping.Unlock()
	gone, err := in.Library.CollectGarbage(ctx)
	t.Documents = len(gone)
	for _, d := range gone {
		if err := in.Files.drop(d); err != nil {
			return t, err
		}
	}
	if err == nil && in.untidy.Swap(false) {
		err = in.sweep(ctx, &t)
	}
	return t, err
}
