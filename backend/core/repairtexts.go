package core

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"rabbithole/backend/core/disk"
	"rabbithole/backend/core/shelf"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/graph"
	"rabbithole/backend/index"
	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
)

// texts compares pages and passages of every document that was read. What is not whole is read again from the copy.
func (k *checker) texts(ctx context.Context) error {
	docs, err := k.core.Documents(ctx, true)
	if err != nil {
		return err
	}
	if err := k.attachedTexts(ctx); err != nil {
		return err
	}
	var again []source.Document
	var what []string
	pages := 0
	for _, d := range docs {
		if !d.Live() && d.State != source.Removed && d.State != source.Replaced {
			continue
		}
		pages += d.Pages
		why, err := k.incomplete(ctx, d)
		if err != nil {
			return err
		}
		if why != "" {
			again, what = append(again, d), append(what, d.Name+" ("+why+")")
		}
	}
	switch {
	case len(again) > 0 && !k.opt.Repair:
		k.wrong("texts", runRepair, "the text of %s is not whole", strings.Join(what, ", "))
	case k.opt.Repair:
		return k.readAgain(ctx, again, what)
	default:
		k.ok("texts", "%d pages, and every passage stands on them", pages)
	}
	return nil
}

// incomplete returns what is wrong with the text of a document, "" when nothing is.
func (k *checker) incomplete(ctx context.Context, d source.Document) (string, error) {
	pages, err := k.core.db.Pages(ctx, d.Hash, 1, 0)
	if ctx.Err() != nil {
		return "", err
	}
	if err != nil {
		return "its pages cannot be read", nil
	}
	if len(pages) != d.Pages {
		return fmt.Sprintf("%d of %d pages", len(pages), d.Pages), nil
	}
	texts := map[int]string{}
	for i, p := range pages {
		if p.Number != i+1 || !utf8.ValidString(p.Text) {
			return fmt.Sprintf("page %d", i+1), nil
		}
		texts[p.Number] = p.Text
	}
	passages, err := k.core.db.PassagesOf(ctx, d.Hash)
	if ctx.Err() != nil {
		return "", err
	}
	if err != nil {
		return "its passages cannot be read", nil
	}
	if len(passages) != d.Passages {
		return fmt.Sprintf("%d of %d passages", len(passages), d.Passages), nil
	}
	for _, p := range passages {
		if !stands(p, texts) {
			return fmt.Sprintf("a passage of page %d", p.Page()), nil
		}
	}
	return "", nil
}

// stands reports whether a passage says what its pages say where it claims to be.
func stands(p source.Passage, texts map[int]string) bool {
	parts := make([]string, len(p.Spans))
	for i, s := range p.Spans {
		text := texts[s.Page]
		if s.Start < 0 || s.Start > s.End || s.End > len(text) {
			return false
		}
		parts[i] = text[s.Start:s.End]
	}
	return p.Text == strings.Join(parts, "\n") && p.Hash == source.TextHash(p.Text) &&
		(p.ID == source.PassageID(p.Document, p.Spans) || p.ID == source.OtherPassageID(p))
}

// readAgain reads documents again from their copies, with everything else that waits to be read. One that was out of search stays so.
func (k *checker) readAgain(ctx context.Context, docs []source.Document, what []string) error {
	var left []string
	before := map[string]source.Document{}
	for i, d := range docs {
		if sum, err := disk.HashOf(ctx, k.core.files.Path(d)); err != nil || sum != d.Hash {
			left = append(left, what[i])
			continue
		}
		before[d.Hash] = d
		if !d.Live() {
			d.Path = k.core.files.Path(d) // reading it must not put another document of its path out of search
		}
		if err := k.core.db.Forget(ctx, d); err != nil {
			return err
		}
		k.repaired("%s was read again from the library's copy.", what[i])
	}
	results, err := k.core.ResumeAdding(ctx, ingest.Options{Progress: func(p ingest.Progress) {
		if p.Result != nil {
			k.opt.Progress(fmt.Sprintf("what has to be read again: %d of %d files", p.FilesDone, p.FilesTotal))
		}
	}})
	if err != nil {
		return err
	}
	for _, r := range results {
		if old := before[r.Document]; old.Hash != "" && !old.Live() {
			if err := k.outOfSearch(ctx, old); err != nil {
				return err
			}
		}
		if r.Status == ingest.NotAdded {
			left = append(left, r.Name+" ("+r.Reason+")")
		}
	}
	if len(left) > 0 {
		k.wrong("texts", "Add the files again, or restore a backup.", "not whole, and not to be read from a copy: %s", strings.Join(left, ", "))
		return nil
	}
	k.ok("texts", "every passage stands on its pages")
	return nil
}

// outOfSearch gives a document that was read again the state and name it had.
func (k *checker) outOfSearch(ctx context.Context, old source.Document) error {
	now, err := k.core.db.Document(ctx, old.Hash)
	if err != nil {
		return err
	}
	now.State, now.Path, now.Name, now.Collection = old.State, old.Path, old.Name, old.Collection
	if _, err := k.core.db.PutDocument(ctx, now); err != nil {
		return err
	}
	return k.core.index.Remove(ctx, old.Hash)
}

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
			k.wrong("attached files", "Attach the file again and ask again.",
				"the text of the attached file %s is not whole, and not to be read from its copy: %v", d.Name, err)
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
