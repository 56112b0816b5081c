package store

import (
	"context"
	"encoding/json"
	"strings"

	"rabbithole/backend/event"
	"rabbithole/backend/graph"
)

// Commit writes one transaction of a run, see graph.Store.
func (db *DB) Commit(ctx context.Context, c graph.Commit) ([]event.Event, error) {
	return db.commit(ctx, c, func(*tx) {})
}

// commit writes one transaction of a run, and what else belongs into it.
func (db *DB) commit(ctx context.Context, c graph.Commit, also func(*tx)) (written []event.Event, err error) {
	err = db.update(ctx, "store run "+c.Run.ID, ofCommit(c), func(t *tx) {
		writeRun(ctx, t, c)
		also(t)
		if c.Checkpoint != nil {
			writeCheckpoint(ctx, t, *c.Checkpoint)
		}
		for _, id := range c.Handled {
			t.exec(ctx, `UPDATE inbox SET handled = 1 WHERE id = ? AND run = ?`, id, c.Run.ID)
		}
		written = writeEvents(ctx, t, c.Events)
	})
	if err != nil {
		return nil, err
	}
	return written, nil
}

func writeRun(ctx context.Context, t *tx, c graph.Commit) {
	r := c.Run
	if !c.New {
		t.touch(ctx, graph.ErrNotFound, `UPDATE runs SET status = ?, error = ?, hint = ?, updated_at = ? WHERE id = ?`,
			r.Status, r.Error, r.Hint, moment(r.Updated), r.ID)
		return
	}
	t.touch(ctx, graph.ErrExists, `INSERT INTO runs (`+runColumns+`) VALUES (`+places(runColumns)+`) ON CONFLICT(id) DO NOTHING`, runFields(&r)...)
	if r.ForkedFrom != "" {
		inherit(ctx, t, r.ID, r.ForkedFrom)
	}
}

// PutLostRun stores a run that a repair knows only by its report, in its place among the others: behind those that
// began before it.
func (db *DB) PutLostRun(ctx context.Context, r graph.Run) error {
	return db.update(ctx, "store run "+r.ID, lasting, func(t *tx) {
		writeRun(ctx, t, graph.Commit{Run: r, New: true})
		t.exec(ctx, `UPDATE OR IGNORE runs
			SET no = 1 + (SELECT coalesce(max(no), 0) FROM runs WHERE created_at < ?1 AND id <> ?2) WHERE id = ?2`, moment(r.Created), r.ID)
	})
}

// PutMeta replaces what a run was started with.
func (db *DB) PutMeta(ctx context.Context, id string, meta json.RawMessage) error {
	return db.update(ctx, "store run "+id, lasting, func(t *tx) {
		t.touch(ctx, graph.ErrNotFound, `UPDATE runs SET meta = ? WHERE id = ?`, string(meta), id)
	})
}

const runColumns = `id, flow, title, status, error, hint, parent, forked_from, meta, created_at, updated_at`

func runFields(r *graph.Run) []any {
	return []any{&r.ID, &r.Flow, &r.Title, &r.Status, &r.Error, &r.Hint, &r.Parent, &r.ForkedFrom, rawJSON{raw: &r.Meta}, instant{&r.Created},
		instant{&r.Updated}}
}

// Run returns one run, or graph.ErrNotFound.
func (db *DB) Run(ctx context.Context, id string) (graph.Run, error) {
	return one("read run "+id, runFields, graph.ErrNotFound)(db.read.QueryContext(ctx, `SELECT `+runColumns+` FROM runs WHERE id = ?`, id))
}

// Runs returns the runs that the filter chooses, newest first.
func (db *DB) Runs(ctx context.Context, f graph.Filter) ([]graph.Run, error) {
	where, args := runCondition(f)
	return list("list runs", runFields)(db.read.QueryContext(ctx, `SELECT `+runColumns+` FROM runs WHERE `+where+` ORDER BY no DESC LIMIT ?`,
		append(args, atMost(f.Limit))...))
}

