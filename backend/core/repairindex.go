package core

import (
	"context"
	"fmt"

	"rabbithole/backend/cite"
	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
	"rabbithole/backend/index"
	"rabbithole/backend/ingest"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
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
			"and is finished the next time the library is opened to write", count(len(leaving), "document", "documents"))
		return nil
	case len(leaving) > 0:
		if err := k.unindex(ctx, leaving); err != nil {
			return err
		}
		k.repaired("The interrupted removal of %s was finished.", count(len(leaving), "document", "documents"))
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
	k.ok("vectors", "every vector can be compared")
	return nil
}

// reports opens every citation of every report. After a database was built anew, what reports and runs cite is recorded again: it
// keeps the pages there.
func (k *checker) reports(ctx context.Context) error {
	keys, err := k.core.db.ReportKeys(ctx)
	if err != nil {
		return err
	}
	citations, bad := 0, []string{}
	for _, key := range keys {
		r, err := k.core.db.Report(ctx, key.Run, key.Version)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			bad = append(bad, fmt.Sprintf("version %d of run %s cannot be read", key.Version, key.Run))
			continue
		}
		n, broken := k.citations(ctx, key, r)
		citations, bad = citations+n, append(bad, broken...)
	}
	if k.rebuilt {
		if err := k.citeRuns(ctx); err != nil {
			return err
		}
	}
	if len(bad) > 0 {
		k.wrong("reports", "Restore a backup, or add the cited files again and run the research again.", "%d of %d citations do not open: %s", len(bad), citations, first(bad, 5))
		return nil
	}
	runs := map[string]bool{}
	for _, key := range keys {
		runs[key.Run] = true
	}
	k.ok("reports", "%d reports with %d versions, and their %d citations open", len(runs), len(keys), citations)
	return nil
}

// citations counts the citations of a report and names those whose quote is not on its page.
func (k *checker) citations(ctx context.Context, key store.ReportKey, r report.Report) (n int, bad []string) {
	for _, claim := range r.Claims {
		for _, c := range claim.Citations {
			n++
			text, err := k.core.PageText(ctx, c.Document, c.Page)
			ok := opens(text, c)
			if err == nil && ok && k.rebuilt {
				err = k.core.db.Cite(ctx, key.Run, c.Document, c.Page)
			}
			if err != nil || !ok {
				bad = append(bad, fmt.Sprintf("%s in version %d of run %s: page %d of %s", claim.ID, key.Version, key.Run, c.Page, c.Name))
			}
		}
	}
	return n, bad
}

// opens reports whether the quote of a citation is on its page. The part of a quote that a page break leaves on its first page may be too
// short to be looked for: it counts where its place says.
func opens(page string, c cite.Citation) bool {
	if _, _, ok := cite.Find(page, c.Quote); ok {
		return true
	}
	s := c.Span
	return c.Quote != "" && 0 <= s.Start && s.Start < s.End && s.End <= len(page) && cite.Normalise(page[s.Start:s.End]).Text == cite.Normalise(c.Quote).Text
}

// citeRuns records what unfinished runs have found. A run whose position is lost has nothing to keep.
func (k *checker) citeRuns(ctx context.Context) error {
	runs, err := k.core.db.Runs(ctx, graph.Filter{})
	if err != nil {
		return err
	}
	for _, run := range runs {
		f, err := k.core.flowOf(run)
		if err == nil {
			err = f.hold(ctx, run.ID)
		}
		if ctx.Err() != nil {
			return err
		}
	}
	return nil
}

// first joins at most n of a list's entries.
func first(list []string, n int) string {
	out := ""
	for i, s := range list {
		switch {
		case i == n:
			return out + fmt.Sprintf(" and %d more", len(list)-n)
		case i > 0:
			out += "; "
		}
		out += s
	}
	return out
}
