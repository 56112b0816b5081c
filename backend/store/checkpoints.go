package store

import (
	"context"
	"fmt"
	"time"

	"rabbithole/backend/graph"
)

const checkpointColumns = `run, seq, node, task, version, state, tasks, at`

func checkpointFields(c *graph.Checkpoint) []any {
	return []any{&c.Run, &c.Seq, &c.Node, &c.Task, &c.Version, rawJSON{raw: &c.State}, rawJSON{raw: &c.Tasks}, instant{&c.At}}
}

// writeCheckpoint inserts the run's next checkpoint; one that is not the next means that somebody else executes the run.
func writeCheckpoint(ctx context.Context, t *tx, c graph.Checkpoint) {
	t.touch(ctx, graph.ErrConflict, `INSERT INTO checkpoints (`+checkpointColumns+`)
		SELECT `+places(checkpointColumns)+` WHERE ? = (SELECT coalesce(max(seq), 0) + 1 FROM checkpoints WHERE run = ?)`,
		append(checkpointFields(&c), c.Seq, c.Run)...)
}

// Checkpoint returns the run's checkpoint seq, the last one for 0, or graph.ErrNotFound.
func (db *DB) Checkpoint(ctx context.Context, run string, seq int) (graph.Checkpoint, error) {
	return one(fmt.Sprintf("read checkpoint %d of run %s", seq, run), checkpointFields, graph.ErrNotFound)(db.read.QueryContext(ctx,
		`SELECT `+checkpointColumns+` FROM checkpoints WHERE run = ?1 AND (seq = ?2 OR ?2 = 0) ORDER BY seq DESC LIMIT 1`, run, seq))
}

// Checkpoints returns all of the run's checkpoints, oldest first, without State and Tasks.
func (db *DB) Checkpoints(ctx context.Context, run string) ([]graph.Checkpoint, error) {
	return list("list checkpoints of run "+run, checkpointFields)(db.read.QueryContext(ctx,
		`SELECT run, seq, node, task, version, '', '', at FROM checkpoints WHERE run = ? ORDER BY seq`, run))
}

// DropCheckpoints deletes checkpoints of a run; numbers that do not exist are ignored.
func (db *DB) DropCheckpoints(ctx context.Context, run string, seqs []int) error {
	return db.do(ctx, "drop checkpoints of run "+run, repeatable,
		`DELETE FROM checkpoints WHERE run = ? AND seq IN (SELECT value FROM json_each(?))`, run, jsonList(seqs))
}

// LastStep returns when the run last wrote a checkpoint, as its events tell, which are written with it; the zero time when they do not. An
// event that is younger than the run is not believed.
func (db *DB) LastStep(ctx context.Context, run string) (time.Time, error) {
	return one("read events of run "+run, func(at *time.Time) []any { return []any{instant{at}} }, nil)(db.read.QueryContext(ctx,
		`SELECT at FROM events WHERE run = ? AND kind IN (?,?,?)
		AND julianday(at) <= (SELECT julianday(updated_at) FROM runs WHERE id = run) ORDER BY seq DESC LIMIT 1`,
		run, graph.NodeFinished, graph.QuestionAsked, graph.QuestionAnswered))
}

// Send puts m into the inbox of m.Run and returns it with its ID, or graph.ErrNotFound.
func (db *DB) Send(ctx context.Context, m graph.Message) (graph.Message, error) {
	err := db.update(ctx, fmt.Sprintf("send %s to run %s", m.Kind, m.Run), lasting, func(t *tx) {
		changed := 0
		changed, m.ID = t.exec(ctx, `INSERT INTO inbox (run, kind, data, at) SELECT id, ?, ?, ? FROM runs WHERE id = ?`,
			m.Kind, string(m.Data), moment(m.At), m.Run)
		if changed == 0 {
			t.fail(graph.ErrNotFound)
		}
	})
	return m, err
}

// Inbox returns the run's messages that are not handled yet, oldest first.
func (db *DB) Inbox(ctx context.Context, run string) ([]graph.Message, error) {
	return list("read inbox of run "+run, func(m *graph.Message) []any {
		return []any{&m.ID, &m.Run, &m.Kind, rawJSON{raw: &m.Data}, instant{&m.At}}
	})(db.read.QueryContext(ctx, `SELECT id, run, kind, data, at FROM inbox WHERE run = ? AND handled = 0 ORDER BY id`, run))
}
