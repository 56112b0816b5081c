package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// Save keeps what was read of an attached file, in one transaction: all of it is there, or nothing. A document of the library with the same
// bytes stays as it is; one that has no text, because it is being added or could not be, gets it.
func (db *DB) Save(ctx context.Context, d source.Document, pages []source.Page, sections []refs.Section, passages []source.Passage) error {
	d.State = source.Saved
	err := db.update(ctx, repeatable, func(tx *sql.Tx) error {
		state, read, err := textOf(ctx, tx, d.Hash)
		switch {
		case err != nil || read && state != source.Saved:
			return err
		case state == "" || state == source.Saved:
			if err := writeDocument(ctx, tx, d); err != nil {
				return err
			}
		}
		return writeAnew(ctx, tx, d.Hash, pages, sections, passages)
	})
	if err != nil {
		return fmt.Errorf("keep the text of %s: %w", d.Name, err)
	}
	return nil
}

// textOf returns the state of a document, "" when there is none, and whether it has passages.
func textOf(ctx context.Context, tx *sql.Tx, hash string) (state source.State, read bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT state, EXISTS (SELECT 1 FROM passages AS p WHERE p.document = documents.hash) FROM documents WHERE hash = ?`, hash).Scan(&state, &read)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return state, read, err
}

// writeAnew replaces what was read of a document.
func writeAnew(ctx context.Context, tx *sql.Tx, document string, pages []source.Page, sections []refs.Section, passages []source.Passage) error {
	b := &batch{tx: tx, statements: map[string]*sql.Stmt{}}
	for _, table := range []string{"passages", "sections", "pages"} {
		if err := b.exec(ctx, `DELETE FROM `+table+` WHERE document = ?`, document); err != nil {
			return err
		}
	}
	for _, p := range pages {
		if err := writePage(ctx, b, document, p); err != nil {
			return err
		}
	}
	for i, s := range sections {
		if err := writeSection(ctx, b, document, i, s); err != nil {
			return err
		}
	}
	for _, p := range passages {
		if err := writePassage(ctx, b, document, p); err != nil {
			return err
		}
	}
	return nil
}
