package store

import (
	"context"
	"time"

	"rabbithole/backend/graph"
	"rabbithole/backend/report"
)

// RunGlance is a run as a list shows it.
type RunGlance struct {
	graph.Run
	Node    string         // that ended last, "" before the first
	Score   int            // of the best version of its report, 0 without one
	Claims  int            // of the report handed over, else of the latest draft
	Verdict report.Outcome // of the report handed over, "" without one
}

// RunGlances returns all runs, newest first, without reading states or reports.
func (db *DB) RunGlances(ctx context.Context) ([]RunGlance, error) {
	return db.glances(ctx, `1`)
}

// RunGlance returns one run as a list shows it, or graph.ErrNotFound.
func (db *DB) RunGlance(ctx context.Context, id string) (RunGlance, error) {
	list, err := db.glances(ctx, `id = ?`, id)
	if err != nil || len(list) == 0 {
		return RunGlance{}, missing("read run "+id, orNotFound(err))
	}
	return list[0], nil
}

func orNotFound(err error) error {
	if err == nil {
		return graph.ErrNotFound
	}
	return err
}

func (db *DB) glances(ctx context.Context, where string, args ...any) ([]RunGlance, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT
		coalesce((SELECT node FROM checkpoints WHERE run = runs.id AND node <> '' ORDER BY seq DESC LIMIT 1), ''),
		coalesce((SELECT max(score) FROM reports WHERE run = runs.id), 0),
		coalesce((SELECT claims FROM reports WHERE run = runs.id ORDER BY version = 0 DESC, version DESC LIMIT 1), 0),
		coalesce((SELECT verdict FROM reports WHERE run = runs.id AND version = 0), ''), `+runColumns+`
		FROM runs WHERE `+where+` ORDER BY no DESC`, args...)
	return collect(rows, explain("list runs", err), func(scan func(...any) error) (g RunGlance, err error) {
		g.Run, err = scanRun(func(into ...any) error {
			return scan(append([]any{&g.Node, &g.Score, &g.Claims, &g.Verdict}, into...)...)
		})
		return g, err
	})
}

// Spent is what a finished run took.
type Spent struct {
	Meta     string // of the run
	Calls    int
	Computed int // of the calls: the others were answered by the journal
	Time     time.Duration
}

// Spends returns what the finished runs of a flow took, the newest first, at most limit.
func (db *DB) Spends(ctx context.Context, flow string, limit int) ([]Spent, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT r.meta, p.calls, `+computed+`, p.time FROM runs AS r JOIN reports AS p ON p.run = r.id AND p.version = 0
		WHERE r.flow = ? AND r.status = ? ORDER BY r.no DESC LIMIT ?`, flow, graph.Finished, limit)
	return collect(rows, explain("look what runs took", err), func(scan func(...any) error) (s Spent, err error) {
		return s, scan(&s.Meta, &s.Calls, &s.Computed, &s.Time)
	})
}

// computed counts the calls that a run r paid for, those that were broken off and those of its parts included.
const computed = `((SELECT count(*) FROM journal AS j WHERE j.run = r.id OR j.run >= r.id || '/' AND j.run < r.id || '0') +
	(SELECT count(*) FROM events AS e WHERE e.kind = 'step.broken' AND (e.run = r.id OR e.run >= r.id || '/' AND e.run < r.id || '0')))`

// FlowCall is one call of a finished run all of whose calls were computed.
type FlowCall struct {
	Run, Meta     string
	Step          string
	Prompt, Reply int // tokens
}

// FlowCalls returns the calls of the latest finished runs of a flow with a model, at most so many runs, the newest first.
func (db *DB) FlowCalls(ctx context.Context, flow, digest string, runs int) ([]FlowCall, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT l.id, l.meta, j.step, j.prompt_tokens, j.reply_tokens FROM journal AS j JOIN
		(SELECT r.id, r.no, r.meta FROM runs AS r JOIN reports AS p ON p.run = r.id AND p.version = 0
			WHERE r.flow = ? AND r.status = ? AND p.calls > 0 AND p.calls <= `+computed+` ORDER BY r.no DESC LIMIT ?) AS l
		ON j.run = l.id OR j.run >= l.id || '/' AND j.run < l.id || '0' WHERE j.digest = ? ORDER BY l.no DESC, j.rowid`, flow, graph.Finished, runs, digest)
	return collect(rows, explain("look what calls runs made", err), func(scan func(...any) error) (c FlowCall, err error) {
		return c, scan(&c.Run, &c.Meta, &c.Step, &c.Prompt, &c.Reply)
	})
}

// Pace is how a model answered on this machine of late.
type Pace struct {
	Calls         int
	Time          time.Duration // of all of them
	Prompt, Reply int           // tokens of all of them
}

// ModelPace sums up the latest calls of a model that were computed, at most limit of them.
func (db *DB) ModelPace(ctx context.Context, digest string, limit int) (Pace, error) {
	var p Pace
	var ms int64
	err := db.read.QueryRowContext(ctx, `SELECT count(*), coalesce(sum(elapsed_ms), 0), coalesce(sum(prompt_tokens), 0), coalesce(sum(reply_tokens), 0) FROM
		(SELECT elapsed_ms, prompt_tokens, reply_tokens FROM journal WHERE digest = ? ORDER BY rowid DESC LIMIT ?)`, digest, limit).
		Scan(&p.Calls, &ms, &p.Prompt, &p.Reply)
	p.Time = time.Duration(ms) * time.Millisecond
	return p, explain("look how fast the model answers", err)
}

// LastSeq returns the number of a run's last durable event, 0 when it has none.
func (db *DB) LastSeq(ctx context.Context, run string) (int64, error) {
	var seq int64
	err := db.read.QueryRowContext(ctx, `SELECT coalesce(max(seq), 0) FROM events WHERE run = ?`, run).Scan(&seq)
	return seq, explain("read events", err)
}

// LastEvent returns the data of a run's last durable event of a kind, nil when there is none.
func (db *DB) LastEvent(ctx context.Context, run, kind string) ([]byte, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT data FROM events WHERE run = ? AND kind = ? ORDER BY seq DESC LIMIT 1`, run, kind)
	list, err := collect(rows, explain("read events", err), func(scan func(...any) error) (data string, err error) { return data, scan(&data) })
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return []byte(list[0]), nil
}
