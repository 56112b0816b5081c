package core

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"slices"

	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
	"rabbithole/backend/web"
)

// relating is the flow related.
type relating struct{ *Core }

// relatedMeta is what a run of the flow related keeps of how it was started.
type relatedMeta struct {
	Mode      related.Mode `json:"mode"`
	Automatic bool         `json:"automatic,omitempty"` // nobody asked for it
	webMeta
}

func (c relating) worker(ctx context.Context, run string, meta runMeta) (runner, error) {
	t, err := c.tools(ctx, run, meta)
	if err != nil {
		return nil, err
	}
	web := t.Web
	if web != nil && meta.Related.Automatic {
		t.Web = automaticWeb{web, c.Core, meta.online().Language}
	}
	return executing(c.Core, related.New(t), web)
}

// tools wires what a run works with: pages of the web within the limits of its mode, and a model that it has when nobody else wants it.
func (c relating) tools(ctx context.Context, run string, meta runMeta) (related.Tools, error) {
	kit, _, err := c.kit(ctx, run, source.All(), meta)
	t := related.Tools{Tools: shared.Tools{Kit: kit, Now: c.config.Now}, Shelf: c.db, Yield: c.yield(meta), Log: c.config.Log, Readable: readable,
		Article: func(ctx context.Context, number int64) (string, error) {
			a, err := c.ArticleNumbered(ctx, number)
			return a.Hash, err
		}}
	if err != nil || meta.Related == nil {
		return t, err
	}
	limits := related.LimitsOf(meta.Related.Mode)
	t.Web, err = c.webWithin(ctx, run, meta.online(), limits.Bytes, limits.Fetch)
	return t, err
}

// readable returns what a person reads of a page's HTML.
func readable(ctx context.Context, html string) (string, error) {
	page, err := web.Extract(ctx, []byte(html), new(url.URL))
	return page.Text(), err
}

func (c relating) reader() (runner, error) { return graph.NewRunner(c.graph(), c.db, c.running()) }

// graph is that of runs which are looked at but not executed.
func (c relating) graph() *graph.Graph[related.State] {
	return related.New(related.Tools{})
}

// RelatedState returns the state of a run of the flow related.
func (c *Core) RelatedState(ctx context.Context, id string) (related.State, error) {
	return stateOf(ctx, c, relating{c}.graph(), id, 0)
}

// finished writes down what was found, where everybody looks, and lets go of what was found before. Who executed the run tells of it.
func (c relating) finished(ctx context.Context, r runner, run string) error {
	s, err := c.RelatedState(ctx, run)
	if err != nil {
		return err
	}
	c.beside.rows.Lock()
	defer c.beside.rows.Unlock()
	row, named, err := c.db.RelatedOfRun(ctx, run)
	if err != nil || !named || row.Job != run {
		return err
	}
	if s.Status == related.StatusFailed {
		return c.db.PutRelated(ctx, failedRow(row, s.Error, c.config.Now()))
	}
	before := row.Run
	if row, err = c.foundRow(ctx, row, s); err != nil {
		return err
	}
	if err := cmp.Or(c.hold(ctx, run), c.db.PutRelated(ctx, row)); err != nil {
		return err
	}
	if before != "" {
		if err := c.DeleteRun(ctx, before); err != nil && fault.KindOf(err) != fault.NotFound {
			return err
		}
	}
	return r.Prune(ctx, run, func(p graph.Checkpoint) bool { return p.Seq == 1 })
}

// foundRow is the row of a document with what a run found.
func (c relating) foundRow(ctx context.Context, row store.Related, s related.State) (store.Related, error) {
	var errs []error
	list := func(v any) json.RawMessage {
		raw, err := json.Marshal(v)
		errs = append(errs, err)
		return raw
	}
	life, err := c.lifeOf(ctx, s.Document)
	if err != nil {
		return row, err
	}
	run, err := c.db.Run(ctx, row.Job)
	if err != nil {
		return row, err
	}
	var meta runMeta
	if err := json.Unmarshal(run.Meta, &meta); err != nil {
		return row, err
	}
	now := c.config.Now()
	row.Status, row.Error, row.Run, row.Job = store.RelatedReady, "", row.Job, ""
	row.Made, row.Updated, row.Expires = now, now, now.Add(life)
	row.Summary, row.MadeBy, row.Model = related.Summary(s.Bullets, s.Language), s.Made, ""
	if s.Made != "rule" {
		row.Model = meta.Card.Name
	}
	row.Bullets, row.Sources = list(slices.Clip(s.Bullets)), list(slices.Clip(s.Sources))
	warnings := slices.Clip(s.Warnings)
	if meta.Weak != nil && meta.Engine == settings.Extractive {
		warnings = append(warnings, meta.Weak.PassedOver(s.Language))
	}
	row.Questions, row.Warnings = list(slices.Clip(s.Questions)), list(warnings)
	return row, errors.Join(errs...)
}

// inherit would give a fork its pages; there is none, see Fork.
func (c relating) inherit(ctx context.Context, from, to string) error {
	return c.pass(ctx, c, from, to, nil)
}

// hold cites what the bullets stand on.
func (c relating) hold(ctx context.Context, run string) error {
	s, err := c.RelatedState(ctx, run)
	if err != nil {
		return err
	}
	var passages []string
	for _, b := range s.Bullets {
		for _, p := range b.Places {
			passages = append(passages, p.Passage)
		}
	}
	return c.citePassages(ctx, run, passages)
}

func (c relating) stands(ctx context.Context, run string) (Stands, error) {
	s, err := c.RelatedState(ctx, run)
	return Stands{Kept: len(s.Found), Spend: s.Spend}, err
}

// phase is what a run does, under the specification's names.
func (c relating) phase(node string, status graph.Status) string {
	switch {
	case status == graph.Finished:
		return string(related.StatusReady)
	case node == "":
		return string(related.StatusQueued)
	}
	return string(related.StatusRunning)
}

// read returns what was found to say something: of the rest no list is kept.
func (c relating) read(ctx context.Context, run string) ([]string, error) {
	s, err := c.RelatedState(ctx, run)
	var out []string
	for _, f := range s.Found {
		out = append(out, f.Passage)
	}
	return out, err
}

func (c relating) reports(context.Context, string) bool { return false }

func (c relating) hints() Hints {
	return Hints{"Cancel it, or look once more beside the document.", "Look once more beside the document."}
}
