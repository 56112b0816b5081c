package store

import (
	"context"
	"database/sql"
)

// NoteCopy notes that a copy with this hash is about to be made that no document and no attached file knows yet. Putting or attaching it takes
// the note back; deleting the last row that knows a copy notes it again.
func (db *DB) NoteCopy(ctx context.Context, hash string) error {
	return db.loose(ctx, "note a copy", `INSERT OR IGNORE INTO loose_copies (hash) VALUES (?)`, hash)
}

// ForgetCopy takes back that a copy with this hash is known to nobody: it is deleted, or known after all.
func (db *DB) ForgetCopy(ctx context.Context, hash string) error {
	return db.loose(ctx, "forget a copy", `DELETE FROM loose_copies WHERE hash = ?`, hash)
}

func (db *DB) loose(ctx context.Context, doing, statement, hash string) error {
	err := db.update(ctx, repeatable, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, statement, hash)
		return err
	})
	return explain(doing, err)
}

// LooseCopies returns the hashes that are noted, sorted. A copy that is also attached, or a document, may be among them.
func (db *DB) LooseCopies(ctx context.Context) ([]string, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT hash FROM loose_copies ORDER BY hash`)
	return collect(rows, explain("list copies without a document", err), func(scan func(...any) error) (string, error) {
		var hash string
		return hash, scan(&hash)
	})
}
