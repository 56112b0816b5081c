package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
)

// putRunsBack makes runs anew whose row is lost and whose checkpoints are not, from the events that tell what they are and how far they came. What
// they were started with is lost: they go on with the engine that needs nothing.
func (s *salvage) putRunsBack(ctx context.Context) error {
	rows, err := s.fresh.read.QueryContext(ctx, `SELECT DISTINCT run FROM checkpoints WHERE run NOT IN (SELECT id FROM runs) AND run NOT LIKE '%/%' ORDER BY run`)
	lost, err := collect(rows, err, func(scan func(...any) error) (string, error) {
		var run string
		return run, scan(&run)
	})
	if err != nil {
		return err
	}
	for _, run := range lost {
		done, err := s.fresh.write.ExecContext(ctx, `INSERT OR IGNORE INTO runs (id, flow, title, status, error, hint, parent, forked_from, meta, created_at, updated_at)
			SELECT ?1, data ->> 'flow', data ->> 'title',
				coalesce((SELECT data ->> 'status' FROM events WHERE run = ?1 AND kind IN ('run.finished', 'run.cancelled', 'run.failed', 'run.waiting') AND json_valid(data) ORDER BY seq DESC LIMIT 1), 'paused'),
				'', '', '', coalesce(data ->> 'forked_from', ''), '{"engine":"extractive"}', at, at
			FROM events WHERE run = ?1 AND kind IN ('run.started', 'run.forked') AND json_valid(data) AND data ->> 'flow' IN ('research', 'explore') ORDER BY seq LIMIT 1`, run)
		if err != nil {
			return fmt.Errorf("put run %s back: %w", run, err)
		}
		if n, err := done.RowsAffected(); err != nil || n == 0 {
			s.found.Gone = append(s.found.Gone, run)
			continue
		}
		var title sql.NullString
		if err := s.fresh.read.QueryRowContext(ctx, `SELECT title FROM runs WHERE id = ?`, run).Scan(&title); err != nil {
			return err
		}
		s.found.Runs = append(s.found.Runs, [2]string{run, title.String})
	}
	return nil
}

// dropPositions deletes the doubtful checkpoints of runs that have one without a doubt: they go on from that.
func (s *salvage) dropPositions(ctx context.Context) error {
	doubtful := map[string][]int{}
	for _, at := range s.positions {
		doubtful[at.Run] = append(doubtful[at.Run], at.Version)
	}
	for run, list := range doubtful {
		numbers, err := json.Marshal(list)
		if err != nil {
			return err
		}
		if _, err := s.fresh.write.ExecContext(ctx, `DELETE FROM checkpoints WHERE run = ?1 AND seq IN (SELECT value FROM json_each(?2))
			AND EXISTS (SELECT 1 FROM checkpoints WHERE run = ?1 AND seq NOT IN (SELECT value FROM json_each(?2)))`, run, string(numbers)); err != nil {
			return fmt.Errorf("leave out positions of run %s: %w", run, err)
		}
	}
	return nil
}
