package store

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"

	"rabbithole/backend/fault"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// Save keeps what was read of an attached file, in one transaction: all of it is there, or nothing. A document of the library with the same
// bytes stays as it is; one that has no text, because it is being added or could not be, gets it.
func (db *DB) Save(ctx context.Context, d source.Document, pages []source.Page, sections []refs.Section, passages []source.Passage) error {
	d.State = source.Saved
	return db.update(ctx, "keep the text of "+d.Name, repeatable, func(t *tx) {
		var state source.State
		read := false
		t.look(ctx, `SELECT state, EXISTS (SELECT 1 FROM passages AS p WHERE p.document = documents.hash) FROM documents WHERE hash = ?`, []any{d.Hash},
			&state, &read)
		if read && state != source.Saved {
			return
		}
		if state == "" || state == source.Saved {
			writeDocument(ctx, t, d)
		}
		writeAnew(ctx, t, refs.Reading{Document: d, Pages: pages, Sections: sections, Passages: passages})
	})
}

// writeAnew replaces pages, sections and passages of a document.
func writeAnew(ctx context.Context, t *tx, r refs.Reading) {
	for _, table := range []string{"passages", "sections", "pages"} {
		t.exec(ctx, `DELETE FROM `+table+` WHERE document = ?`, r.Document.Hash)
	}
	writeReading(ctx, t, r)
}

// writeReading stores what was read of a document of which nothing is stored.
func writeReading(ctx context.Context, t *tx, r refs.Reading) {
	document := r.Document.Hash
	for _, p := range r.Pages {
		writePage(ctx, t, document, p)
	}
	for i, s := range r.Sections {
		writeSection(ctx, t, document, i, s)
	}
	for _, p := range r.Passages {
		writePassage(ctx, t, document, p)
	}
	for i, m := range r.Mentions {
		writeMention(ctx, t, document, i, m)
	}
	for _, terms := range r.Terms {
		writeTerms(ctx, t, terms)
	}
	for _, m := range r.Incoming {
		putTargets(ctx, t, m)
	}
}

// PutReread puts a new reading of a live document in the place of the old one, in one transaction: until it is committed the old one is
// searched. What the document said is kept as long as there are runs (FormerText): also those that were stopped may go on. It reports
// false, and changes nothing, when the document is not live any more or is not as it was with the reading before.
func (db *DB) PutReread(ctx context.Context, before int, r refs.Reading) (done bool, err error) {
	d := r.Document
	err = db.update(ctx, fmt.Sprintf("put the new reading of %s in the place of the old one", d.Name), repeatable, func(t *tx) {
		t.look(ctx, `SELECT EXISTS (SELECT 1 FROM documents WHERE hash = ? AND reading = ? AND state IN ('searchable', 'ready'))`, []any{d.Hash, before},
			&done)
		if !done {
			return
		}
		for _, change := range []string{
			`INSERT OR REPLACE INTO former_pages (document, reading, number, text) SELECT p.document, d.reading, p.number, p.text
				FROM pages AS p JOIN documents AS d ON d.hash = p.document WHERE p.document = ?1 AND EXISTS (SELECT 1 FROM runs)`,
			`INSERT OR REPLACE INTO former_passages (reading, ` + passageColumns + `) SELECT (SELECT reading FROM documents WHERE hash = ?1), ` + passageColumns + `
				FROM passages WHERE document = ?1 AND EXISTS (SELECT 1 FROM runs)`,
			`DELETE FROM terms WHERE no IN (SELECT no FROM passages WHERE document = ?1)`,
			`DELETE FROM mentions WHERE document = ?1`, `DELETE FROM passages WHERE document = ?1`,
			`DELETE FROM sections WHERE document = ?1`, `DELETE FROM pages WHERE document = ?1`,
		} {
			t.exec(ctx, change, d.Hash)
		}
		writeDocument(ctx, t, d)
		writeReading(ctx, t, r)
	})
	return done && err == nil, err
}

// Forget deletes what was read from a document, so that it is read again from its copy: state becomes Queued.
func (db *DB) Forget(ctx context.Context, d source.Document) error {
	d.State, d.Reason = source.Queued, ""
	return db.update(ctx, "read "+d.Name+" again", repeatable, func(t *tx) {
		for _, table := range []string{"mentions", "passages", "sections", "pages"} {
			t.exec(ctx, `DELETE FROM `+table+` WHERE document = ?`, d.Hash)
		}
		writeDocument(ctx, t, d)
	})
}

