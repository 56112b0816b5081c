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
			s.found.Doubts.Gone = append(s.found.Doubts.Gone, run)
			continue
		}
		s.found.Doubts.Back = append(s.found.Doubts.Back, run)
	}
	return nil
}

// began matches the events that tell what a run is.
const began = `kind IN ('run.started', 'run.forked') AND json_valid(data)`

// doubt notes a row that stood on a damaged page.
func (s *salvage) doubt(t table, values []any) {
	d := &s.found.Doubts
	first, _ := values[0].(string)
	second, _ := values[1].(int64)
	switch t.name {
	case "reports":
		d.Reports = append(d.Reports, ReportKey{first, int(second)})
	case "checkpoints":
		d.Positions = append(d.Positions, ReportKey{first, int(second)})
	case "settings":
		d.Settings = append(d.Settings, first)
	case "runs":
		id, _ := values[1].(string) // behind its number
		d.Runs = append(d.Runs, id)
		values = values[1:]
	}
	s.keys[t.name] = append(s.keys[t.name], [2]any{values[0], values[1]})
}

// dropPositions deletes the doubtful checkpoints of runs that have one without a doubt: they go on from that.
func (s *salvage) dropPositions(ctx context.Context) error {
	doubtful := map[string][]int{}
	for _, at := range s.found.Doubts.Positions {
		doubtful[at.Run] = append(doubtful[at.Run], at.Version)
	}
	for run, numbers := range doubtful {
		n, err := s.change(ctx, `DELETE FROM checkpoints WHERE run = ?1 AND seq IN (SELECT value FROM json_each(?2))
			AND EXISTS (SELECT 1 FROM checkpoints WHERE run = ?1 AND seq NOT IN (SELECT value FROM json_each(?2)))`, run, jsonList(numbers))
		if err != nil {
			return fmt.Errorf("leave out positions of run %s: %w", run, err)
		}
		if n > 0 {
			s.found.Doubts.Moved = append(s.found.Doubts.Moved, run)
		}
	}
	return nil
}

// readAs reads a row as the program does, by the first columns of its table, and returns what matches it. The other tables hold nothing that
// has to be decoded when they are read.
func (db *DB) readAs(ctx context.Context, table string, key [2]any) (where string, err error) {
	text, _ := key[0].(string)
	number, _ := key[1].(int64)
	switch table {
	case "documents":
		where = `hash = ?1`
		_, err = db.Document(ctx, text)
	case "runs":
		where = `id = ?1`
		_, err = db.Run(ctx, text)
	case "checkpoints":
		where = `run = ?1 AND seq = ?2`
		_, err = db.Checkpoint(ctx, text, int(number))
	case "articles":
		where = `document = ?1`
		_, err = db.Article(ctx, text)
	case "attached":
		where = `hash = ?1`
		_, err = db.Attached(ctx, text)
	case "article_research":
		where = `id = ?1 AND article_id = ?2`
		_, err = db.Related(ctx, number)
	}
	return where, err
}

// dropUnread deletes doubtful rows that the program could not read: they would keep all that is listed with them from being shown.
func (s *salvage) dropUnread(ctx context.Context) error {
	for table, keys := range s.keys {
		for _, key := range keys {
			where, err := s.fresh.readAs(ctx, table, key)
			if err == nil {
				err = s.phantom(ctx, table, key)
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if where == "" || err == nil {
				continue
			}
			n, err := s.change(ctx, fmt.Sprintf(`DELETE FROM "%s" WHERE %s`, table, where), key[0], key[1])
			if err != nil {
				return fmt.Errorf("leave out a row of %s: %w", table, err)
			}
			if n > 0 { // it was not gone with its owner
				s.found.Doubts.Unread = append(s.found.Doubts.Unread, fmt.Sprint(table, " ", key[0], " ", key[1]))
			}
			if table == "documents" || table == "attached" { // its copy is taken in again, not cleared away
				if _, err := s.change(ctx, `DELETE FROM loose_copies WHERE hash = ?`, key[0]); err != nil {
					return err
				}
			}
		}
	}
	tables, err := s.tables(ctx)
	if err != nil {
		return err
	}
	return s.dropOrphans(ctx, tables)
}
