package core

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/core/shelf"
	"rabbithole/backend/extract"
	"rabbithole/backend/fault"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// Explore is a question that a person wants taken apart until each part is answered: from the library, from files of the person's own and, as
// far as allowed, from the web.
type Explore struct {
	Question    string          `json:"question"`
	Context     []string        `json:"context"`     // hashes of files that Attach kept
	Collections []string        `json:"collections"` // only these; empty: all
	Documents   []string        `json:"documents"`   // names; only these; empty: all
	Engine      settings.Engine `json:"engine"`      // "" is the setting
	Model       string          `json:"model"`       // "" is the setting
	Web         WebPolicy       `json:"web"`         // for what library and files do not say: "" not at all, "listed" hosts only, "open"
	Hosts       []string        `json:"hosts"`       // that WebListed may read; empty: those of the settings
	Consented   bool            `json:"consented"`   // what is sent to the provider was agreed to: the run does not ask again
	MaxDepth    int             `json:"max_depth"`   // the root has depth 0; 0 is the setting, like the next two
	MaxBreadth  int             `json:"max_breadth"` // children of one question
	MaxNodes    int             `json:"max_nodes"`   // questions of the tree
}

// StartExplore stores a new run; Resume executes it. Its files are not read before.
func (c *Core) StartExplore(ctx context.Context, e Explore) (graph.Run, error) {
	question := strings.TrimSpace(e.Question)
	if err := c.askable(ctx, question, false); err != nil {
		return graph.Run{}, err
	}
	files, err := c.attachedOnce(ctx, e.Context)
	if err != nil {
		return graph.Run{}, err
	}
	language, err := c.asksIn(ctx, question, e.Collections, e.Documents, "")
	if err != nil {
		return graph.Run{}, err
	}
	meta, err := c.means(ctx, language, e.Web, e.Hosts, e.Engine, e.Model)
	if err != nil {
		return graph.Run{}, err
	}
	state := explore.State{Question: question, Language: language, Allow: allowance(e.Web, e.Consented), Attached: files,
		SessionContextID: contextID(files)}
	if state.Settings, err = e.bounds(c.settings.get().Explore); err != nil {
		return graph.Run{}, err
	}
	state.Settings.MaxCalls, state.Settings.MaxMinutes = c.settings.get().Research.MaxCalls, c.settings.get().Research.MaxMinutes
	if state.Scope, err = c.scopeBeside(ctx, e.Collections, e.Documents, len(files) > 0 || e.Web != WebOff, ", attach a file to the question: --context FILE, or allow the web: --web"); err != nil {
		return graph.Run{}, err
	}
	return begin(ctx, c, exploring{c}, newRun[explore.State]{graph: exploring{c}.graph(), begin: graph.Begin{Title: question}, meta: meta, state: state, files: files})
}

// attachedOnce returns the files of a run, each once, if all of them are attached.
func (c *Core) attachedOnce(ctx context.Context, hashes []string) ([]string, error) {
	var out []string
	for _, hash := range hashes {
		if _, err := c.db.Attached(ctx, hash); err != nil {
			return nil, err
		}
		if !slices.Contains(out, hash) {
			out = append(out, hash)
		}
	}
	return out, nil
}

// contextID names what a run was given: the same files in the same order have the same.
func contextID(files []string) string {
	if len(files) == 0 {
		return ""
	}
	sum := sha256.Sum256([]byte(strings.Join(files, " ")))
	return hex.EncodeToString(sum[:6])
}

// bounds are the settings with what this tree is bounded by instead.
func (e Explore) bounds(s explore.Settings) (explore.Settings, error) {
	for _, b := range []struct {
		name  string
		value int
		most  int
		into  *int
	}{{"depth", e.MaxDepth, settings.MostDepth, &s.MaxDepth}, {"breadth", e.MaxBreadth, explore.MostBreadth, &s.MaxBreadth},
		{"number of questions", e.MaxNodes, settings.MostNodes, &s.MaxNodes}} {
		if b.value < 0 || b.value > b.most {
			return s, fault.New("explore", fault.Usage, fmt.Sprintf("Name a whole number from 1 to %d, or leave it to the settings.", b.most),
				fmt.Errorf("the %s cannot be %d", b.name, b.value))
		}
		if b.value > 0 {
			*b.into = b.value
		}
	}
	return s.Filled(), nil
}

