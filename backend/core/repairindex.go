package core

import (
	"context"

	"rabbithole/backend/index"
	"rabbithole/backend/ingest"
)

// index compares the full-text index with the passages, and makes anew what differs.
func (k *checker) index(ctx context.Context) error {
	missing, err := k.core.db.Unindexed(ctx)
	if err != nil {
		return err
	}
	stray, err := k.core.db.Stray(ctx)
	if err != nil {
		return err
	}
	sound, err := k.core.db.IndexSound(ctx)
	if err != nil {
		return err
	}
	switch {
	case len(missing)+len(stray) == 0 && sound:
		k.ok("index", "every passage is found by its words")
		return nil
	case !k.opt.Repair:
		k.wrong("index", runRepair, "%d documents are not found by all their words, %d are found that should not be, the totals are right: %t", len(missing), len(stray), sound)
		return nil
	}
	for _, hash := range stray {
		if err := k.core.index.Remove(ctx, hash); err != nil {
			return err
		}
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
	k.ok("index", "every passage is found by its words")
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
	k.ok("vectors", "every vector can be compared")
	return nil
}
