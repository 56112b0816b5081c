package core

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
	"rabbithole/backend/store"
)

// FindRelated is a wish to find what is related to a document.
type FindRelated struct {
	Document  string          `json:"document"`  // hash
	Page      int             `json:"page"`      // being read; 0: not known
	Mode      related.Mode    `json:"mode"`      // "quick", "standard" or "deep"; "" is the setting
	Language  string          `json:"language"`  // of what is said: "de" or "en"; "" is the document's
	Web       WebPolicy       `json:"web"`       // "" not at all, "listed" hosts only, "open"
	Hosts     []string        `json:"hosts"`     // that WebListed may read; empty: those of the settings
	Consented bool            `json:"consented"` // what is sent to the provider was agreed to: the run does not ask
	Force     bool            `json:"force"`     // look anew, although what was found is fresh
	Engine    settings.Engine `json:"-"`         // "" is the setting
	Model     string          `json:"-"`         // "" is the setting
	Automatic bool            `json:"-"`         // nobody pressed a button: what it may do is in the settings
	Client    string          `json:"-"`         // whose runs are counted; "" for those that are not
}

// StartRelated returns what is fresh, or begins to look in the background and returns at once; EventRelated tells how it goes on. Beside a
// document one search goes on at a time, in the library one after the other.
func (c *Core) StartRelated(ctx context.Context, f FindRelated) (Related, error) {
	a, err := c.db.NumberOf(ctx, f.Document)
	if err != nil {
		return Related{}, err
	}
	if f.Page < 0 || a.Pages > 0 && f.Page > a.Pages {
		return Related{}, fault.New("look for what is related to "+a.Name, fault.Usage, fmt.Sprintf("Its pages are 1 to %d; 0 is any.", a.Pages),
			fmt.Errorf("there is no page %d", f.Page))
	}
	if f.Automatic {
		c.automatic(&f)
	}
	c.beside.rows.Lock()
	defer c.beside.rows.Unlock()
	row, err := c.db.Related(ctx, a.ID)
	if err != nil {
		return Related{}, err
	}
	if c.serves(ctx, a, row, f) {
		return c.relatedRow(a, row)
	}
	if row, err = c.beginJob(ctx, a, row, f); err != nil {
		return Related{}, err
	}
	return c.relatedRow(a, row)
}

// automatic fills in what an automatic search may do.
func (c *Core) automatic(f *FindRelated) {
	set := c.settings.get().Related
	f.Mode, f.Force, f.Client = "", false, ""
	f.Web, f.Consented = WebOff, false
	if set.AutomaticWeb {
		f.Web, f.Consented = WebOpen, true
	}
}

// serves reports whether a row is the answer as it stands.
func (c *Core) serves(ctx context.Context, a Article, row store.Related, f FindRelated) bool {
	now := c.config.Now()
	switch row.Status {
	case store.RelatedQueued, store.RelatedRunning:
		if row.Automatic && !f.Automatic {
			return false // what a person asks for takes the place of what was begun by itself
		}
		if f.Force && !c.beside.busy(row.Job) && !c.meant(ctx, a, row.Job, f) {
			return false // and of what was asked for otherwise, when nobody works on it: the program was killed, or a person is asked
		}
		c.enqueue(row.Job)
		return true
	case store.RelatedReady:
		if now.Before(row.Expires) {
			return !f.Force
		}
	case store.RelatedFailed:
		if f.Automatic && now.Before(row.Updated.Add(failedLife)) {
			return true
		}
	}
	return f.Automatic && !c.settings.get().Related.Automatic
}

// meant reports whether a run looks for what the wish asks for: beside the same page, with the same.
func (c *Core) meant(ctx context.Context, a Article, job string, f FindRelated) bool {
	run, err := c.db.Run(ctx, job)
	if err != nil {
		return false
	}
	s, err := c.RelatedState(ctx, job)
	if err != nil || s.Page != f.Page {
		return false
	}
	meta, err := c.relatedMeta(ctx, a, f)
	if err != nil {
		return false
	}
	raw, err := json.Marshal(meta)
	return err == nil && bytes.Equal(raw, run.Meta)
}

