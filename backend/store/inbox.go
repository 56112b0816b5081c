package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"rabbithole/backend/graph"
)

// Send puts m into the inbox of m.Run and returns it with its ID, or graph.ErrNotFound.
func (db *DB) Send(ctx context.Context, m graph.Message) (graph.Message, error) {
	err := db.update(ctx, lasting, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `INSERT INTO inbox (run, kind, data, at) SELECT id, ?, ?, ? FROM runs WHERE id = ?`,
			m.Kind, string(m.Data), moment(m.At), m.Run)
		if err := touched(done, err, graph.ErrNotFound); err != nil {
			return err
		}
		m.ID, err = done.LastInsertId()
		return err
	})
	if err != nil {
		return m, fmt.Errorf("send %s to run %s: %w", m.Kind, m.Run, err)
	}
	return m, nil
}

// Inbox returns the run's messages that are not handled yet, oldest first.
func (db *DB) Inbox(ctx context.Context, run string) ([]graph.Message, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT id, run, kind, data, at FROM inbox WHERE run = ? AND handled = 0 ORDER BY id`, run)
	return collect(rows, explain("read inbox of run "+run, err), scanMessage)
}

func scanMessage(scan func(...any) error) (m graph.Message, err error) {
	var data, at string
	if err = scan(&m.ID, &m.Run, &m.Kind, &data, &at); err != nil {
		return m, err
	}
	m.Data = rawJSON(data)
	m.At, err = time.Parse(time.RFC3339Nano, at)
	return m, err
}
