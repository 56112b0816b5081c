package store

import (
	"context"
	"database/sql"
	"fmt"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

const passageColumns = `id, document, ordinal, section, headings, spans, text, hash, tokens, role`

// PutPassages replaces all passages of a document. It commits in batches: the document must not be live meanwhile.
func (db *DB) PutPassages(ctx context.Context, document string, passages []source.Passage) error {
	err := db.update(ctx, repeatable, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM passages WHERE document = ?`, document)
		return err
	})
	if err == nil {
		err = db.updateEach(ctx, len(passages), func(b *batch, i int) error {
			return writePassage(ctx, b, document, passages[i])
		})
	}
	if err != nil {
		return fmt.Errorf("store passages of document %.12s: %w", document, err)
	}
	return nil
}

func writePassage(ctx context.Context, b *batch, document string, p source.Passage) error {
	headings, err := listJSON(p.Headings)
	if err != nil {
		return err
	}
	spans, err := listJSON(p.Spans)
	if err != nil {
		return err
	}
	last := 0
	for _, s := range p.Spans {
		last = max(last, s.Page)
	}
	return b.exec(ctx, `INSERT INTO passages (`+passageColumns+`, first_page, last_page) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)`,
		p.ID, document, p.Ordinal, p.Section, headings, spans, p.Text, p.Hash, p.Tokens, p.Role, p.Page(), last)
}

// Passage returns the passage with this ID, or the one that a cited document had before it was read again; a fault of kind NotFound when
// there is none.
func (r *Reader) Passage(ctx context.Context, id string) (source.Passage, error) {
	found, err := r.PassagesByID(ctx, []string{id})
	if err == nil && len(found) == 0 {
		err = fault.New("find passage "+id, fault.NotFound, "Its document may have been removed or replaced since.", nil)
	}
	if err != nil {
		return source.Passage{}, err
	}
	return found[0], nil
}

// PassagesByID returns the passages with these IDs, those that a cited document had before it was read again included, in the order of
// ids; unknown IDs are left out.
func (r *Reader) PassagesByID(ctx context.Context, ids []string) ([]source.Passage, error) {
	rows, err := r.query(ctx, `SELECT p.id, p.document, p.ordinal, p.section, p.headings, p.spans, p.text, p.hash, p.tokens,
		p.role FROM json_each(?) AS wanted CROSS JOIN passages AS p ON p.id = wanted.value WHERE 1`, "p.document",
		` ORDER BY wanted.key`, jsonList(ids))
	found, err := collect(rows, explain("read passages", err), scanPassage)
	if err != nil || len(found) == len(ids) {
		return found, err
	}
	former, err := r.former(ctx, ids)
	if err != nil || len(former) == 0 {
		return found, err
	}
	known := make(map[string]source.Passage, len(found))
	for _, p := range found {
		known[p.ID] = p
	}
	var all []source.Passage
	for _, id := range ids {
		p, ok := known[id]
		if !ok {
			p, ok = former[id]
		}
		if ok {
			all = append(all, p)
		}
	}
	return all, nil
}

// PassagesOf returns all passages of a document in order.
func (r *Reader) PassagesOf(ctx context.Context, document string) ([]source.Passage, error) {
	rows, err := r.query(ctx, `SELECT `+passageColumns+` FROM passages WHERE document = ?`, "passages.document",
		` ORDER BY ordinal`, document)
	return collect(rows, explain("read passages", err), scanPassage)
}

// PassagePlaces returns all passages of a document in order without their text and headings: enough to find one by its place.
func (db *DB) PassagePlaces(ctx context.Context, document string) ([]source.Passage, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT id, document, ordinal, section, '', spans, '', hash, tokens, role
		FROM passages WHERE document = ? ORDER BY ordinal`, document)
	return collect(rows, explain("read passages", err), scanPassage)
}

// PassagesOfSection returns the passages of a section and of the sections below it, in order.
func (r *Reader) PassagesOfSection(ctx context.Context, document, section string) ([]source.Passage, error) {
	rows, err := r.query(ctx, `WITH RECURSIVE below(id) AS (
			SELECT ?2 UNION SELECT s.id FROM sections AS s JOIN below ON s.parent = below.id WHERE s.document = ?1 AND s.parent <> '')
		SELECT `+passageColumns+` FROM passages WHERE document = ?1 AND section IN (SELECT id FROM below) AND section <> ''`,
		"passages.document", ` ORDER BY ordinal`, document, section)
	return collect(rows, explain("read passages of section "+section, err), scanPassage)
}

func scanPassage(scan func(...any) error) (source.Passage, error) {
	var p source.Passage
	var headings, spans string
	err := scan(&p.ID, &p.Document, &p.Ordinal, &p.Section, &headings, &spans, &p.Text, &p.Hash, &p.Tokens, &p.Role)
	if err != nil {
		return p, err
	}
	if err := fromJSON(headings, &p.Headings); err != nil {
		return p, err
	}
	return p, fromJSON(spans, &p.Spans)
}
