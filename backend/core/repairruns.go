package core

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"rabbithole/backend/core/disk"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/core/watch"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/graph"
	"rabbithole/backend/store"
)

// runs reads every run as the program does when it shows it or goes on with it, records what it cites, and says what became of each.
func (k *checker) runs(ctx context.Context) error {
	runs, err := k.core.db.Runs(ctx, graph.Filter{})
	if err != nil {
		return err
	}
	for _, run := range runs {
		if run.Parent != "" {
			err = k.part(ctx, run)
		} else {
			err = k.run(ctx, run)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return fmt.Errorf("read run %s: %w", run.ID, err)
		}
	}
	for _, run := range k.saved.Gone {
		if _, err := k.core.db.Run(ctx, run.ID); errors.Is(err, graph.ErrNotFound) && run.Flow != related.Name {
			k.became(run.ID, run.Title, "it is lost")
		}
	}
	whole := 0
	for _, run := range runs {
		if listed(run) && !k.said[run.ID] {
			whole++
		}
	}
	if whole > 0 {
		k.repaired("%s whole.", disk.Count(whole, "run is", "runs are"))
	}
	return nil
}

// became says what a repair made of a run.
func (k *checker) became(run, title, what string, args ...any) {
	k.said[run] = true
	k.repaired("Run %s: %s. It asked: %s", run, fmt.Sprintf(what, args...), title)
}

// run looks at a run that is no part of another.
func (k *checker) run(ctx context.Context, run graph.Run) error {
	if slices.ContainsFunc(k.saved.Back, func(r store.LostRun) bool { return r.ID == run.ID }) {
		k.became(run.ID, run.Title, "it is back where it stood, but how it was started is lost; it goes on with the built-in engine")
	}
	stands, err := k.position(ctx, run)
	switch {
	case err != nil:
		return err
	case stands.lost != nil && run.Status == graph.Finished:
		if !k.said[run.ID] {
			k.became(run.ID, run.Title, "its course is lost")
		}
	case errors.Is(stands.lost, graph.ErrNotFound):
		k.became(run.ID, run.Title, "its position is lost; ask again")
		run.Status, run.Error, run.Hint = graph.Failed, "its position was lost with a damaged database", "Ask the question again, in a new run."
		if _, err := k.core.db.Commit(ctx, graph.Commit{Run: run}); err != nil {
			return err
		}
	case stands.lost != nil:
		k.became(run.ID, run.Title, "it cannot go on (%v) %s", stands.lost, fault.Hint(stands.lost))
	case stands.earlier && run.Status == graph.Finished:
		if !k.said[run.ID] {
			k.became(run.ID, run.Title, "the end of its course is lost; what is shown of it ends at position %d%s", stands.at.Seq, after(stands.at))
		}
	case stands.earlier:
		k.became(run.ID, run.Title, "its last position is lost; it stands at position %d%s", stands.at.Seq, after(stands.at))
	}
	if lost, err := k.core.reportLost(ctx, run); err != nil || !lost {
		return err
	}
	k.became(run.ID, run.Title, "its report is lost")
	return nil
}

// after names the step that a position is behind.
func after(c graph.Checkpoint) string {
	if c.Node == "" {
		return ", its beginning"
	}
	return ", after the step " + c.Node
}

// part looks at what another run asked. One that is of no use to it is deleted: it is asked again.
func (k *checker) part(ctx context.Context, run graph.Run) error {
	whole, err := k.core.db.Run(ctx, run.Parent)
	if errors.Is(err, graph.ErrNotFound) || err == nil && whole.Status == graph.Finished {
		return nil
	}
	if err != nil {
		return err
	}
	stands, err := k.position(ctx, run)
	if err != nil {
		return err
	}
	lost, err := k.core.reportLost(ctx, run)
	if err != nil || stands.lost == nil && !lost {
		return err
	}
	k.became(whole.ID, whole.Title, "what it had asked is lost and is asked again")
	return k.core.db.DeleteRun(ctx, run.ID)
}

// position is where a run stands.
type position struct {
	at      graph.Checkpoint
	earlier bool  // later ones are lost
	lost    error // why it cannot go on
}

// position examines where a run stands.
func (k *checker) position(ctx context.Context, run graph.Run) (p position, err error) {
	_, f, r, err := k.core.readerOf(ctx, run.ID)
	if err != nil {
		return position{lost: err}, nil
	}
	last, err := k.core.db.LastStep(ctx, run.ID)
	if err != nil {
		return p, err
	}
	if p.at, p.lost = k.core.db.Checkpoint(ctx, run.ID, 0); p.lost != nil {
		return p, nil
	}
	p.earlier = p.at.At.Before(last)
	if p.lost = r.Examine(ctx, run.ID); p.lost == nil {
		p.lost = f.hold(ctx, run.ID)
	}
	if fault.KindOf(p.lost) == fault.NotFound { // a document is lost
		p.lost = nil
	}
	return p, ctx.Err()
}

// reportLost reports whether a run has written a report that is not there.
func (c *Core) reportLost(ctx context.Context, run graph.Run) (bool, error) {
	_, err := c.db.Report(ctx, run.ID, 0)
	if fault.KindOf(err) != fault.NotFound || run.Status != graph.Finished {
		return false, nil // one that cannot be read is named where its citations are opened
	}
	return c.reporting(ctx, run), ctx.Err()
}

// settings looks for stored settings that cannot be read.
func (k *checker) settings(ctx context.Context) error {
	if unread := k.core.UnreadSettings(); unread != "" && !k.opt.Repair {
		k.wrong("settings", runRepair, "%s", unread)
		return nil
	}
	for _, name := range k.core.settings.unread {
		if err := k.core.db.SetSetting(ctx, name, ""); err != nil {
			return err
		}
		k.repaired("The setting %s could not be read; its default applies.", name)
	}
	return nil
}

// readSetting returns why the program cannot read what is stored as a setting.
func readSetting(name, value string) error {
	if value == "" {
		return nil
	}
	for _, d := range settings.Table() {
		if d.Name == name {
			return d.Check(value)
		}
	}
	switch name {
	case watch.WatchedKey:
		return json.Unmarshal([]byte(value), new([]string))
	case answeringKey, comingKey:
		return json.Unmarshal([]byte(value), new(embedderName))
	}
	return nil
}
