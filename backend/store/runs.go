package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"rabbithole/backend/event"
	"rabbithole/backend/graph"
)

// Commit writes one transaction of a run, see graph.Store.
func (db *DB) Commit(ctx context.Context, c graph.Commit) ([]event.Event, error) {
	return db.commit(ctx, c, func(*sql.Tx) error { return nil })
}

// commit writes one transaction of a run, and what else belongs into it.
func (db *DB) commit(ctx context.Context, c graph.Commit, also func(*sql.Tx) error) (written []event.Event, err error) {
	err = db.update(ctx, ofCommit(c), func(tx *sql.Tx) error {
		if err := writeRun(ctx, tx, c); err != nil {
			return err
		}
		if err := also(tx); err != nil {
			return err
		}
		if c.Checkpoint != nil {
			if err := writeCheckpoint(ctx, tx, *c.Checkpoint); err != nil {
				return err
			}
		}
		for _, id := range c.Handled {
			if _, err := tx.ExecContext(ctx, `UPDATE inbox SET handled = 1 WHERE id = ? AND run = ?`, id, c.Run.ID); err != nil {
				return err
			}
		}
		written, err = writeEvents(ctx, tx, c.Events)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("store run %s: %w", c.Run.ID, err)
	}
	return written, nil
}

func writeRun(ctx context.Context, tx *sql.Tx, c graph.Commit) error {
	r := c.Run
	if !c.New {
		done, err := tx.ExecContext(ctx, `UPDATE runs SET status = ?, error = ?, hint = ?, updated_at = ? WHERE id = ?`,
			r.Status, r.Error, r.Hint, moment(r.Updated), r.ID)
		return touched(done, err, graph.ErrNotFound)
	}
	done, err := tx.ExecContext(ctx, `INSERT INTO runs (id, flow, title, status, error, hint, parent, forked_from, meta, created_at, updated_at)
		VALUES (?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT(id) DO NOTHING`,
		r.ID, r.Flow, r.Title, r.Status, r.Error, r.Hint, r.Parent, r.ForkedFrom, string(r.Meta), moment(r.Created), moment(r.Updated))
	if err := touched(done, err, graph.ErrExists); err != nil || r.ForkedFrom == "" {
		return err
	}
	return inherit(ctx, tx, r.ID, r.ForkedFrom)
}

// PutLostRun stores a run that a repair knows only by its report, in its place among the others: behind those that
// began before it.
func (db *DB) PutLostRun(ctx context.Context, r graph.Run) error {
	err := db.update(ctx, lasting, func(tx *sql.Tx) error {
		if err := writeRun(ctx, tx, graph.Commit{Run: r, New: true}); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE OR IGNORE runs
			SET no = 1 + (SELECT coalesce(max(no), 0) FROM runs WHERE created_at < ?1 AND id <> ?2) WHERE id = ?2`, moment(r.Created), r.ID)
		return err
	})
	return explain("store run "+r.ID, err)
}

// PutMeta replaces what a run was started with.
func (db *DB) PutMeta(ctx context.Context, id string, meta json.RawMessage) error {
	err := db.update(ctx, lasting, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `UPDATE runs SET meta = ? WHERE id = ?`, string(meta), id)
		return touched(done, err, graph.ErrNotFound)
	})
	return explain("store run "+id, err)
}

// touched returns otherwise when a statement that should have changed a row did not.
func touched(done sql.Result, err, otherwise error) error {
	if err != nil {
		return err
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, otherwise)
	}
	return nil
}

func moment(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// runColumns are read by scanRun.
const runColumns = `id, flow, title, status, error, hint, parent, forked_from, meta, created_at, updated_at`

// Run returns one run, or graph.ErrNotFound.
func (db *DB) Run(ctx context.Context, id string) (graph.Run, error) {
	run, err := scanRun(db.read.QueryRowContext(ctx, `SELECT `+runColumns+` FROM runs WHERE id = ?`, id).Scan)
	return run, missing("read run "+id, err)
}

// missing explains err; no row is graph.ErrNotFound.
func missing(op string, err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		err = graph.ErrNotFound
	}
	return explain(op, err)
}

// Runs returns the runs that the filter chooses, newest first.
func (db *DB) Runs(ctx context.Context, f graph.Filter) ([]graph.Run, error) {
	where, args := runCondition(f)
	limit := -1
	if f.Limit > 0 {
		limit = f.Limit
	}
	rows, err := db.read.QueryContext(ctx, `SELECT `+runColumns+` FROM runs WHERE `+where+` ORDER BY no DESC LIMIT ?`, append(args, limit)...)
	return collect(rows, explain("list runs", err), scanRun)
}

func runCondition(f graph.Filter) (string, []any) {
	where, args := []string{"1"}, []any{}
	if f.Flow != "" {
		where, args = append(where, "flow = ?"), append(args, f.Flow)
	}
	if len(f.Status) > 0 {
		where, args = append(where, "status IN (SELECT value FROM json_each(?))"), append(args, jsonList(f.Status))
	}
	if f.Parent != nil {
		where, args = append(where, "parent = ?"), append(args, *f.Parent)
	}
	return strings.Join(where, " AND "), args
}

func scanRun(scan func(...any) error) (r graph.Run, err error) {
	var meta, created, updated string
	err = scan(&r.ID, &r.Flow, &r.Title, &r.Status, &r.Error, &r.Hint, &r.Parent, &r.ForkedFrom, &meta, &created, &updated)
	if err != nil {
		return r, err
	}
	r.Meta = rawJSON(meta)
	var first, second error
	r.Created, first = time.Parse(time.RFC3339Nano, created)
	r.Updated, second = time.Parse(time.RFC3339Nano, updated)
	return r, errors.Join(first, second)
}

func rawJSON(text string) json.RawMessage {
	if text == "" {
		return nil
	}
	return json.RawMessage(text)
}
