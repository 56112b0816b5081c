package core

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/graph"
	"rabbithole/backend/store"
	"slices"
)

// FindRelated is a wish to find what is related to a document.
type FindRelated struct {
	Document  string       // hash
	Page      int          // being read; 0: not known
	Mode      related.Mode // "" is the setting
	Language  string       // of what is said to the person; "" is the document's
	Web       WebPolicy
	Hosts     []string        // that WebListed may read; empty: those of the settings
	Consented bool            // what is sent to the provider was agreed to: the run does not ask
	Engine    settings.Engine // "" is the setting
	Model     string          // "" is the setting
	Force     bool            // look anew, although what was found is fresh
	Automatic bool            // nobody pressed a button: what it may do is in the settings
	Client    string          // whose runs are counted; "" for those that are not
}

// StartRelated returns what is fresh, or begins to look in the background and returns at once; EventRelated tells how it goes on. Beside a document one
// search goes on at a time, in the library one after the other.
func (c *Core) StartRelated(ctx context.Context, f FindRelated) (Related, error) {
	a, err := c.db.NumberOf(ctx, f.Document)
	if err != nil {
		return Related{}, err
	}
	if f.Page < 0 || a.Pages > 0 && f.Page > a.Pages {
		return Related{}, fault.New("look for what is related to "+a.Name, fault.Usage, fmt.Sprintf("Its pages are 1 to %d; 0 is any.", a.Pages), fmt.Errorf("there is no page %d", f.Page))
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

// refused notes why a search could not begin where the wish was all right: a key is missing, or the model's server does not answer. What is wrong with the
// wish is told alone.
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
		return runMeta{}, fault.New("look for what is related", fault.Usage, "The modes are quick, standard and deep.", fmt.Errorf("there is no mode %q", mode))
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
