package core

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/core/shelf"
	"rabbithole/backend/egress"
	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	"rabbithole/backend/fault"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/ollama"
	"rabbithole/backend/reason"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
	"rabbithole/backend/store"
	"rabbithole/prompts"
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

// choose resolves the engine and the model a run is started with. It asks no model: one that auto found and nobody tested yet is tested
// when the run begins.
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

// leastMeasured is how many tokens a model must have been seen to read and write before a run is planned by its pace.
const leastMeasured = 2000

// pace is how fast a model worked on this computer of late, as Card.Pace says it, be it only in its test: 0 when it never worked here.
func (c *Core) pace(ctx context.Context, digest string) (float64, error) {
	p, err := c.db.ModelPace(ctx, digest, paceCalls)
	return paceOf(p, 1), err
}

// planned is the pace that a run plans its time by: as it was measured, or where only the test of the model is known, as that went if it
// was slow. A computer that seems slow gets more time, and none gets less.
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
	kit := &step.Kit{Engine: extract.Engine{Search: shelf.Searcher{Index: c.index, Scope: scope}, Library: shelf.New(c.db.Within(scope, run)), Lexicon: lexicon},
		Caller: reason.Caller{Meter: &budget.Meter{}, Emit: func(ctx context.Context, e event.Event) { graph.Record(ctx, e) }},
		Today:  time.Now().Format(time.DateOnly), JudgeCalls: judgeCalls}
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
	return c.keepMeta(ctx, run, meta)
}

// Thinking is what would do the reasoning of a run begun now, and what else could.
type Thinking struct {
	Engine  settings.Engine `json:"engine"` // in force, never Auto
	Model   string          `json:"model"`  // in force, "" without one
	Weak    *report.Weak    `json:"weak"`   // the model that failed its test: passed over where Model is not its name; null when there is none
	Answers bool            `json:"ollama"` // Ollama does
	Host    string          `json:"host"`   // of Ollama
	Reason  string          `json:"reason"` // what to do, when it does not or the run could not begin
	Models  []prompts.Card  `json:"models"` // installed
	Memory  int64           `json:"memory"` // bytes a model may take on this machine, about; 0 when unknown
	Fits    []Suggestion    `json:"fits"`   // models worth installing, the best first
}

// Suggestion is a model that this machine can run and that is not installed.
type Suggestion = ollama.Suggestion

// Think looks for Ollama and its models, for two seconds at most.
func (c *Core) Think(ctx context.Context) Thinking {
	ctx, cancel := context.WithTimeout(ctx, probe)
	defer cancel()
	set := c.settings.get()
	client, err := c.client()
	if err != nil {
		return Thinking{Engine: set.Engine, Model: set.Model, Reason: err.Error() + ". " + fault.Hint(err)}
	}
	t := Thinking{Host: client.Host(), Engine: set.Engine, Model: set.Model}
	_, err = client.Version(ctx)
	if err == nil {
		t.Answers = true
		t.Models, err = c.Models(ctx)
	}
	meta, cannot := c.choose(ctx, "", "")
	switch {
	case cannot == nil:
		t.Engine, t.Model = meta.Engine, meta.Card.Name
		t.Weak = meta.Weak
	case t.Engine == settings.Auto: // a model was chosen by name, and cannot be had
		t.Engine = settings.Ollama
	}
	if err = cmp.Or(err, cannot); err != nil {
		t.Reason = cmp.Or(fault.Hint(err), err.Error())
	}
	t.Memory = client.Memory(ctx)
	t.Fits = ollama.Suggest(t.Models, t.Memory)
	return t
}

// Connection is an attempt to leave the process: allowed or refused.
type Connection = egress.Connection

// line is how Ollama is reached. A new host gets a gate and a client of its own; runs that are going on keep theirs to their end.
type line struct {
	mu      sync.Mutex
	client  *ollama.Client
	refused error          // why OLLAMA_HOST cannot be used, nil if it can
	gates   []*egress.Gate // the last is the one in use
}

// connect uses the Ollama at host from now on, and allows no connection elsewhere. A host that cannot be used is no
// error yet, since most of the program works without Ollama: client returns it.
func (c *Core) connect(host string) {
	base, err := ollama.ParseHost(host)
	c.ollama.mu.Lock()
	defer c.ollama.mu.Unlock()
	if c.ollama.refused = err; err != nil {
		return
	}
	gate := egress.New(egress.Offline(base.Host), egress.Options{Now: c.config.Now})
	opts := c.config.Ollama
	opts.Journal, opts.Now = c.db, c.config.Now
	c.ollama.client = ollama.New(gate.Client(), base, opts)
	c.ollama.gates = append(c.ollama.gates, gate)
}

// client returns the client of the Ollama in the settings, or a fault of kind Usage if OLLAMA_HOST cannot be used.
func (c *Core) client() (*ollama.Client, error) {
	c.ollama.mu.Lock()
	defer c.ollama.mu.Unlock()
	return c.ollama.client, c.ollama.refused
}

// keptLines is how much of what runs connected to is shown beside what was dialled since the library was opened.
const keptLines = 500

// Connections returns what was dialled or refused since the library was opened, and what runs have read of the web, oldest first; of very many
// the latest.
func (c *Core) Connections() []Connection {
	all, _ := c.keptConnections(context.Background(), "", keptLines) // a log that cannot be read hides nothing of this session's
	all = append(all, c.dialled()...)
	slices.SortStableFunc(all, func(a, b Connection) int { return a.At.Compare(b.At) })
	return all
}

// dialled is what went to Ollama.
func (c *Core) dialled() []Connection {
	c.ollama.mu.Lock()
	defer c.ollama.mu.Unlock()
	var all []Connection
	for _, gate := range c.ollama.gates {
		all = append(all, gate.Connections()...)
	}
	return all
}

func (l *line) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, gate := range l.gates {
		gate.Close()
	}
}

// equip wires what a run works with.
func equip[S any](ctx context.Context, c *Core, g *graph.Graph[S], run string, meta runMeta, scopeIn func(S) source.Scope) (shared.Tools, error) {
	scope, err := scopeOfRun(ctx, c, g, run, scopeIn)
	if err != nil {
		return shared.Tools{}, err
	}
	return c.online(ctx, run, scope, meta)
}

// online is what a run works with that may use the web; one that is offline has none.
func (c *Core) online(ctx context.Context, run string, scope source.Scope, meta runMeta) (shared.Tools, error) {
	kit, making, err := c.kit(ctx, run, scope, meta)
	t := shared.Tools{Kit: kit, Making: making, Reports: wholeCost{c.db, c}, Now: c.config.Now, Connections: c.connectionsOf}
	if err == nil {
		t.Web, err = c.web(ctx, run, meta.online())
	}
	return t, err
}
