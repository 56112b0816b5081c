package store

import (
	"cmp"
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
		return RunGlance{}, explain("read run "+id, cmp.Or(err, graph.ErrNotFound))
	}
	return list[0], nil
}

func (db *DB) glances(ctx context.Context, where string, args ...any) ([]RunGlance, error) {
	return list("list runs", func(g *RunGlance) []any {
		return append([]any{&g.Node, &g.Score, &g.Claims, &g.Verdict}, runFields(&g.Run)...)
	})(db.read.QueryContext(ctx, `SELECT
		coalesce((SELECT node FROM checkpoints WHERE run = runs.id AND node <> '' ORDER BY seq DESC LIMIT 1), ''),
		coalesce((SELECT max(score) FROM reports WHERE run = runs.id), 0),
		coalesce((SELECT claims FROM reports WHERE run = runs.id ORDER BY version = 0 DESC, version DESC LIMIT 1), 0),
		coalesce((SELECT verdict FROM reports WHERE run = runs.id AND version = 0), ''), `+runColumns+`
		FROM runs WHERE `+where+` ORDER BY no DESC`, args...))
}

// Spent is what a finished run took.
type Spent struct {
	Meta string // of the run
	Time time.Duration
}

// Spends returns what the finished runs of a flow took, the newest first, at most limit.
func (db *DB) Spends(ctx context.Context, flow string, limit int) ([]Spent, error) {
	return list("look what runs took", func(s *Spent) []any { return []any{&s.Meta, &s.Time} })(db.read.QueryContext(ctx,
		`SELECT r.meta, p.time FROM runs AS r JOIN reports AS p ON p.run = r.id AND p.version = 0
		WHERE r.flow = ? AND r.status = ? ORDER BY r.no DESC LIMIT ?`, flow, graph.Finished, limit))
}

// computed counts the calls that a run r paid for, those that were broken off and those of its parts included.
const computed = `((SELECT count(*) FROM journal AS j WHERE j.run = r.id OR j.run >= r.id || '/' AND j.run < r.id || '0') +
	(SELECT count(*) FROM events AS e WHERE e.kind = 'step.broken' AND (e.run = r.id OR e.run >= r.id || '/' AND e.run < r.id || '0')))`

// StepCost is what one step of reasoning cost over a whole run.
type StepCost struct {
	Step         string        `json:"step"`
	Calls        int           `json:"calls"`    // those of the journal and those that were broken off included
	Replayed     int           `json:"replayed"` // answered by the journal: nothing was computed
	Repaired     int           `json:"repaired"` // second calls, because the first answer could not be used
	Fallbacks    int           `json:"fallbacks"`
	PromptTokens int           `json:"prompt_tokens"`
	ReplyTokens  int           `json:"reply_tokens"`
	Time         time.Duration `json:"time"` // of the calls that were computed
}

// Add adds what another step cost.
func (s *StepCost) Add(o StepCost) {
	s.Calls, s.Replayed, s.Repaired, s.Fallbacks = s.Calls+o.Calls, s.Replayed+o.Replayed, s.Repaired+o.Repaired, s.Fallbacks+o.Fallbacks
	s.PromptTokens, s.ReplyTokens, s.Time = s.PromptTokens+o.PromptTokens, s.ReplyTokens+o.ReplyTokens, s.Time+o.Time
}

// StepCosts returns what the steps of a run and of its parts cost, by its events, in the order in which they were first taken.
func (db *DB) StepCosts(ctx context.Context, run string) ([]StepCost, error) {
	costs, err := list("read what a run cost", func(s *StepCost) []any {
		return []any{&s.Step, &s.Calls, &s.Replayed, &s.Repaired, &s.Fallbacks, &s.PromptTokens, &s.ReplyTokens, &s.Time}
	})(db.read.QueryContext(ctx, `SELECT data->>'step', sum(kind <> 'step.fallback'), sum(coalesce(data->>'replayed', 0)),
		sum(coalesce(data->>'attempt' > 0, 0)), sum(kind = 'step.fallback'), sum(coalesce(data->>'prompt_tokens', 0)),
		sum(coalesce(data->>'reply_tokens', 0)), sum(iif(data->>'replayed', 0, coalesce(data->>'elapsed', 0)))
		FROM events WHERE kind IN ('step.called', 'step.broken', 'step.fallback') AND (run = ?1 OR run >= ?1 || '/' AND run < ?1 || '0')
		GROUP BY 1 ORDER BY min(seq)`, run))
	return append([]StepCost{}, costs...), err
}

// FlowCall is one call of a finished run all of whose calls were computed.
type FlowCall struct {
	Run, Meta     string
	Step          string
	Prompt, Reply int // tokens
}

// FlowCalls returns the calls of the latest finished runs of a flow with a model, at most so many runs, the newest first.
func (db *DB) FlowCalls(ctx context.Context, flow, digest string, runs int) ([]FlowCall, error) {
	return list("look what calls runs made", func(c *FlowCall) []any {
		return []any{&c.Run, &c.Meta, &c.Step, &c.Prompt, &c.Reply}
	})(db.read.QueryContext(ctx,
		`SELECT l.id, l.meta, j.step, j.prompt_tokens, j.reply_tokens FROM journal AS j JOIN
		(SELECT r.id, r.no, r.meta FROM runs AS r JOIN reports AS p ON p.run = r.id AND p.version = 0
			WHERE r.flow = ? AND r.status = ? AND p.calls > 0 AND p.calls <= `+computed+` ORDER BY r.no DESC LIMIT ?) AS l
		ON j.run = l.id OR j.run >= l.id || '/' AND j.run < l.id || '0' WHERE j.digest = ? ORDER BY l.no DESC, j.rowid`, flow, graph.Finished, runs,
		digest))
}

// Pace is how a model answered on this machine of late.
type Pace struct {
	Time          time.Duration // of all of them
	Prompt, Reply int           // tokens of all of them
}

// Add counts one call more.
func (p *Pace) Add(prompt, reply int, took time.Duration) {
	p.Time, p.Prompt, p.Reply = p.Time+took, p.Prompt+prompt, p.Reply+reply
}

// ModelPace sums up the latest calls of a model that were computed, at most limit of them.
func (db *DB) ModelPace(ctx context.Context, digest string, limit int) (Pace, error) {
	p, err := one("look how fast the model answers", func(p *Pace) []any { return []any{&p.Time, &p.Prompt, &p.Reply} }, nil)(
		db.read.QueryContext(ctx,
			`SELECT coalesce(sum(elapsed_ms), 0), coalesce(sum(prompt_tokens), 0), coalesce(sum(reply_tokens), 0) FROM
		(SELECT elapsed_ms, prompt_tokens, reply_tokens FROM journal WHERE digest = ? ORDER BY rowid DESC LIMIT ?)`, digest, limit))
	p.Time *= time.Millisecond
	return p, err
}
