package main

import (
	"context"
	"slices"
	"strings"

	"rabbithole/backend/core"
	"rabbithole/backend/event"
	"rabbithole/backend/flow/explore"
)

type exploreCommand struct {
	Question   []string `arg:"" help:"What you want to know; quotes are not needed."`
	Context    []string `help:"A file of yours to take into account, read when the run begins; repeatable." placeholder:"FILE"`
	Collection []string `help:"Only this collection; repeatable." placeholder:"NAME"`
	Document   []string `help:"Only this document; repeatable." placeholder:"NAME"`
	Depth      int      `help:"How often a question may be taken apart." placeholder:"N"`
	Breadth    int      `help:"Into how many questions at most." placeholder:"N"`
	Nodes      int      `help:"How many questions the tree may have." placeholder:"N"`
	Engine     string   `help:"auto, ollama or extractive." placeholder:"NAME" env:"RABBITHOLE_ENGINE"`
	Model      string   `help:"Ollama model to think with." placeholder:"NAME" env:"RABBITHOLE_MODEL"`
	Web        bool     `help:"Use the web for what documents and files do not say. You are shown what would be sent, and to whom, before anything leaves."`
	Host       []string `help:"With --web: read pages of this host alone; repeatable." placeholder:"HOST"`
	Yes        bool     `short:"y" help:"Ask nothing: with --web this agrees to whatever the run sends."`
	JSON       bool     `help:"Print NDJSON events and a final object."`
}

// Run explores a question.
func (c *exploreCommand) Run(ctx context.Context, s *shell) error {
	s.json = c.JSON
	web, err := webPolicy("explore", c.Web, c.Host)
	if err != nil {
		return err
	}
	app, err := s.open(ctx)
	if err != nil {
		return err
	}
	defer app.Close()
	files, detach, err := attach(ctx, app, c.Context)
	if err != nil {
		detach()
		return err
	}
	run, err := app.StartExplore(ctx, core.Explore{Question: strings.Join(c.Question, " "), Context: files, Collections: c.Collection, Documents: c.Document,
		Engine: core.Engine(c.Engine), Model: c.Model, Web: web, Hosts: c.Host, Consented: c.Yes, MaxDepth: c.Depth, MaxBreadth: c.Breadth, MaxNodes: c.Nodes})
	if err != nil {
		detach()
		return err
	}
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
	case explore.EventParsingStarted, explore.EventFileCompleted, explore.EventContextReady, explore.EventContextAttached,
		explore.EventSearched, explore.EventJudged, explore.EventSteered:
		return say(e, sentence)
	case explore.EventDecomposed:
		return say(e, func(d explore.NodeData) string {
			out := d.Text
			for _, child := range d.Children {
				out += "\n  " + oneLine(child, 110)
			}
			return out
		})
	case explore.EventParsingCompleted:
		return say(e, func(d explore.ParsingData) string {
			if d.Status == explore.ContextUnusable { // the warning has said so
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
