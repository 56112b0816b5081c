package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"
)

// Connection is a line of a run's log of what it connected to. Entry is whatever the caller keeps of it.
type Connection struct {
	No    int // in order of dialling; an entry is written again while its connection is used
	At    time.Time
	Entry json.RawMessage
}

// PutConnections keeps lines of a run's log, replacing those of the same number.
func (db *DB) PutConnections(ctx context.Context, run string, list []Connection) error {
	err := db.update(ctx, repeatable, func(tx *sql.Tx) error {
		for _, c := range list {
			_, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO connections (run, no, at, entry) VALUES (?,?,?,?)`, run, c.No, moment(c.At), string(c.Entry))
			if err != nil {
				return err
			}
		}
		return nil
	})
	return explain("keep what run "+run+" connected to", err)
}

// Connections returns a run's log, oldest first; of all runs when run is "", at most the latest limit of them (0: all).
func (db *DB) Connections(ctx context.Context, run string, limit int) ([]Connection, error) {
	if limit <= 0 {
		limit = -1
	}
	rows, err := db.read.QueryContext(ctx, `SELECT no, at, entry FROM (SELECT no, at, entry FROM connections WHERE ?1 = '' OR run = ?1
		ORDER BY julianday(at) DESC, no DESC LIMIT ?2) ORDER BY julianday(at), no`, run, limit)
	return collect(rows, explain("read what was connected to", err), func(scan func(...any) error) (c Connection, err error) {
		var at, entry string
		if err = scan(&c.No, &at, &entry); err != nil {
			return c, err
		}
		c.Entry = json.RawMessage(entry)
		c.At, err = time.Parse(time.RFC3339Nano, at)
		return c, err
	})
}
