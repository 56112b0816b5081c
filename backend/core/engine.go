package core

import (
	"context"
	"encoding/json"
	"rabbithole/backend/budget"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/core/shelf"
	"rabbithole/backend/event"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
	"rabbithole/backend/store"
	"rabbithole/prompts"
	"time"
)

// probe bounds how long auto waits for an Ollama that may not be there.
const probe = 2 * time.Second

// pickTime is how long a server has to tell of its models where the built-in engine can do without.
const pickTime = 12 * time.Second

// runMeta is what a run keeps of how it was started. The card pins model, digest and context length: a run resumed next week asks the
// journal and the server the same as today.
type runMeta struct {
	Engine   settings.Engine `json:"engine"`
	Card     prompts.Card    `json:"card"`            // zero for the extractive engine
	Wrote    settings.Engine `json:"wrote,omitempty"` // what wrote the report, where that was not Engine
	Auto     bool            `json:"auto,omitempty"`  // nobody asked for this model: it has to pass its test before the run begins
	Weak     *report.Weak    `json:"weak,omitempty"`  // the model that did not pass its test: used all the same, or not by the extractive engine
	Depth    research.Depth  `json:"depth,omitempty"`
	Follows  string          `json:"follows,omitempty"`  // the run whose report it asks about further
	Web      *webMeta        `json:"web,omitempty"`      // of a run of research, explore or discover that may use the web for what the documents do not say
	Ask      *askMeta        `json:"ask,omitempty"`      // of a run of the flow answer
	Discover *discoverMeta   `json:"discover,omitempty"` // of a run of the flow discover
	Related  *relatedMeta    `json:"related,omitempty"`  // of a run of the flow related
}

// choose resolves the engine and the model a run is started with. It asks no model: one that auto found and nobody tested yet is tested when the run begins.
func (c *Core) choose(ctx context.Context, want settings.Engine, model string) (runMeta, error) {
	if want == "" {
		want = c.settings.get().Engine
	}
	if model == "" {
		model = c.settings.get().Model
	}
	if want == settings.Extractive {
		return runMeta{Engine: settings.Extractive}, nil
	}
	client, err := c.client()
	if err != nil {
		return runMeta{}, err
	}
	switch want {
	case settings.Ollama:
		card, err := client.Pick(ctx, model)
		if err == nil {
			card.Pace, err = c.planned(ctx, card.Digest)
		}
		return runMeta{Engine: settings.Ollama, Card: card}, err
	case settings.Auto:
		short, cancel := context.WithTimeout(ctx, probe)
		defer cancel()
		if _, err := client.Version(short); err != nil && model == "" {
			return runMeta{Engine: settings.Extractive}, nil
		}
		patient, give := context.WithTimeout(ctx, pickTime)
		defer give()
		card, err := client.Pick(patient, model)
		if err != nil && model == "" && ctx.Err() == nil { // no model, or a server that does not tell of any
			return runMeta{Engine: settings.Extractive}, nil
		}
		if err == nil {
			card.Pace, err = c.planned(ctx, card.Digest)
		}
		meta := runMeta{Engine: settings.Ollama, Card: card, Auto: model == ""}
		if err == nil {
			meta, err = c.sifted(ctx, meta)
		}
		return meta, err
	}
	return runMeta{}, fault.New("use engine "+string(want), fault.Usage, "The engines are auto, ollama and extractive.", nil)
}

// leastMeasured is how many tokens a model must have been seen to read and write before its pace is believed.
const leastMeasured = 2000

// pace is how fast a model worked on this computer of late, as Card.Pace says it.
func (c *Core) pace(ctx context.Context, digest string) (float64, error) {
	p, err := c.db.ModelPace(ctx, digest, paceCalls)
	return paceOf(p, leastMeasured), err
}

// planned is the pace that a run plans its time by: as it was measured, or where only the test of the model is known, as that went if it was slow. A computer
// that seems slow gets more time, and none gets less.
func (c *Core) planned(ctx context.Context, digest string) (float64, error) {
	p, err := c.db.ModelPace(ctx, digest, paceCalls)
	pace := paceOf(p, leastMeasured)
	if seems := paceOf(p, 1); pace == 0 && seems < prompts.UnknownPace {
		pace = seems
	}
	return pace, err
}

// paceOf is 0 for a model that was seen to read and write fewer tokens than least.
func paceOf(p store.Pace, least int) float64 {
	if tokens := p.Prompt + prompts.Writing*p.Reply; tokens >= least && p.Time > 0 {
		return float64(tokens) / p.Time.Seconds()
	}
	return 0
}

// OpenModel returns the model that a run with this engine would be started with, nil for the extractive one.
func (c *Core) OpenModel(ctx context.Context, engine settings.Engine, name string) (reason.Model, error) {
	meta, err := c.choose(ctx, engine, name)
	if err != nil || meta.Engine != settings.Ollama {
		return nil, err
	}
	client, err := c.client()
	if err != nil {
		return nil, err
	}
	return client.Open(ctx, meta.Card)
}

// judgeCalls is how many calls judging the passages of one question takes at the most: with a small context code chooses those that promise most.
const judgeCalls = 2

// kit wires what the steps of a run work with, limited to its scope, and says what thinks in them.
func (c *Core) kit(ctx context.Context, run string, scope source.Scope,
	meta runMeta) (*step.Kit, report.Making, error) {
	making := report.Making{Engine: string(meta.Engine), Version: Version, Weak: meta.Weak}
	lexicon, err := c.index.Lexicon(ctx)
	if err != nil {
		return nil, making, err
	}
	kit := &step.Kit{Search: shelf.Searcher{Index: c.index, Scope: scope}, Library: shelf.New(c.db.Within(scope, run)), Lexicon: lexicon,
		Meter: &budget.Meter{}, Today: time.Now().Format(time.DateOnly), JudgeCalls: judgeCalls,
		Emit: func(ctx context.Context, e event.Event) { graph.Record(ctx, e) }}
	if meta.Engine != settings.Ollama {
		return kit, making, nil
	}
	client, err := c.client()
	if err != nil {
		return kit, making, err
	}
	model, err := client.Open(ctx, meta.Card)
	if err != nil {
		return kit, making, err
	}
	kit.Model = &voice{Model: model.ForRun(run), core: c, run: run, meta: meta, alone: c.aloneOf(run)}
	making.Model, making.Digest, making.NumCtx = meta.Card.Name, meta.Card.Digest, meta.Card.NumCtx
	return kit, making, nil
}

// wrote notes of a finished run whether its report was written by rule although a model was chosen: lists name what wrote.
func (c *Core) wrote(ctx context.Context, id string, byRule bool) error {
	run, err := c.db.Run(ctx, id)
	if err != nil {
		return err
	}
	var meta runMeta
	if err := json.Unmarshal(run.Meta, &meta); err != nil || byRule == (meta.Wrote != "") {
		return err
	}
	if meta.Wrote = ""; byRule {
		meta.Wrote = settings.Extractive
	}
	raw, err := json.Marshal(meta)
	if err != nil {
		return err
	}
	return c.db.PutMeta(ctx, id, raw)
}
