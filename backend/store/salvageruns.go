package store

import (
	"context"
	"fmt"
)

// putRunsBack makes runs anew whose row is lost and whose checkpoints are not, from the events that tell what they are and how far they came. What
// they were started with is lost: they go on with the engine that needs nothing.
func (s *salvage) putRunsBack(ctx context.Context) error {
	lost, err := list("read what runs there were", func(r *LostRun) []any { return []any{&r.ID, &r.Flow, &r.Title} })(s.fresh.read.QueryContext(ctx,
		`WITH lost AS (SELECT run FROM checkpoints UNION SELECT run FROM events WHERE kind IN ('run.started', 'run.forked')
			EXCEPT SELECT id FROM runs)
		SELECT run, coalesce((SELECT data ->> 'flow' FROM events AS e WHERE e.run = lost.run AND `+began+` LIMIT 1), ''),
			coalesce((SELECT data ->> 'title' FROM events AS e WHERE e.run = lost.run AND `+began+` LIMIT 1), '')
		FROM lost WHERE run NOT LIKE '%/%' AND run <> '' ORDER BY run`))
	if err != nil {
		return err
	}
	for _, run := range lost {
		n, err := s.change(ctx, `INSERT OR IGNORE INTO runs (id, flow, title, status, error, hint, parent, forked_from, meta, created_at, updated_at)
			SELECT ?1, data ->> 'flow', data ->> 'title',
				coalesce((SELECT data ->> 'status' FROM events WHERE run = ?1 AND kind IN ('run.finished', 'run.cancelled', 'run.failed', 'run.waiting') AND json_valid(data) ORDER BY seq DESC LIMIT 1), 'paused'),
				'', '', '', coalesce(data ->> 'forked_from', ''), '{"engine":"extractive"}', at, at
			FROM events WHERE run = ?1 AND `+began+` AND data ->> 'flow' IN ('research', 'explore') AND run IN (SELECT run FROM checkpoints) ORDER BY seq LIMIT 1`, run.ID)
		if err != nil {
			return fmt.Errorf("put run %s back: %w", run.ID, err)
		}
		if n == 0 {
			s.found.Gone = append(s.found.Gone, run)
			continue
		}
		s.found.Back = append(s.found.Back, run)
	}
	return nil
}

// began matches the events that tell what a run is.
const began = `kind IN ('run.started', 'run.forked') AND json_valid(data)`
