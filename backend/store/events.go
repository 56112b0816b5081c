package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"rabbithole/backend/event"
)

// AppendEvents writes durable events that belong to no checkpoint (ingest, settings) and returns them with their Seq.
func (db *DB) AppendEvents(ctx context.Context, events []event.Event) (written []event.Event, err error) {
	err = db.update(ctx, repeatable, func(tx *sql.Tx) error {
		written, err = writeEvents(ctx, tx, events)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("store events: %w", err)
	}
	return written, nil
}

// writeEvents inserts events in order and returns them with their Seq.
func writeEvents(ctx context.Context, tx *sql.Tx, events []event.Event) ([]event.Event, error) {
	out := make([]event.Event, len(events))
	for i, e := range events {
		done, err := tx.ExecContext(ctx, `INSERT INTO events (run, kind, data, at) VALUES (?,?,?,?)`, e.Run, e.Kind, string(e.Data), moment(e.At))
		if err != nil {
			return nil, err
		}
		if e.Seq, err = done.LastInsertId(); err != nil {
			return nil, err
		}
		out[i] = e
	}
	return out, nil
}

// Events returns the durable events after Seq since, oldest first: of one run, or of the whole library for "". limit 0 means all.
func (db *DB) Events(ctx context.Context, run string, since int64, limit int) ([]event.Event, error) {
	where, args := `seq > ?`, []any{since}
	if run != "" {
		where, args = `run = ? AND seq > ?`, []any{run, since}
	}
	if limit <= 0 {
		limit = -1
	}
	rows, err := db.read.QueryContext(ctx, `SELECT seq, run, kind, data, at FROM events WHERE `+where+` ORDER BY seq LIMIT ?`, append(args, limit)...)
	return collect(rows, explain("read events", err), scanEvent)
}

// EventsOf returns the data of a run's events of a kind, oldest first.
func (db *DB) EventsOf(ctx context.Context, run, kind string) ([][]byte, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT data FROM events WHERE run = ? AND kind = ? ORDER BY seq`, run, kind)
	return collect(rows, explain("read events", err), func(scan func(...any) error) (data []byte, err error) {
		err = scan(&data)
		return data, err
	})
}

func scanEvent(scan func(...any) error) (e event.Event, err error) {
	var data, at string
	if err = scan(&e.Seq, &e.Run, &e.Kind, &data, &at); err != nil {
		return e, err
	}
	e.Data = rawJSON(data)
	e.At, err = time.Parse(time.RFC3339Nano, at)
	return e, err
}
