package store

import (
	"context"
	"slices"

	"rabbithole/backend/event"
)

// Narration returns the latest events of a run that have a sentence for people, at most limit, oldest first. Of their data it reads no more than the
// sentence and the question it is about: an event may carry a whole context beside them.
func (db *DB) Narration(ctx context.Context, run string, limit int) ([]event.Event, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT seq, run, kind, json_object('text', data->>'$.text', 'node_id', data->>'$.node_id'), at
		FROM events WHERE run = ? AND json_valid(data) AND data->>'$.text' <> '' ORDER BY seq DESC LIMIT ?`, run, limit)
	out, err := collect(rows, explain("read what a run said", err), scanEvent)
	slices.Reverse(out)
	return out, err
}
