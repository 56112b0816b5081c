package core

import (
	"context"
	"encoding/json"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
	"rabbithole/backend/step"
	"rabbithole/backend/store"
	"time"
)

// Glance is a run as a list shows it.
type Glance struct {
	graph.Run
	Live    bool           // executed by this process; running and not live was interrupted
	Phase   string         // of its flow
	Score   int            // of its best draft, 0..400
	Claims  int            // of its report
	Verdict report.Outcome // of its report, "" without one
	Engine  settings.Engine
	Model   string
	Depth   research.Depth
	Tested  *Tested // the model: while it is tested, when it passed just now, and when it is too weak; else nil
}

// Glances returns the runs that a person began as a list shows them, the newest first.
func (c *Core) Glances(ctx context.Context) ([]Glance, error) {
	list, err := c.db.RunGlances(ctx)
	out := make([]Glance, 0, len(list))
	for _, g := range list {
		if listed(g.Run) {
			out = append(out, c.glance(g))
		}
	}
	return out, err
}

// Glance returns one run as a list shows it.
func (c *Core) Glance(ctx context.Context, id string) (Glance, error) {
	g, err := c.db.RunGlance(ctx, id)
	return c.glance(g), notFound(err, id)
}

func (c *Core) glance(g store.RunGlance) Glance {
	var meta runMeta
	_ = json.Unmarshal(g.Meta, &meta) // a run of which nobody knows how it was started is still listed
	out := Glance{Run: g.Run, Live: c.Live(g.ID), Score: g.Score, Claims: g.Claims, Verdict: g.Verdict, Engine: meta.Engine, Model: meta.Card.Name, Depth: meta.Depth,
		Tested: c.testedIn(g.ID, meta)}
	if g.Status == graph.Finished && meta.Wrote != "" {
		out.Engine, out.Model = meta.Wrote, ""
	}
	if f, err := c.flowOf(g.Run); err == nil {
		out.Phase = f.phase(g.Node, g.Status)
	}
	return out
}

// PhaseAt returns the phase of its flow that a node belongs to; "" for no node: where a run begins.
func (c *Core) PhaseAt(run graph.Run, node string) string {
	f, err := c.flowOf(run)
	if err != nil || node == "" {
		return ""
	}
	return f.phase(node, graph.Running)
}

// Gauge is how full a model's context was in the last call of a run, in tokens.
type Gauge struct{ Used, Size int }

// Gauge returns how full the context was; zero without a model or before its first call.
func (c *Core) Gauge(ctx context.Context, run graph.Run) (Gauge, error) {
	var meta runMeta
	if err := json.Unmarshal(run.Meta, &meta); err != nil || meta.Engine != settings.Ollama {
		return Gauge{}, err
	}
	data, err := c.db.LastEvent(ctx, run.ID, string(step.EventCalled))
	if err != nil || data == nil {
		return Gauge{Size: meta.Card.NumCtx}, err
	}
	var called step.CalledData
	err = json.Unmarshal(data, &called)
	return Gauge{Used: called.PromptTokens, Size: meta.Card.NumCtx}, err
}

// LastSeq returns the number of a run's last durable event.
func (c *Core) LastSeq(ctx context.Context, id string) (int64, error) { return c.db.LastSeq(ctx, id) }

// left is how long a run will still take by its own pace, 0 when that is not known yet.
func left(s research.State) time.Duration {
	worked, open := 0, 0
	for _, i := range s.Plan {
		switch {
		case i.Dropped:
		case i.Worked:
			worked++
		default:
			open++
		}
	}
	if worked == 0 || s.Phase == research.PhaseDone {
		return 0
	}
	item := s.Spend.Time / time.Duration(worked+1) // the plan and what led to it took about as long as an item
	writing := item * time.Duration(worked+open) / 4
	if s.Phase == research.PhaseSynthesis || s.Phase == research.PhaseAttribution {
		return writing / 2
	}
	return item*time.Duration(open) + writing
}
