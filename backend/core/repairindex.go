package core

import (
	"context"
	"rabbithole/backend/core/disk"
	"rabbithole/backend/fault"
	"rabbithole/backend/index"
	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
)

// index compares the full-text index with the passages, and makes anew what differs.
func (k *checker) index(ctx context.Context) error {
	missing, err := k.core.db.Unindexed(ctx)
	if err != nil {
		return err
	}
	leaving, stray, err := k.leaving(ctx)
	if err != nil {
		return err
	}
	sound, err := k.core.db.IndexSound(ctx)
	if err != nil {
		return err
	}
	switch {
	case len(missing)+len(stray) > 0 || !sound:
		if !k.opt.Repair {
			k.wrong("index", runRepair, "%d documents are not found by all their words, "+
				"%d are found that should not be, the totals are right: %t", len(missing), len(stray), sound)
			return nil
		}
		if err := k.indexAnew(ctx, missing, append(stray, leaving...)); err != nil {
			return err
		}
	case len(leaving) > 0 && !k.opt.Repair:
		k.ok("index", "every passage is found by its words; the removal of %s was interrupted, "+
			"and is finished the next time the library is opened to write", disk.Count(len(leaving), "document", "documents"))
		return nil
	case len(leaving) > 0:
		if err := k.unindex(ctx, leaving); err != nil {
			return err
		}
		k.repaired("The interrupted removal of %s was finished.", disk.Count(len(leaving), "document", "documents"))
	}
	k.ok("index", "every passage is found by its words")
	return nil
}

// leaving returns the documents that are still found by their words though they are not in search: those on their way
// out, and those that should never have been found.
func (k *checker) leaving(ctx context.Context) (leaving, stray []string, err error) {
	found, err := k.core.db.Stray(ctx)
	if err != nil {
		return nil, nil, err
	}
	for _, hash := range found {
		d, err := k.core.db.Document(ctx, hash)
		switch {
		case fault.KindOf(err) == fault.NotFound: // whoever removes it has come to its end meanwhile
		case err != nil:
			return nil, nil, err
		case d.State == source.Removed || d.State == source.Replaced:
			leaving = append(leaving, hash)
		default:
			stray = append(stray, hash)
		}
	}
	return leaving, stray, nil
}

// indexAnew makes the index anew: with the documents that are missing in it, and without those that should not be.
func (k *checker) indexAnew(ctx context.Context, missing, stray []string) error {
	if err := k.unindex(ctx, stray); err != nil {
		return err
	}
	if err := k.core.db.RebuildIndex(ctx); err != nil {
		return err
	}
	for _, hash := range missing {
		passages, err := k.core.db.PassagesOf(ctx, hash)
		if err != nil {
			return err
		}
		if err := k.core.index.Add(ctx, passages); err != nil {
			return err
		}
	}
	k.repaired("The index was made anew.")
	return nil
}

// unindex takes documents out of the index.
func (k *checker) unindex(ctx context.Context, documents []string) error {
	for _, hash := range documents {
		if err := k.core.index.Remove(ctx, hash); err != nil {
			return err
		}
	}
	return nil
}

// vectors drops vectors that cannot be compared, and sketches that are not of their vector, and makes the vectors that are missing.
func (k *checker) vectors(ctx context.Context) error {
	bad, err := k.core.db.BadVectors(ctx)
	if err != nil {
		return err
	}
	strange, err := k.core.db.BadSketches(ctx, index.Sketched())
	if err != nil {
		return err
	}
	if len(bad)+len(strange) > 0 && !k.opt.Repair {
		k.wrong("vectors", runRepair, "%d vectors and %d sketches of vectors are damaged", len(bad), len(strange))
		return nil
	}
	if len(strange) > 0 {
		if err := k.core.db.DropSketches(ctx, strange); err != nil {
			return err
		}
		k.repaired("%d damaged sketches of vectors were dropped; the next search makes them again.", len(strange))
	}
	if len(bad) > 0 {
		if err := k.core.db.DropVectors(ctx, bad); err != nil {
			return err
		}
		k.repaired("%d damaged vectors were dropped and made again.", len(bad))
	}
	if k.opt.Repair && k.core.noEmbedder() == nil {
		if err := k.core.ingester.Embed(ctx, ingest.Options{}); err != nil {
			k.found("vectors", err)
			return nil
		}
	}
	texts, empty, err := k.core.db.CountUnembedded(ctx, "")
	if empty > 0 {
		k.ok("vectors", "every vector can be compared; %d of %d texts have none, because the embedder cannot embed them", empty, texts)
		return err
	}
	k.ok("vectors", "every vector can be compared")
	return err
}
