package core

import (
	"context"
	"rabbithole/backend/core/shelf"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
)

// attachedTexts reads again what is not whole of the text of attached files, or of them that runs have read and that is lost.
func (k *checker) attachedTexts(ctx context.Context) error {
	broken, err := k.brokenTexts(ctx)
	if err != nil {
		return err
	}
	for _, d := range broken {
		if !k.opt.Repair {
			k.wrong("attached files", runRepair, "the text of the attached file %s is not whole", d.Name)
			continue
		}
		err := k.core.save(ctx, d, nil)
		if ctx.Err() != nil || fault.KindOf(err) == fault.Storage {
			return err
		}
		if err != nil {
			k.wrong("attached files", "Attach the file again and ask again.", "the text of the attached file %s is not whole, and not to be read from its copy: %v", d.Name, err)
			continue
		}
		k.repaired("The attached file %s was read again from the library's copy.", d.Name)
	}
	return nil
}

// brokenTexts returns the attached files whose text is not whole.
func (k *checker) brokenTexts(ctx context.Context) ([]source.Document, error) {
	files, err := k.core.db.AllAttached(ctx)
	if err != nil {
		return nil, err
	}
	read, err := k.filesRead(ctx)
	if err != nil {
		return nil, err
	}
	var broken []source.Document
	for _, f := range files {
		d, err := k.core.db.Document(ctx, f.Hash)
		switch {
		case fault.KindOf(err) == fault.NotFound:
			if read[f.Hash] {
				broken = append(broken, shelf.DocumentOf(f))
			}
			continue
		case err != nil:
			return nil, err
		case d.State != source.Saved:
			continue
		}
		why, err := k.incomplete(ctx, d)
		if err != nil {
			return nil, err
		}
		if why != "" {
			broken = append(broken, shelf.DocumentOf(f))
		}
	}
	return broken, nil
}

// filesRead returns the attached files that a run has read.
func (k *checker) filesRead(ctx context.Context) (map[string]bool, error) {
	runs, err := k.core.db.Runs(ctx, graph.Filter{Flow: explore.Name})
	if err != nil {
		return nil, err
	}
	read := map[string]bool{}
	for _, run := range runs {
		s, err := k.core.ExploreState(ctx, run.ID)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			continue // its position is lost, and what it had read with it
		}
		for _, f := range s.Files {
			read[f.Document] = read[f.Document] || f.Status == explore.FileReady
		}
	}
	return read, nil
}
