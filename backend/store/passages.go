package store

import (
	"context"
	"database/sql"
	"errors"
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

// Passage returns the passage with this ID; a fault of kind NotFound when there is none.
func (db *DB) Passage(ctx context.Context, id string) (source.Passage, error) {
	row := db.read.QueryRowContext(ctx, `SELECT `+passageColumns+` FROM passages WHERE id = ?`, id)
	p, err := scanPassage(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return p, fault.New("find passage "+id, fault.NotFound, "Its document may have been removed or replaced since.", nil)
	}
	return p, explain("find passage "+id, err)
}

// PassagesByID returns the passages with these IDs in the order of ids; unknown IDs are left out.
func (db *DB) PassagesByID(ctx context.Context, ids []string) ([]source.Passage, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT p.id, p.document, p.ordinal, p.section, p.headings, p.spans, p.text, p.hash, p.tokens,
		p.role FROM json_each(?) AS wanted JOIN passages AS p ON p.id = wanted.value ORDER BY wanted.key`, jsonList(ids))
	return collect(rows, explain("read passages", err), scanPassage)
}

// PassagesOf returns all passages of a document in order.
func (db *DB) PassagesOf(ctx context.Context, document string) ([]source.Passage, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT `+passageColumns+` FROM passages WHERE document = ? ORDER BY ordinal`, document)
	return collect(rows, explain("read passages", err), scanPassage)
}

// PassagePlaces returns all passages of a document in order without their text and headings: enough to find one by its place.
func (db *DB) PassagePlaces(ctx context.Context, document string) ([]source.Passage, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT id, document, ordinal, section, '', spans, '', hash, tokens, role
		FROM passages WHERE document = ? ORDER BY ordinal`, document)
	return collect(rows, explain("read passages", err), scanPassage)
}

// Neighbours returns the passages up to n places before and after passage id in its document, in order, without itself.
func (db *DB) Neighbours(ctx context.Context, id string, n int) ([]source.Passage, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT p.id, p.document, p.ordinal, p.section, p.headings, p.spans, p.text, p.hash, p.tokens,
		p.role FROM passages AS c JOIN passages AS p ON p.document = c.document AND p.ordinal BETWEEN c.ordinal - ? AND c.ordinal + ?
		WHERE c.id = ? AND p.id <> c.id ORDER BY p.ordinal`, n, n, id)
	return collect(rows, explain("read neighbours of passage "+id, err), scanPassage)
}

// PassagesOfSection returns the first limit passages (0: all) of a section and of the sections below it, in order.
func (db *DB) PassagesOfSection(ctx context.Context, document, section string, limit int) ([]source.Passage, error) {
	if limit <= 0 {
		limit = -1
	}
	rows, err := db.read.QueryContext(ctx, `WITH RECURSIVE below(id) AS (
			SELECT ?2 UNION SELECT s.id FROM sections AS s JOIN below ON s.parent = below.id WHERE s.document = ?1 AND s.parent <> '')
		SELECT `+passageColumns+` FROM passages WHERE document = ?1 AND section IN (SELECT id FROM below) AND section <> ''
		ORDER BY ordinal LIMIT ?3`, document, section, limit)
	return collect(rows, explain("read passages of section "+section, err), scanPassage)
}

// PassageAt returns the passage to read at a byte offset of a page: the one that covers it; where none does (a heading, a running
// header) the next one in the document, or else the last. A fault of kind NotFound when the document has no passages.
func (db *DB) PassageAt(ctx context.Context, document string, page, offset int) (source.Passage, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT `+passageColumns+` FROM passages WHERE document = ?1 AND ordinal >=
		coalesce((SELECT max(ordinal) FROM passages WHERE document = ?1 AND first_page < ?2), 0) AND first_page <=
		coalesce((SELECT min(first_page) FROM passages WHERE document = ?1 AND first_page > ?2), ?2) ORDER BY ordinal`, document, page)
	near, err := collect(rows, explain("find passage by place", err), scanPassage)
	if err != nil {
		return source.Passage{}, err
	}
	if i := source.PassageIndexAt(near, page, offset); i >= 0 {
		return near[i], nil
	}
	return source.Passage{}, fault.New(fmt.Sprintf("find a passage on page %d of document %.12s", page, document), fault.NotFound,
		"The document has no text to read there.", nil)
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