// exploring is the flow explore.
type exploring struct{ *Core }

func (c exploring) worker(ctx context.Context, run string, meta runMeta) (runner, error) {
	t, err := equip(ctx, c.Core, c.graph(), run, meta, func(s explore.State) source.Scope { return s.Scope })
	if err != nil {
		return nil, err
	}
	return executing(c.Core, explore.New(explore.Tools{Tools: t, Rows: c.db, Attached: attached{c.Core, run}}), t.Web)
}

func (c exploring) reader() (runner, error) { return graph.NewRunner(c.graph(), c.db, c.running()) }

// graph is that of runs which are looked at but not executed.
func (c exploring) graph() *graph.Graph[explore.State] {
	return explore.New(explore.Tools{})
}

// finished writes the report into files, and leaves the run its beginning and where its files were read: the other checkpoints served to resume it.
func (c exploring) finished(ctx context.Context, r runner, run string) error {
	if _, err := c.WriteReport(ctx, run); err != nil {
		return err
	}
	return r.Prune(ctx, run, func(p graph.Checkpoint) bool { return p.Seq == 1 || p.Node == "bind" })
}

// inherit gives a fork the articles that were read, the pages cited and the report if it is written; rows and files it has had since it exists.
func (c exploring) inherit(ctx context.Context, from, to string) error {
	s, err := c.ExploreState(ctx, to)
	if err != nil {
		return err
	}
	return c.pass(ctx, c, from, to, written(0, s.Reported))
}

// hold cites what the questions found and what the context stands on.
func (c exploring) hold(ctx context.Context, run string) error {
	records, err := c.ExploreRecords(ctx, run)
	if err != nil {
		return err
	}
	passages := map[string]bool{}
	for _, r := range records {
		for _, k := range r.Evidence {
			passages[k.Passage] = true
		}
	}
	bundle, err := c.ExploreContext(ctx, run)
	if err != nil {
		return err
	}
	for _, x := range bundle.AggregateDigest {
		for _, quote := range x.Quotes {
			passages[quote.Passage] = true
		}
	}
	return c.citePassages(ctx, run, slices.Collect(maps.Keys(passages)))
}

func (c exploring) stands(ctx context.Context, run string) (Stands, error) {
	s, err := c.ExploreState(ctx, run)
	sum := s.Summary()
	out := Stands{Done: sum.Answered, Total: sum.Nodes, Spend: s.Spend}
	for _, n := range s.Tree {
		out.Kept += n.Kept
	}
	return out, err
}

// phase is one of reading the files, working on questions, and done.
func (c exploring) phase(node string, status graph.Status) string {
	switch {
	case status == graph.Finished:
		return explore.PhaseDone
	case node == "" || node == "open" || node == "parse":
		return explore.PhaseParsing
	}
	return explore.PhaseExploring
}

func (c exploring) reports(context.Context, string) bool { return true }

func (c exploring) hints() Hints {
	return Hints{"Steer an exploration at a question of its tree: stop it, ask it anew or dig at it; or finish the run.", "Fork it, or explore again."}
}

// ExploreState returns the state of a run of the flow explore.
func (c *Core) ExploreState(ctx context.Context, run string) (explore.State, error) {
	return stateOf(ctx, c, exploring{c}.graph(), run, 0)
}

