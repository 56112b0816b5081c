package core

import (
	"context"
	"encoding/json"
	"rabbithole/backend/cite"
	"rabbithole/backend/core/shelf"
	"rabbithole/backend/fault"
	"slices"

	shared "rabbithole/backend/flow"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/step"
	"rabbithole/backend/store"
)

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
	shelf, known := shelf.New(&c.db.Reader), map[step.ContextQuote]bool{}
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
func contextEvidence(ctx context.Context, shelf *shelf.Shelf, quote step.ContextQuote) (cite.Evidence, error) {
	p, err := shelf.Passage(ctx, quote.Passage)
	if err != nil {
		return cite.Evidence{}, err
	}
	kept, ok, err := shared.Keep(ctx, shelf, step.Reading{Passage: p}, step.Judgement{Quotes: []string{quote.Text}})
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

// readExploring returns the IDs of the passages that a tree's questions have judged, in the order of the tree and each once.
func (c *Core) readExploring(ctx context.Context, run string) ([]string, error) {
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
	kept := make([]shared.Kept, len(s.Evidence))
	for i, k := range s.Evidence {
		kept[i] = shared.Kept{Passage: k.Passage, Quotes: k.Quotes}
	}
	if err := shelf.Stock(ctx, kept); err != nil {
		return nil, err
	}
	return research.Evidence(ctx, shelf, s.Evidence)
}