// atMost is a limit as SQL has it: there 0 is not all.
func atMost(limit int) int {
	if limit <= 0 {
		return -1
	}
	return limit
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

// DeleteRun deletes everything that is kept of a run and its sub-runs but the answers of models: positions and messages go with the run's own row.
// Answers on files that the person gave to the run go too: they say what stands there.
func (db *DB) DeleteRun(ctx context.Context, run string) error {
	return db.update(ctx, "delete run "+run, lasting, func(t *tx) {
		for _, part := range family(ctx, t, run) {
			deleteRun(ctx, t, part, run)
		}
		// The rows of runs that are deleted, unless a fork of theirs is left.
		t.exec(ctx, `DELETE FROM run_rows WHERE run IN (SELECT run FROM run_rows EXCEPT SELECT id FROM runs EXCEPT SELECT ancestor FROM lineage)`)
		dropAttached(ctx, t)
		dropArticles(ctx, t)
	})
}

// family returns the sub-runs of a run, theirs included, and the run itself as the last.
func family(ctx context.Context, t *tx, run string) []string {
	parts, err := list("list sub-runs", value[string])(t.begun.QueryContext(ctx, `WITH RECURSIVE parts(id) AS (SELECT id FROM runs WHERE parent = ?1 UNION
		SELECT r.id FROM runs AS r JOIN parts AS p ON r.parent = p.id) SELECT id FROM parts`, run))
	t.fail(err)
	return append(parts, run)
}

// deleteRun deletes one run, a part of another or that itself.
func deleteRun(ctx context.Context, t *tx, run, whole string) {
	t.exec(ctx, `DELETE FROM journal WHERE run = ? AND ? IN (SELECT run FROM attached_to)`, run, whole)
	for _, table := range []string{"marks", "sayings", "cited", "reports", "lineage", "attached_to", "holds", "connections", "events"} {
		t.exec(ctx, `DELETE FROM `+table+` WHERE run = ?`, run)
	}
	t.exec(ctx, `DELETE FROM runs WHERE id = ?`, run)
	t.exec(ctx, `DELETE FROM settings WHERE key GLOB 'typed.' || ? || '.*'`, run) // what was typed for its questions
	forgetFormer(ctx, t)
}

// PutRow keeps what a run's checkpoints name by key, replacing what stood there.
func (db *DB) PutRow(ctx context.Context, run, key string, data json.RawMessage) error {
	return db.do(ctx, "keep "+key+" of run "+run, repeatable,
		`INSERT INTO run_rows (run, key, data) VALUES (?,?,?) ON CONFLICT(run, key) DO UPDATE SET data = excluded.data`, run, key, string(data))
}

// Row returns what a run kept under key, nil when there is nothing.
func (db *DB) Row(ctx context.Context, run, key string) (json.RawMessage, error) {
	return one("read "+key+" of run "+run, plainJSON, nil)(db.read.QueryContext(ctx, `SELECT data FROM run_rows WHERE run = ? AND key = ?`, run, key))
}

// plainJSON names a row of one column that holds JSON.
func plainJSON(raw *json.RawMessage) []any { return []any{rawJSON{raw: raw}} }

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
	return byKey("read what runs kept", func(k *RowKey, data *json.RawMessage) []any {
		return []any{&k.Run, &k.Key, rawJSON{raw: data}}
	})(db.read.QueryContext(ctx,
		`SELECT run, key, data FROM run_rows WHERE run IN (SELECT value FROM json_each(?)) AND `+which, append([]any{jsonList(runs)}, args...)...))
}

// inherit lets a fork read the rows and use the files of the runs that it comes from.
func inherit(ctx context.Context, t *tx, fork, from string) {
	t.exec(ctx, `INSERT OR IGNORE INTO lineage (run, ancestor) SELECT ?1, ?2 UNION SELECT ?1, ancestor FROM lineage WHERE run = ?2`, fork, from)
	t.exec(ctx, `INSERT OR IGNORE INTO attached_to (run, hash, name) SELECT ?1, hash, name FROM attached_to WHERE run = ?2`, fork, from)
}
