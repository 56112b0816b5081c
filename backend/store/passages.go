package store

import (
	"context"
	"fmt"

	"rabbithole/backend/fault"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

const passageColumns = `id, document, ordinal, section, headings, spans, text, hash, tokens, role`

func passageFields(p *source.Passage) []any {
	return []any{&p.ID, &p.Document, &p.Ordinal, &p.Section, inJSON(&p.Headings), inJSON(&p.Spans), &p.Text, &p.Hash, &p.Tokens, &p.Role}
}

// PutPassages replaces all passages of a document. It commits in batches: the document must not be live meanwhile.
func (db *DB) PutPassages(ctx context.Context, document string, passages []source.Passage) error {
	return db.replace(ctx, "passages", document, len(passages), func(t *tx, i int) { writePassage(ctx, t, document, passages[i]) })
}

// replace deletes the rows of a document from a table and writes n others, in batches.
func (db *DB) replace(ctx context.Context, table, document string, n int, write func(t *tx, i int)) error {
	op := fmt.Sprintf("store %s of document %.12s", table, document)
	if err := db.do(ctx, op, repeatable, `DELETE FROM `+table+` WHERE document = ?`, document); err != nil {
		return err
	}
	return db.updateEach(ctx, op, n, write)
}

func writePassage(ctx context.Context, t *tx, document string, p source.Passage) {
	p.Document = document
	last := 0
	for _, s := range p.Spans {
		last = max(last, s.Page)
	}
	t.repeat(ctx, `INSERT INTO passages (first_page, last_page, `+passageColumns+`) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)`,
		append([]any{p.Page(), last}, passageFields(&p)...)...)
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
	found, err := list("read passages", passageFields)(r.query(ctx,
		`SELECT p.id, p.document, p.ordinal, p.section, p.headings, p.spans, p.text, p.hash, p.tokens, p.role
		FROM json_each(?) AS wanted CROSS JOIN passages AS p ON p.id = wanted.value WHERE 1`, "p.document", ` ORDER BY wanted.key`, jsonList(ids)))
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
	return list("read passages", passageFields)(r.query(ctx, `SELECT `+passageColumns+` FROM passages WHERE document = ?`, "passages.document",
		` ORDER BY ordinal`, document))
}

// Neighbours returns the passages right before and right behind a place of a document.
func (r *Reader) Neighbours(ctx context.Context, document string, ordinal int) ([]source.Passage, error) {
	return list("read passages", passageFields)(r.query(ctx, `SELECT `+passageColumns+` FROM passages WHERE document = ?1 AND ordinal IN (?2 - 1, ?2 + 1)`,
		"passages.document", ` ORDER BY ordinal`, document, ordinal))
}

// PassagePlaces returns all passages of a document in order without their text and headings: enough to find one by its place.
func (db *DB) PassagePlaces(ctx context.Context, document string) ([]source.Passage, error) {
	return list("read passages", passageFields)(db.read.QueryContext(ctx, `SELECT id, document, ordinal, section, '', spans, '', hash, tokens, role
		FROM passages WHERE document = ? ORDER BY ordinal`, document))
}

// PassagesOfSection returns the passages of a section and of the sections below it, in order.
func (r *Reader) PassagesOfSection(ctx context.Context, document, section string) ([]source.Passage, error) {
	return list("read passages of section "+section, passageFields)(r.query(ctx, `WITH RECURSIVE below(id) AS (
			SELECT ?2 UNION SELECT s.id FROM sections AS s JOIN below ON s.parent = below.id WHERE s.document = ?1 AND s.parent <> '')
		SELECT `+passageColumns+` FROM passages WHERE document = ?1 AND section IN (SELECT id FROM below) AND section <> ''`,
		"passages.document", ` ORDER BY ordinal`, document, section))
}

const sectionColumns = `document, id, kind, number, label, title, level, parent, page, start, end_page, end_at`

func sectionFields(s *refs.Section) []any {
	return []any{&s.Document, &s.ID, &s.Kind, &s.Number, &s.Label, &s.Title, &s.Level, &s.Parent, &s.Page, &s.Start, &s.EndPage, &s.End}
}

// PutSections replaces all sections of a document. It commits in batches: the document must not be live meanwhile.
func (db *DB) PutSections(ctx context.Context, document string, sections []refs.Section) error {
	return db.replace(ctx, "sections", document, len(sections), func(t *tx, i int) { writeSection(ctx, t, document, i, sections[i]) })
}

func writeSection(ctx context.Context, t *tx, document string, i int, s refs.Section) {
	s.Document = document
	t.repeat(ctx, `INSERT INTO sections (ordinal, `+sectionColumns+`) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)`, append([]any{i}, sectionFields(&s)...)...)
}

// Sections returns the sections of a document in order.
func (db *DB) Sections(ctx context.Context, document string) ([]refs.Section, error) {
	return list("read sections", sectionFields)(db.read.QueryContext(ctx,
		`SELECT `+sectionColumns+` FROM sections WHERE document = ? ORDER BY ordinal`, document))
}

// AllSections returns the sections of all live documents, by document and in order.
func (r *Reader) AllSections(ctx context.Context) ([]refs.Section, error) {
	return list("read sections", sectionFields)(r.query(ctx, `SELECT `+sectionColumns+` FROM sections
		WHERE document IN `+liveDocuments, "sections.document", ` ORDER BY document, ordinal`))
}
