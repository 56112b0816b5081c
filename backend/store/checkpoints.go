package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"rabbithole/backend/graph"
)

// writeCheckpoint inserts the run's next checkpoint; one that is not the next means that somebody else executes the run.
func writeCheckpoint(ctx context.Context, tx *sql.Tx, c graph.Checkpoint) error {
	done, err := tx.ExecContext(ctx, `INSERT INTO checkpoints (run, seq, node, task, version, state, tasks, at)
		SELECT ?,?,?,?,?,?,?,? WHERE ? = (SELECT coalesce(max(seq), 0) + 1 FROM checkpoints WHERE run = ?)`,
		c.Run, c.Seq, c.Node, c.Task, c.Version, string(c.State), string(c.Tasks), moment(c.At), c.Seq, c.Run)
	return touched(done, err, graph.ErrConflict)
}

// Checkpoint returns the run's checkpoint seq, the last one for 0, or graph.ErrNotFound.
func (db *DB) Checkpoint(ctx context.Context, run string, seq int) (graph.Checkpoint, error) {
	row := db.read.QueryRowContext(ctx, `SELECT run, seq, node, task, version, state, tasks, at FROM checkpoints
		WHERE run = ?1 AND (seq = ?2 OR ?2 = 0) ORDER BY seq DESC LIMIT 1`, run, seq)
	c, err := scanCheckpoint(row.Scan)
	return c, missing(fmt.Sprintf("read checkpoint %d of run %s", seq, run), err)
}

// Checkpoints returns all of the run's checkpoints, oldest first, without State and Tasks.
func (db *DB) Checkpoints(ctx context.Context, run string) ([]graph.Checkpoint, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT run, seq, node, task, version, '', '', at FROM checkpoints WHERE run = ? ORDER BY seq`, run)
	return collect(rows, explain("list checkpoints of run "+run, err), scanCheckpoint)
}

// LastStep returns when the run last wrote a checkpoint, as its events tell, which are written with it; the zero time when they do not. An
// event that is younger than the run is not believed.
func (db *DB) LastStep(ctx context.Context, run string) (at time.Time, err error) {
	row := db.read.QueryRowContext(ctx, `SELECT coalesce((SELECT at FROM events WHERE run = ? AND kind IN (?,?,?)
		AND julianday(at) <= (SELECT julianday(updated_at) FROM runs WHERE id = run) ORDER BY seq DESC LIMIT 1), '')`,
		run, graph.NodeFinished, graph.QuestionAsked, graph.QuestionAnswered)
	var text string
	if err := row.Scan(&text); err != nil || text == "" {
		return at, explain("read events of run "+run, err)
	}
	return time.Parse(time.RFC3339Nano, text)
}

func scanCheckpoint(scan func(...any) error) (c graph.Checkpoint, err error) {
	var state, tasks, at string
	if err = scan(&c.Run, &c.Seq, &c.Node, &c.Task, &c.Version, &state, &tasks, &at); err != nil {
		return c, err
	}
	c.State, c.Tasks = rawJSON(state), rawJSON(tasks)
	c.At, err = time.Parse(time.RFC3339Nano, at)
	return c, err
}

// DropCheckpoints deletes checkpoints of a run; numbers that do not exist are ignored.
func (db *DB) DropCheckpoints(ctx context.Context, run string, seqs []int) error {
	err := db.update(ctx, repeatable, func(tx *sql.Tx) error {
		for _, seq := range seqs {
			if _, err := tx.ExecContext(ctx, `DELETE FROM checkpoints WHERE run = ? AND seq = ?`, run, seq); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("drop checkpoints of run %s: %w", run, err)
	}
	return nil
}
