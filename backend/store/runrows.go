package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
)

// PutRow keeps what a run's checkpoints name by key, replacing what stood there.
func (db *DB) PutRow(ctx context.Context, run, key string, data json.RawMessage) error {
	err := db.update(ctx, repeatable, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO run_rows (run, key, data) VALUES (?,?,?) ON CONFLICT(run, key) DO UPDATE SET data = excluded.data`,
			run, key, string(data))
		return err
	})
	return explain("keep "+key+" of run "+run, err)
}

// Row returns what a run kept under key, nil when there is nothing.
func (db *DB) Row(ctx context.Context, run, key string) (json.RawMessage, error) {
	var data string
	err := db.read.QueryRowContext(ctx, `SELECT data FROM run_rows WHERE run = ? AND key = ?`, run, key).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return rawJSON(data), explain("read "+key+" of run "+run, err)
}

// RowKey names a row.
type RowKey struct{ Run, Key string }

// Rows returns everything that runs kept under keys beginning with prefix, in one read.
func (db *DB) Rows(ctx context.Context, runs []string, prefix string) (map[RowKey]json.RawMessage, error) {
	return db.rows(ctx, `key >= ? AND key < ?`, runs, prefix, prefix+"\xf4\x8f\xbf\xbf")
}

// RowsAt returns what runs kept under the keys, in one read: rows are written again and again under new ones, and only the last are looked at.
func (db *DB) RowsAt(ctx context.Context, runs, keys []string) (map[RowKey]json.RawMessage, error) {
	return db.rows(ctx, `key IN (SELECT value FROM json_each(?))`, runs, jsonList(keys))
}

func (db *DB) rows(ctx context.Context, which string, runs []string, args ...any) (map[RowKey]json.RawMessage, error) {
	type row struct {
		RowKey
		data json.RawMessage
	}
	rows, err := db.read.QueryContext(ctx, `SELECT run, key, data FROM run_rows WHERE run IN (SELECT value FROM json_each(?)) AND `+which, append([]any{jsonList(runs)}, args...)...)
	list, err := collect(rows, explain("read what runs kept", err), func(scan func(...any) error) (r row, err error) {
		var data string
		err = scan(&r.Run, &r.Key, &data)
		r.data = rawJSON(data)
		return r, err
	})
	out := make(map[RowKey]json.RawMessage, len(list))
	for _, r := range list {
		out[r.RowKey] = r.data
	}
	return out, err
}

// inherit lets a fork read the rows and use the files of the runs that it comes from.
func inherit(ctx context.Context, tx *sql.Tx, fork, from string) error {
	for _, statement := range []string{
		`INSERT OR IGNORE INTO lineage (run, ancestor) SELECT ?1, ?2 UNION SELECT ?1, ancestor FROM lineage WHERE run = ?2`,
		`INSERT OR IGNORE INTO attached_to (run, hash, name) SELECT ?1, hash, name FROM attached_to WHERE run = ?2`,
	} {
		if _, err := tx.ExecContext(ctx, statement, fork, from); err != nil {
			return err
		}
	}
	return nil
}

// dropRows deletes the rows of runs that are deleted, unless a fork of theirs is left.
func dropRows(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM run_rows WHERE run IN
		(SELECT run FROM run_rows EXCEPT SELECT id FROM runs EXCEPT SELECT ancestor FROM lineage)`)
	return err
}