// ExploreRecords returns what questions of a run's tree found, by ID; all of them when none is named. It reads the table once.
func (c *Core) ExploreRecords(ctx context.Context, run string, nodes ...string) (map[string]explore.Record, error) {
	s, err := c.ExploreState(ctx, run)
	if err != nil {
		return nil, err
	}
	var wanted []explore.Node
	var keys []string
	for _, n := range s.Tree {
		if len(nodes) == 0 || slices.Contains(nodes, n.ID) {
			wanted, keys = append(wanted, n), append(keys, n.RowKey())
		}
	}
	rows, err := c.db.RowsAt(ctx, s.Runs, keys)
	if err != nil {
		return nil, err
	}
	out := make(map[string]explore.Record, len(wanted))
	for _, n := range wanted {
		if out[n.ID], err = explore.Read(ctx, readRows(rows), s, n); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// ExploreContext returns what a run was given: its files, and what is known of them once they are read.
func (c *Core) ExploreContext(ctx context.Context, run string) (explore.ContextBundle, error) {
	s, err := c.ExploreState(ctx, run)
	if err != nil {
		return explore.ContextBundle{}, err
	}
	return explore.Bundle(ctx, c.db, s)
}

// ExploreEvidence returns what a question kept, with its text. It reads the library a few times in all, however much there is.
func (c *Core) ExploreEvidence(ctx context.Context, r explore.Record) ([]cite.Evidence, error) {
	shelf := shelf.New(&c.db.Reader)
	if err := shelf.Stock(ctx, r.Evidence); err != nil {
		return nil, err
	}
	return shared.EvidenceLeft(ctx, shelf, r.Evidence)
}

// ExploreContextEvidence returns what the items of a question's context quote, each quote as a piece of evidence at the place where it stands: a
// passage may begin on another page. What cannot be found any more is left out.
func (c *Core) ExploreContextEvidence(ctx context.Context, slice explore.NodeContextSlice) ([]cite.Evidence, error) {
	shelf, known := shelf.New(&c.db.Reader), map[extract.ContextQuote]bool{}
	var out []cite.Evidence
	for _, item := range slice.SelectedItems {
		for _, quote := range item.Quotes {
			if known[quote] {
				continue
			}
			known[quote] = true
			e, err := contextEvidence(ctx, shelf, quote)
			if err != nil && fault.KindOf(err) != fault.NotFound { // else its file is gone from the library
				return nil, err
			}
			if len(e.Quotes) > 0 {
				out = append(out, e)
			}
		}
	}
	return out, nil
}

// contextEvidence finds a quote of the context where it stands; evidence without quotes when it does not.
func contextEvidence(ctx context.Context, shelf *shelf.Shelf, quote extract.ContextQuote) (cite.Evidence, error) {
	p, err := shelf.Passage(ctx, quote.Passage)
	if err != nil {
		return cite.Evidence{}, err
	}
	kept, ok, err := shared.Keep(ctx, shelf, p, extract.Judgement{Quotes: []string{quote.Text}})
	if err != nil || !ok {
		return cite.Evidence{}, err
	}
	e, err := shared.Hydrate(ctx, shelf, kept)
	if err != nil {
		return e, err
	}
	e.Page = e.Quotes[0].Span.Page
	e.Label, err = shelf.PageLabel(ctx, e.Document, e.Page)
	e.Extract = quote.Text
	return e, err
}

// read returns what the tree's questions have judged, in the order of the tree and each once.
func (c exploring) read(ctx context.Context, run string) ([]string, error) {
	s, err := c.ExploreState(ctx, run)
	if err != nil {
		return nil, err
	}
	records, err := c.ExploreRecords(ctx, run)
	if err != nil {
		return nil, err
	}
	var out []string
	seen := map[string]bool{}
	for _, n := range s.Tree {
		for _, id := range records[n.ID].Read {
			if !seen[id] {
				seen[id] = true
				out = append(out, id)
			}
		}
	}
	return out, nil
}

// readRows are rows that have been read already.
type readRows map[store.RowKey]json.RawMessage

// Row implements explore.Rows.
func (r readRows) Row(_ context.Context, run, key string) (json.RawMessage, error) {
	return r[store.RowKey{Run: run, Key: key}], nil
}

// PutRow implements explore.Rows: nothing is written while one looks.
func (r readRows) PutRow(context.Context, string, string, json.RawMessage) error { return nil }

// Evidence returns what a run kept, with its text. It reads the library a few times in all, however much there is.
func (c *Core) Evidence(ctx context.Context, s research.State) ([]cite.Evidence, error) {
	shelf := shelf.New(&c.db.Reader)
	if err := shelf.Stock(ctx, shared.Refs(s.Evidence)); err != nil {
		return nil, err
	}
	return shared.EvidenceLeft(ctx, shelf, s.Evidence)
}