// beginJob stores a run and the row that names it, and lets it be executed.
func (c *Core) beginJob(ctx context.Context, a Article, row store.Related, f FindRelated) (store.Related, error) {
	meta, err := c.relatedMeta(ctx, a, f)
	if err != nil {
		return c.refused(ctx, a, row, f, err)
	}
	if err := c.beside.limit.take(f.Client, c.config.Now()); err != nil {
		return row, err
	}
	if err := c.leaveJob(ctx, row.Job); err != nil {
		return row, err
	}
	run, err := create(ctx, c, newRun[related.State]{graph: relating{c}.graph(), begin: graph.Begin{Title: a.Name}, meta: meta,
		state: related.State{Article: a.ID, Document: a.Hash, Page: f.Page, Mode: meta.Related.Mode, Language: f.Language,
			Allow: allowance(f.Web, f.Consented), Automatic: f.Automatic, Status: related.StatusQueued}})
	if err != nil {
		return row, err
	}
	row.Article, row.Status, row.Error, row.Job, row.Mode, row.Automatic = a.ID, store.RelatedQueued, "", run.ID, string(meta.Related.Mode), f.Automatic
	row.Updated = c.config.Now()
	if row.Created.IsZero() {
		row.Created = row.Updated
	}
	if err := c.putRelated(ctx, row); err != nil {
		return row, err
	}
	c.enqueue(run.ID)
	return row, nil
}

// leaveJob ends the search that another takes the place of, or forgets one that failed: what a model answered it is asked again.
func (c *Core) leaveJob(ctx context.Context, job string) error {
	if job == "" {
		return nil
	}
	if err := c.Stop(ctx, job, graph.Cancelled); err != nil && fault.KindOf(err) != fault.NotFound {
		return err
	}
	c.beside.forget(job)
	if err := c.db.ForgetCalls(ctx, job); err != nil {
		return err
	}
	if err := c.DeleteRun(ctx, job); err != nil && fault.KindOf(err) != fault.NotFound && fault.KindOf(err) != fault.Locked {
		return err
	}
	return nil
}

// refused notes why a search could not begin where the wish was all right: a key is missing, or the model's server does not answer. What is
// wrong with the wish is told alone.
func (c *Core) refused(ctx context.Context, a Article, row store.Related, f FindRelated, why error) (store.Related, error) {
	kind := fault.KindOf(why)
	if missing := (cannotSearch{}); ctx.Err() != nil || !errors.As(why, &missing) && kind != fault.Unavailable && kind != fault.NotFound {
		return row, why
	}
	if err := c.leaveJob(ctx, row.Job); err != nil {
		return row, err
	}
	row.Article, row.Created, row.Automatic, row.Job = a.ID, cmp.Or(row.Created, c.config.Now()), f.Automatic, ""
	row = failedRow(row, whyRelated(cmp.Or(f.Language, a.Language), graph.Run{}, why), c.config.Now())
	return row, c.putRelated(ctx, row)
}

// relatedModes are how far a search beside a document may go.
var relatedModes = []related.Mode{related.Quick, related.Standard, related.Deep}

// relatedMeta checks what is to be worked with.
func (c *Core) relatedMeta(ctx context.Context, a Article, f FindRelated) (runMeta, error) {
	mode := cmp.Or(f.Mode, related.Mode(c.settings.get().Related.Mode))
	if !slices.Contains(relatedModes, mode) {
		return runMeta{}, fault.New("look for what is related", fault.Usage, "The modes are quick, standard and deep.",
			fmt.Errorf("there is no mode %q", mode))
	}
	web, err := c.allow(a.Language, f.Web, f.Hosts)
	if err != nil && f.Automatic { // the library is there all the same
		web, err = webMeta{}, nil
	}
	if err != nil {
		return runMeta{}, err
	}
	meta, err := c.choose(ctx, f.Engine, f.Model)
	meta.Related = &relatedMeta{mode, f.Automatic, web}
	return meta, err
}

// CancelRelated ends the search beside a document, if there is one; what was found before stays.
func (c *Core) CancelRelated(ctx context.Context, hash string) (Related, error) {
	a, err := c.db.NumberOf(ctx, hash)
	if err != nil {
		return Related{}, err
	}
	c.beside.rows.Lock()
	defer c.beside.rows.Unlock()
	row, err := c.db.Related(ctx, a.ID)
	if err != nil {
		return Related{}, err
	}
	if row.Status == store.RelatedQueued || row.Status == store.RelatedRunning {
		job := row.Job
		if err := c.relatedCancelled(ctx, &row); err != nil {
			return Related{}, err
		}
		if err := c.leaveJob(ctx, job); err != nil {
			return Related{}, err
		}
	}
	return c.relatedRow(a, row)
}

