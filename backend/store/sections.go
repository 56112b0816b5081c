package store

import (
	"context"
	"database/sql"
	"fmt"

	"rabbithole/backend/refs"
)

const sectionColumns = `document, id, kind, number, label, title, level, parent, page, start, end_page, end_at`

// PutSections replaces all sections of a document. It commits in batches: the document must not be live meanwhile.
func (db *DB) PutSections(ctx context.Context, document string, sections []refs.Section) error {
	err := db.update(ctx, repeatable, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM sections WHERE document = ?`, document)
		return err
	})
	if err == nil {
		err = db.updateEach(ctx, len(sections), func(b *batch, i int) error {
			return writeSection(ctx, b, document, i, sections[i])
		})
	}
	if err != nil {
		return fmt.Errorf("store sections of document %.12s: %w", document, err)
	}
	return nil
}

func writeSection(ctx context.Context, b *batch, document string, i int, s refs.Section) error {
	return b.exec(ctx, `INSERT INTO sections (ordinal, `+sectionColumns+`) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)`,
		i, document, s.ID, s.Kind, s.Number, s.Label, s.Title, s.Level, s.Parent, s.Page, s.Start, s.EndPage, s.End)
}

// Sections returns the sections of a document in order.
func (db *DB) Sections(ctx context.Context, document string) ([]refs.Section, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT `+sectionColumns+` FROM sections WHERE document = ? ORDER BY ordinal`, document)
	return collect(rows, explain("read sections", err), scanSection)
}

// AllSections returns the sections of all live documents, by document and in order.
func (r *Reader) AllSections(ctx context.Context) ([]refs.Section, error) {
	rows, err := r.query(ctx, `SELECT `+sectionColumns+` FROM sections
		WHERE document IN `+liveDocuments, "sections.document", ` ORDER BY document, ordinal`)
	return collect(rows, explain("read sections", err), scanSection)
}

func scanSection(scan func(...any) error) (refs.Section, error) {
	var s refs.Section
	return s, scan(&s.Document, &s.ID, &s.Kind, &s.Number, &s.Label, &s.Title, &s.Level, &s.Parent, &s.Page, &s.Start,
		&s.EndPage, &s.End)
}
