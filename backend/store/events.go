package store

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"rabbithole/backend/event"
)

// AppendEvents writes durable events that belong to no checkpoint (ingest, settings) and returns them with their Seq.
func (db *DB) AppendEvents(ctx context.Context, events []event.Event) (written []event.Event, err error) {
	err = db.update(ctx, "store events", repeatable, func(t *tx) { written = writeEvents(ctx, t, events) })
	if err != nil {
		return nil, err
	}
	return written, nil
}

// writeEvents inserts events in order and returns them with their Seq.
func writeEvents(ctx context.Context, t *tx, events []event.Event) []event.Event {
	out := slices.Clone(events)
	for i, e := range out {
		_, out[i].Seq = t.exec(ctx, `INSERT INTO events (run, kind, data, at) VALUES (?,?,?,?)`, e.Run, e.Kind, string(e.Data), moment(e.At))
	}
	return out
}

func eventFields(e *event.Event) []any {
	return []any{&e.Seq, &e.Run, &e.Kind, rawJSON{raw: &e.Data}, instant{&e.At}}
}

// Events returns the durable events after Seq since, oldest first: of one run, or of the whole library for "". limit 0 means all.
func (db *DB) Events(ctx context.Context, run string, since int64, limit int) ([]event.Event, error) {
	where, args := `seq > ?`, []any{since}
	if run != "" {
		where, args = `run = ? AND seq > ?`, []any{run, since}
	}
	return list("read events", eventFields)(db.read.QueryContext(ctx, `SELECT seq, run, kind, data, at FROM events WHERE `+where+` ORDER BY seq LIMIT ?`,
		append(args, atMost(limit))...))
}

// EventsOf returns the data of a run's events of a kind, oldest first.
func (db *DB) EventsOf(ctx context.Context, run, kind string) ([][]byte, error) {
	return list("read events", value[[]byte])(db.read.QueryContext(ctx, `SELECT data FROM events WHERE run = ? AND kind = ? ORDER BY seq`, run, kind))
}

// LastEvent returns the data of a run's last durable event of a kind, nil when there is none.
func (db *DB) LastEvent(ctx context.Context, run, kind string) ([]byte, error) {
	return one("read events", value[[]byte], nil)(db.read.QueryContext(ctx,
		`SELECT data FROM events WHERE run = ? AND kind = ? ORDER BY seq DESC LIMIT 1`, run, kind))
}

// LastSeq returns the number of a run's last durable event, 0 when it has none.
func (db *DB) LastSeq(ctx context.Context, run string) (int64, error) {
	return one("read events", value[int64], nil)(db.read.QueryContext(ctx, `SELECT coalesce(max(seq), 0) FROM events WHERE run = ?`, run))
}

// Narration returns the latest events of a run that have a sentence for people, at most limit, oldest first. Of their data it reads no more than the
// sentence and the question it is about: an event may carry a whole context beside them.
func (db *DB) Narration(ctx context.Context, run string, limit int) ([]event.Event, error) {
	out, err := list("read what a run said", eventFields)(db.read.QueryContext(ctx, `SELECT seq, run, kind,
		json_object('text', data->>'$.text', 'node_id', data->>'$.node_id'), at
		FROM events WHERE run = ? AND json_valid(data) AND data->>'$.text' <> '' ORDER BY seq DESC LIMIT ?`, run, limit))
	slices.Reverse(out)
	return out, err
}

// Connection is a line of a run's log of what it connected to. Entry is whatever the caller keeps of it.
type Connection struct {
	No    int // in order of dialling; an entry is written again while its connection is used
	At    time.Time
	Entry json.RawMessage
}

// PutConnections keeps lines of a run's log, replacing those of the same number.
func (db *DB) PutConnections(ctx context.Context, run string, list []Connection) error {
	return db.update(ctx, "keep what run "+run+" connected to", repeatable, func(t *tx) {
		for _, c := range list {
			t.exec(ctx, `INSERT OR REPLACE INTO connections (run, no, at, entry) VALUES (?,?,?,?)`, run, c.No, moment(c.At), string(c.Entry))
		}
	})
}

// Connections returns a run's log, oldest first; of all runs when run is "", at most the latest limit of them (0: all).
func (db *DB) Connections(ctx context.Context, run string, limit int) ([]Connection, error) {
	return list("read what was connected to", func(c *Connection) []any {
		return []any{&c.No, instant{&c.At}, rawJSON{raw: &c.Entry}}
	})(db.read.QueryContext(ctx,
		`SELECT no, at, entry FROM (SELECT no, at, entry FROM connections WHERE ?1 = '' OR run = ?1
		ORDER BY julianday(at) DESC, no DESC LIMIT ?2) ORDER BY julianday(at), no`, run, atMost(limit)))
}