// SetReading notes that a reading of a document is as good as that of version reading, because it cannot be read again; why stands in reason.
func (db *DB) SetReading(ctx context.Context, hash string, reading int, reason string) error {
	return db.do(ctx, "note how a document was read", repeatable, `UPDATE documents SET reading = ?, reason = ? WHERE hash = ?`, reading, reason, hash)
}

// FormerTexts returns what a page said before its document was read again, the latest first.
func (db *DB) FormerTexts(ctx context.Context, document string, page int) ([]string, error) {
	return list("read what a page said before", value[string])(db.read.QueryContext(ctx,
		`SELECT text FROM former_pages WHERE document = ? AND number = ? ORDER BY reading DESC`, document, page))
}

// FormerText returns what a page said in a reading of before; a fault of kind NotFound when that is not known.
func (r *Reader) FormerText(ctx context.Context, document string, page, reading int) (string, error) {
	op := fmt.Sprintf("read what page %d of document %.12s said before", page, document)
	return one(op, value[string], fault.New(op, fault.NotFound, "Read the document as it is now.", nil))(r.query(ctx,
		`SELECT text FROM former_pages WHERE document = ? AND number = ? AND reading = ?`, "former_pages.document", "", document, page, reading))
}

// former returns the passages with these IDs that documents had before they were read again, each as it was last, by ID.
func (r *Reader) former(ctx context.Context, ids []string) (map[string]source.Passage, error) {
	return byKey("read passages of before", func(id *string, p *source.Passage) []any {
		return append([]any{id, &p.Reading}, passageFields(p)...)
	})(r.query(ctx, `SELECT p.id, p.reading, p.id, p.document, p.ordinal, p.section, p.headings, p.spans, p.text, p.hash, p.tokens, p.role
		FROM json_each(?) AS wanted CROSS JOIN former_passages AS p ON p.id = wanted.value WHERE 1`, "p.document", ` ORDER BY p.reading`, jsonList(ids)))
}

// HeldDocuments returns the documents, each once, that must stay as they are read because unfinished runs go on with what they found there:
// those that such a run or a sub-run of it cites, and those that have a passage whose ID stands in its last position or its rows.
func (db *DB) HeldDocuments(ctx context.Context) ([]string, error) {
	const open = `(SELECT id FROM runs WHERE status NOT IN ('finished', 'cancelled'))`
	const own = `(run IN ` + open + ` OR substr(run, 1, instr(run || '/', '/') - 1) IN ` + open + `)`
	held, err := list("find what unfinished runs cite", value[string])(db.read.QueryContext(ctx, `SELECT document FROM cited WHERE `+own))
	if err != nil {
		return nil, err
	}
	named := map[string]bool{}
	err = each("find what unfinished runs found", value[string], func(text string) error {
		for _, id := range passageID.FindAllString(text, -1) {
			named[id] = true
		}
		return nil
	})(db.read.QueryContext(ctx, `SELECT data FROM run_rows WHERE `+own+` OR run IN (SELECT ancestor FROM lineage WHERE `+own+`)
		UNION ALL SELECT state || tasks FROM checkpoints AS c WHERE `+own+` AND seq = (SELECT max(seq) FROM checkpoints WHERE run = c.run)`))
	if err != nil {
		return nil, err
	}
	found, err := list("find the documents of passages", value[string])(db.read.QueryContext(ctx,
		`SELECT DISTINCT p.document FROM json_each(?) AS wanted CROSS JOIN passages AS p ON p.id = wanted.value`,
		jsonList(slices.Collect(maps.Keys(named)))))
	held = append(held, found...)
	slices.Sort(held)
	return slices.Compact(held), err
}

// passageID is what source.PassageID makes.
var passageID = regexp.MustCompile(`\bp[0-9a-f]{16}\b`)

// forgetFormer deletes what documents said before that are gone, and of all once there are no runs.
func forgetFormer(ctx context.Context, t *tx) {
	for _, table := range []string{"former_pages", "former_passages"} {
		t.exec(ctx, `DELETE FROM `+table+` WHERE document NOT IN (SELECT hash FROM documents) OR NOT EXISTS (SELECT 1 FROM runs)`)
	}
}
