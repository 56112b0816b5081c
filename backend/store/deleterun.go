package store

import (
	"context"
	"database/sql"
)

// DeleteRun deletes everything that is kept of a run but the answers of models: positions and messages go with the run's own row. Answers on files
// that the person gave to the run go too: they say what stands there.
func (db *DB) DeleteRun(ctx context.Context, run string) error {
	err := db.update(ctx, func(tx *sql.Tx) error {
		for _, statement := range []string{
			`DELETE FROM marks WHERE run = ?`, `DELETE FROM sayings WHERE run = ?`, `DELETE FROM cited WHERE run = ?`, `DELETE FROM reports WHERE run = ?`,
			`DELETE FROM journal WHERE run = ?1 AND run IN (SELECT run FROM attached_to)`,
			`DELETE FROM lineage WHERE run = ?`, `DELETE FROM attached_to WHERE run = ?`, `DELETE FROM holds WHERE run = ?`, `DELETE FROM connections WHERE run = ?`, `DELETE FROM events WHERE run = ?`, `DELETE FROM runs WHERE id = ?`,
		} {
			if _, err := tx.ExecContext(ctx, statement, run); err != nil {
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