// dropRelated forgets what was found beside a document, and the runs that found it.
func (c *Core) dropRelated(ctx context.Context, a Article) error {
	c.beside.rows.Lock()
	row, err := c.db.Related(ctx, a.ID)
	if err == nil {
		err = cmp.Or(c.leaveJob(ctx, row.Job), c.db.DropRelated(ctx, a.ID))
	}
	c.beside.rows.Unlock()
	return cmp.Or(err, c.tidyRelated(ctx))
}

// tidyRelated deletes what was found beside documents that are gone, and the runs that no document names: those that found it, and one that began
// when the program was killed before it wrote down beside what.
func (c *Core) tidyRelated(ctx context.Context) error {
	c.beside.rows.Lock()
	defer c.beside.rows.Unlock()
	if err := c.db.DropLeftRelated(ctx); err != nil {
		return err
	}
	stray, err := c.db.StrayRelated(ctx, related.Name)
	if err != nil {
		return err
	}
	for _, run := range stray {
		if err := c.leaveJob(ctx, run); err != nil {
			return err
		}
	}
	return nil
}

// ResumeRelated goes on with what a crash or the end of the program left unfinished beside documents, in the background. No row says
// afterwards that something is being looked for when nothing is.
func (c *Core) ResumeRelated(ctx context.Context) error {
	if c.config.ReadOnly {
		return nil
	}
	if err := c.tidyRelated(ctx); err != nil {
		return err
	}
	rows, err := c.db.UnfinishedRelated(ctx)
	if err != nil {
		return err
	}
	for _, row := range rows {
		run, err := c.db.Run(ctx, row.Job)
		if err == nil && run.Status != graph.Finished && run.Status != graph.Failed && run.Status != graph.Cancelled {
			c.enqueue(run.ID)
			continue
		}
		if err == nil && run.Status == graph.Finished { // it ended between its last position and the row
			if err = c.finishRelated(ctx, run.ID); err == nil {
				continue
			}
		}
		c.beside.rows.Lock()
		err = c.relatedFailed(ctx, row, whyRelated(c.languageBeside(ctx, row), run, nil))
		c.beside.rows.Unlock()
		if err != nil {
			return err
		}
	}
	return nil
}

// writeDown writes down what a run found that has reached its end, unless that is done.
func (c *Core) writeDown(ctx context.Context, run string) error {
	r, err := relating{c}.reader()
	if err != nil {
		return err
	}
	return relating{c}.finished(ctx, r, run)
}

func (c *Core) finishRelated(ctx context.Context, run string) error {
	if err := c.writeDown(ctx, run); err != nil {
		return err
	}
	row, named, err := c.db.RelatedOfRun(ctx, run)
	if named {
		c.tellRelated(ctx, row)
	}
	return err
}

// ContinueRelated lets a run go on that was told something.
func (c *Core) ContinueRelated(run string) { c.enqueue(run) }

// automaticWeb is the web of a search that nobody asked for. It is there as long as the setting says so: one that waited for its turn, for
// a model or for the program to be started again sends nothing any more after a person switched it off.
type automaticWeb struct {
	step.Web
	core     *Core
	language string // of what is said about it
}

// Search implements step.Web.
func (w automaticWeb) Search(ctx context.Context, query string, limit int) ([]source.WebHit, error) {
	if err := w.switchedOff(); err != nil {
		return nil, err
	}
	return w.Web.Search(ctx, query, limit)
}

// Read implements step.Web.
func (w automaticWeb) Read(ctx context.Context, address string) (source.Article, []source.Passage, error) {
	if err := w.switchedOff(); err != nil {
		return source.Article{}, nil, err
	}
	return w.Web.Read(ctx, address)
}

func (w automaticWeb) switchedOff() error {
	if w.core.settings.get().Related.AutomaticWeb {
		return nil
	}
	op, why, hint := "search by itself", "searching the web by itself was switched off", "Start the search yourself to use the web."
	if w.language == "de" {
		op, why, hint = "von selbst suchen", "die Suche im Web von selbst wurde abgeschaltet", "Starten Sie die Suche selbst, um das Web zu nutzen."
	}
	return fault.New(op, fault.Cancelled, hint, errors.New(why))
}
