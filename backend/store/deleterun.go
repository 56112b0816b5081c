package store

import (
	"context"
	"database/sql"
)

// DeleteRun deletes everything that is kept of a run and its sub-runs but the answers of models: positions and messages go with the run's own row.
// Answers on files that the person gave to the run go too: they say what stands there.
func (db *DB) DeleteRun(ctx context.Context, run string) error {
	err := db.update(ctx, lasting, func(tx *sql.Tx) error {
		parts, err := family(ctx, tx, run)
		if err != nil {
			return err
		}
		for _, part := range parts {
			if err := deleteRun(ctx, tx, part, run); err != nil {
				return err
			}
		}
		for _, drop := range []func(context.Context, *sql.Tx) error{dropRows, dropAttached, dropArticles} {
			if err := drop(ctx, tx); err != nil {
				return err
			}
		}
		return nil
	})
	return explain("delete run "+run, err)
}

// family returns the sub-runs of a run, theirs included, and the run itself as the last.
func family(ctx context.Context, tx *sql.Tx, run string) ([]string, error) {
	rows, err := tx.QueryContext(ctx, `WITH RECURSIVE parts(id) AS (SELECT id FROM runs WHERE parent = ?1 UNION SELECT r.id FROM runs AS r JOIN parts AS p ON r.parent = p.id)
		SELECT id FROM parts`, run)
	parts, err := collect(rows, err, scanString)
	return append(parts, run), err
}

// deleteRun deletes one run, a part of another or that itself.
func deleteRun(ctx context.Context, tx *sql.Tx, run, whole string) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM journal WHERE run = ? AND ? IN (SELECT run FROM attached_to)`, run, whole); err != nil {
		return err
	}
	for _, statement := range []string{
		`DELETE FROM marks WHERE run = ?`, `DELETE FROM sayings WHERE run = ?`, `DELETE FROM cited WHERE run = ?`, `DELETE FROM reports WHERE run = ?`,
		`DELETE FROM lineage WHERE run = ?`, `DELETE FROM attached_to WHERE run = ?`, `DELETE FROM holds WHERE run = ?`, `DELETE FROM connections WHERE run = ?`,
		`DELETE FROM events WHERE run = ?`, `DELETE FROM runs WHERE id = ?`,
		`DELETE FROM settings WHERE key GLOB 'typed.' || ? || '.*'`, // what was typed for its questions
	} {
		if _, err := tx.ExecContext(ctx, statement, run); err != nil {
			return err
		}
	}
	return forgetFormer(ctx, tx)
}
