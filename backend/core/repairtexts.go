package core

import (
	"context"
	"fmt"
	"rabbithole/backend/core/disk"
	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
	"strings"
	"unicode/utf8"
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
