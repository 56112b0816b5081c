package store

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"regexp"
	"slices"

	"rabbithole/backend/fault"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// PutReread puts a new reading of a live document in the place of the old one, in one transaction: until it is committed the old one is
// searched. What the document said is kept as long as there are runs (FormerText): also those that were stopped may go on. It reports false, and changes nothing, when the document is not live any more or
// is not as it was with the reading before.
func (db *DB) PutReread(ctx context.Context, before int, r refs.Reading) (done bool, err error) {
	d := r.Document
	err = db.update(ctx, repeatable, func(tx *sql.Tx) error {
		row := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM documents WHERE hash = ? AND reading = ? AND state IN ('searchable', 'ready'))`, d.Hash, before)
		if err := row.Scan(&done); err != nil || !done {
			return err
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
			if _, err := tx.ExecContext(ctx, change, d.Hash); err != nil {
				return err
			}
		}
		if err := writeDocument(ctx, tx, d); err != nil {
			return err
		}
		return writeReread(ctx, &batch{tx: tx, statements: map[string]*sql.Stmt{}}, r)
	})
	if err != nil {
		return false, fmt.Errorf("put the new reading of %s in the place of the old one: %w", d.Name, err)
	}
	return done, nil
}

func writeReread(ctx context.Context, b *batch, r refs.Reading) error {
	document := r.Document.Hash
	for _, p := range r.Pages {
		if err := writePage(ctx, b, document, p); err != nil {
			return err
		}
	}
	for i, s := range r.Sections {
		if err := writeSection(ctx, b, document, i, s); err != nil {
			return err
		}
	}
	for _, p := range r.Passages {
		if err := writePassage(ctx, b, document, p); err != nil {
			return err
		}
	}
	for i, m := range r.Mentions {
		if err := writeMention(ctx, b, document, i, m); err != nil {
			return err
		}
	}
	for _, t := range r.Terms {
		if err := writeTerms(ctx, b, t); err != nil {
			return err
		}
	}
	for _, m := range r.Incoming {
		if err := putTargets(ctx, b, m); err != nil {
			return err
		}
	}
	return nil
}

// SetReading notes that a reading of a document is as good as that of version reading, because it cannot be read again; why stands in reason.
func (db *DB) SetReading(ctx context.Context, hash string, reading int, reason string) error {
	err := db.update(ctx, repeatable, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE documents SET reading = ?, reason = ? WHERE hash = ?`, reading, reason, hash)
		return err
	})
	return explain("note how a document was read", err)
}

// MentionsInto returns the references of other live documents that lead into a document, with their targets.
func (db *DB) MentionsInto(ctx context.Context, document string) ([]refs.Mention, error) {
	return db.mentions(ctx, `m.document IN `+liveDocuments+` AND m.document <> ? AND (m.document, m.id) IN
		(SELECT document, mention FROM targets WHERE target_document = ?)`, document, document)
}

// FormerTexts returns what a page said before its document was read again, the latest first.
func (db *DB) FormerTexts(ctx context.Context, document string, page int) ([]string, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT text FROM former_pages WHERE document = ? AND number = ? ORDER BY reading DESC`, document, page)
	return collect(rows, explain("read what a page said before", err), scanString)
}

// FormerText returns what a page said in a reading of before; a fault of kind NotFound when that is not known.
func (r *Reader) FormerText(ctx context.Context, document string, page, reading int) (string, error) {
	op := fmt.Sprintf("read what page %d of document %.12s said before", page, document)
	rows, err := r.query(ctx, `SELECT text FROM former_pages WHERE document = ? AND number = ? AND reading = ?`, "former_pages.document", "", document, page, reading)
	return one(rows, explain(op, err), scanString, fault.New(op, fault.NotFound, "Read the document as it is now.", nil))
}

// former returns the passages with these IDs that documents had before they were read again, each as it was last, by ID.
func (r *Reader) former(ctx context.Context, ids []string) (map[string]source.Passage, error) {
	rows, err := r.query(ctx, `SELECT p.id, p.document, p.ordinal, p.section, p.headings, p.spans, p.text, p.hash, p.tokens, p.role, p.reading
		FROM json_each(?) AS wanted CROSS JOIN former_passages AS p ON p.id = wanted.value WHERE 1`, "p.document", ` ORDER BY p.reading`, jsonList(ids))
	list, err := collect(rows, explain("read passages of before", err), func(scan func(...any) error) (p source.Passage, err error) {
		reading := 0
		p, err = scanPassage(func(into ...any) error { return scan(append(into, &reading)...) })
		p.Reading = reading
		return p, err
	})
	out := make(map[string]source.Passage, len(list))
	for _, p := range list {
		out[p.ID] = p
	}
	return out, err
}

// HeldDocuments returns the documents, each once, that must stay as they are read because unfinished runs go on with what they found there:
// those that such a run or a sub-run of it cites, and those that have a passage whose ID stands in its last position or its rows.
func (db *DB) HeldDocuments(ctx context.Context) ([]string, error) {
	const open = `(SELECT id FROM runs WHERE status NOT IN ('finished', 'cancelled'))`
	const own = `(run IN ` + open + ` OR substr(run, 1, instr(run || '/', '/') - 1) IN ` + open + `)`
	rows, err := db.read.QueryContext(ctx, `SELECT document FROM cited WHERE `+own)
	held, err := collect(rows, explain("find what unfinished runs cite", err), scanString)
	if err != nil {
		return nil, err
	}
	rows, err = db.read.QueryContext(ctx, `SELECT data FROM run_rows WHERE `+own+` OR run IN (SELECT ancestor FROM lineage WHERE `+own+`)
		UNION ALL SELECT state || tasks FROM checkpoints AS c WHERE `+own+` AND seq = (SELECT max(seq) FROM checkpoints WHERE run = c.run)`)
	named := map[string]bool{}
	_, err = collect(rows, explain("find what unfinished runs found", err), func(scan func(...any) error) (struct{}, error) {
		var text string
		err := scan(&text)
		for _, id := range passageID.FindAllString(text, -1) {
			named[id] = true
		}
		return struct{}{}, err
	})
	if err != nil {
		return nil, err
	}
	rows, err = db.read.QueryContext(ctx, `SELECT DISTINCT p.document FROM json_each(?) AS wanted CROSS JOIN passages AS p ON p.id = wanted.value`,
		jsonList(slices.Collect(maps.Keys(named))))
	found, err := collect(rows, explain("find the documents of passages", err), scanString)
	held = append(held, found...)
	slices.Sort(held)
	return slices.Compact(held), err
}

// passageID is what source.PassageID makes.
var passageID = regexp.MustCompile(`\bp[0-9a-f]{16}\b`)

// forgetFormer deletes what documents said before that are gone, and of all once there are no runs.
func forgetFormer(ctx context.Context, tx *sql.Tx) error {
	for _, table := range []string{"former_pages", "former_passages"} {
		if _, err := tx.ExecContext(ctx, `DELETE FROM `+table+` WHERE document NOT IN (SELECT hash FROM documents) OR NOT EXISTS (SELECT 1 FROM runs)`); err != nil {
			return err
		}
	}
	return nil
}
