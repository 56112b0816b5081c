package main

import (
	"context"
	"slices"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/event"
	"rabbithole/backend/flow/explore"
)

type exploreCommand struct {
	Context []string `help:"A file of yours to take into account, read when the run begins; repeatable." placeholder:"FILE"`
	Depth   int      `help:"How often a question may be taken apart." placeholder:"N"`
	Breadth int      `help:"Into how many questions at most." placeholder:"N"`
	Nodes   int      `help:"How many questions the tree may have." placeholder:"N"`

	inquiry `embed:"" set:"forWhat=for what documents and files do not say" set:"unasked="`
}

// Run explores a question.
func (c *exploreCommand) Run(ctx context.Context, s *shell) error {
	app, web, err := c.open(ctx, "explore", s)
	if err != nil {
		return err
	}
	defer app.Close()
	files, detach, err := attach(ctx, app, c.Context)
	if err != nil {
		detach()
		return err
	}
	run, err := app.StartExplore(ctx, core.Explore{Question: c.question(), Context: files, Collections: c.Collection, Documents: c.Document,
		Engine: settings.Engine(c.Engine), Model: c.Model, Web: web, Hosts: c.Host, Consented: c.Yes, MaxDepth: c.Depth, MaxBreadth: c.Breadth, MaxNodes: c.Nodes})
	if err != nil {
		detach()
		return err
	}
	s.oneWord(c.question())
	return s.carry(ctx, app, run.ID, c.Yes, c.JSON)
}

// attach keeps files for the run that is about to begin. If it does not, detach forgets those that did not wait before.
func attach(ctx context.Context, app *core.Core, paths []string) (hashes []string, detach func(), err error) {
	detach = func() {}
	if len(paths) == 0 {
		return nil, detach, nil
	}
	before, err := app.Attachments(ctx)
	if err != nil {
		return nil, detach, err
	}
	list, err := app.Attach(ctx, paths)
	for _, a := range list {
		hashes = append(hashes, a.Hash)
	}
	return hashes, func() {
		for _, a := range list {
			if !slices.ContainsFunc(before, func(b core.Attachment) bool { return b.Hash == a.Hash }) {
				app.Detach(context.WithoutCancel(ctx), a.Hash)
			}
		}
	}, err
}

// narrateExplore says an event of an exploration: the sentence it carries, and what a question was taken apart into.
func narrateExplore(e event.Event) string {
	switch e.Kind {
	case explore.EventContextReady:
		return say(e, func(d explore.ContextData) string {
			if d.Count == 0 {
				return ""
			}
			return d.Text
		})
	case explore.EventContextAttached:
		return say(e, func(d explore.AttachedData) string {
			if d.Items == 0 {
				return ""
			}
			return d.Text
		})
	case explore.EventParsingStarted:
		return say(e, func(d explore.ParsingData) string {
			if d.Total == 0 {
				return ""
			}
			return d.Text
		})
	case explore.EventDoing:
		return oneLine(say(e, sentence), mostOfItem)
	case explore.EventFileCompleted, explore.EventSearched, explore.EventJudged, explore.EventSteered, explore.EventDecomposed:
		return say(e, sentence)
	case explore.EventParsingCompleted:
		return say(e, func(d explore.ParsingData) string {
			if d.Status == explore.ContextUnusable || d.Total == 0 { // the warning has said so, or there is nothing to say
				return ""
			}
			return d.Text
		})
	case explore.EventLeafing:
		return say(e, func(d explore.LeafingData) string {
			if d.Part == 0 { // pages are read faster than lines
				return ""
			}
			return "  " + oneLine(d.Text, 110)
		})
	case explore.EventWarning:
		return say(e, func(w explore.WarningData) string { return "  ! " + oneLine(w.Text, 160) })
	}
	return ""
}

// sentence reads what every event of an exploration has.
func sentence(d explore.WarningData) string { return oneLine(d.Text, 200) }
