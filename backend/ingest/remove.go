package ingest

import (
	"context"
	"errors"
	"os"

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
	tidied, err := in.collect(ctx)
	if err == nil && tidied.Stuck != nil {
		err = fault.New("delete the library's copy", fault.Storage,
			"The document is out of search. Its copy is deleted when the library is opened next; until then it may be read by other programs.", tidied.Stuck)
	}
	return stopped(ctx, "remove", err)
}

// Tidied counts what was deleted, because a process was killed or because what needed it is gone.
type Tidied struct {
	Documents int   // removed ones that no run cites
	Files     int   // incomplete copies, and copies that neither a document nor Kept knows any more
	Bytes     int64 // in Files
	Stuck     error // why some of these could not be deleted; they are next time
}

// Tidy puts right what a kill can leave behind: index entries of documents out of search and references that lead to
// them, documents that nothing cites, copies that were noted as known to nobody. Call it when the library is
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
		return nil
	}
}

func (in *Ingester) tidy(ctx context.Context) (t Tidied, err error) {
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

// collect deletes the documents out of search that no run cites, and the copies that nobody knows any more.
func (in *Ingester) collect(ctx context.Context) (t Tidied, err error) {
	in.keeping.Lock()
	defer in.keeping.Unlock()
	gone, err := in.Library.CollectGarbage(ctx)
	t.Documents = len(gone)
	if err != nil {
		return t, err
	}
	loose, err := in.Library.LooseCopies(ctx)
	if err != nil {
		return t, err
	}
	if entries, _ := os.ReadDir(in.Files.Folder); len(entries) == 0 { // on a disk that is not there now, perhaps: its mount point is empty
		loose = nil
	}
	for _, hash := range loose {
		known, err := in.knows(ctx, hash)
		if err == nil && !known {
			if stuck := in.Files.drop(hash, &t); stuck != nil { // it stays noted, and the others go
				t.Stuck = errors.Join(t.Stuck, stuck)
				continue
			}
		}
		if err == nil {
			err = in.Library.ForgetCopy(ctx, hash)
		}
		if err != nil {
			return t, err
		}
	}
	t.Stuck = errors.Join(t.Stuck, in.Files.dropParts(&t))
	return t, nil
}

// knows reports whether the copy with this hash is a document's or kept for another reason.
func (in *Ingester) knows(ctx context.Context, hash string) (bool, error) {
	if in.Kept != nil {
		if kept, err := in.Kept(ctx, hash); kept || err != nil {
			return kept, err
		}
	}
	_, err := in.Library.Document(ctx, hash)
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	return err == nil, err
}
