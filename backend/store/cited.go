package store

import (
	"context"
	"database/sql"
	"fmt"

	"rabbithole/backend/source"
)

// Cite records that a run cites pages of a document: bytes and pages stay as long as the record does.
func (db *DB) Cite(ctx context.Context, run, document string, pages ...int) error {
	err := db.update(ctx, repeatable, func(tx *sql.Tx) error {
		for _, page := range pages {
			_, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO cited (run, document, page) VALUES (?,?,?)`, run, document, page)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("record what run %s cites of document %.12s: %w", run, document, err)
	}
	return nil
}

// CollectGarbage deletes the removed and replaced documents that no run cites and nobody attached, with all that was read from them, and returns
// them: their stored bytes are the caller's to delete.
func (db *DB) CollectGarbage(ctx context.Context) ([]source.Document, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT `+documentRow+` FROM documents
		WHERE state IN ('removed', 'replaced') AND hash NOT IN (SELECT document FROM cited) AND hash NOT IN (SELECT hash FROM attached)`)
	found, err := collect(rows, explain("find what nothing cites", err), scanDocument)
	if err != nil {
		return nil, err
	}
	var gone []source.Document
	for _, d := range found {
		deleted, err := db.deleteUncited(ctx, d.Hash)
		if err != nil {
			return gone, fmt.Errorf("delete document %s: %w", d.Name, err)
		}
		if deleted {
			gone = append(gone, d)
		}
	}
	return gone, nil
}

// deleteUncited deletes a document unless it was cited or brought back in the meantime.
func (db *DB) deleteUncited(ctx context.Context, hash string) (deleted bool, err error) {
	err = db.update(ctx, repeatable, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `DELETE FROM documents WHERE hash = ?1 AND state IN ('removed', 'replaced')
			AND NOT EXISTS (SELECT 1 FROM cited WHERE document = ?1) AND NOT EXISTS (SELECT 1 FROM attached WHERE hash = ?1)`, hash)
		if err != nil {
			return err
		}
		n, err := done.RowsAffected()
		deleted = n > 0
		return err
	})
	return deleted, err
}
