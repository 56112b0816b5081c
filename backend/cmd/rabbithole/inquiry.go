package main

import (
	"context"
	"errors"
	"strings"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/research"
)

// inquiry is what every command takes that asks a question. The commands say what the web is for and what is not asked when nobody is there.
type inquiry struct {
	Question []string `arg:"" help:"What you want to know; quotes are not needed."`

	reading `embed:""`
}

// reading is where it looks, and what thinks.
type reading struct {
	Collection []string `help:"Only this collection; repeatable." placeholder:"NAME"`
	Document   []string `help:"Only this document; repeatable." placeholder:"NAME"`
	Engine     string   `help:"auto, ollama or extractive." placeholder:"NAME" env:"RABBITHOLE_ENGINE"`
	Model      string   `help:"Ollama model to think with." placeholder:"NAME" env:"RABBITHOLE_MODEL"`
	Web        bool     `help:"Use the web ${forWhat}. You are shown what would be sent, and to whom, before anything leaves."`
	Host       []string `help:"With --web: read pages of this host alone; repeatable." placeholder:"HOST"`
	Yes        bool     `short:"y" help:"Ask nothing: ${unasked}with --web this agrees to whatever the run sends."`
	Stream     bool     `help:"Show what the model writes as it grows, also where that is not a terminal."`
	JSON       bool     `help:"Print NDJSON events and a final object."`
}

// question is what was asked.
func (q *inquiry) question() string { return strings.Join(q.Question, " ") }

// open opens the library for a command, once it is clear what --web and --host mean together.
func (q *reading) open(ctx context.Context, command string, s *shell) (*core.Core, core.WebPolicy, error) {
	s.stream = q.Stream
	web := core.WebOff
	switch {
	case !q.Web && len(q.Host) > 0:
		return nil, web, fault.New(command, fault.Usage, "Add --web, or leave --host out.",
			errors.New("--host says what of the web may be read, and the web is not allowed"))
	case len(q.Host) > 0:
		web = core.WebListed
	case q.Web:
		web = core.WebOpen
	}
	app, err := s.open(ctx)
	return app, web, err
}

type researchCommand struct {
	Depth  string `help:"quick, standard or deep." placeholder:"NAME"`
	Follow string `help:"The run whose report the question asks further about." placeholder:"RUN" aliases:"follows"`
	From   string `help:"The discovery that the question came up in: its trail is the background." placeholder:"RUN"`

	inquiry `embed:"" set:"forWhat=for what the documents do not say" set:"unasked=no clarification, the plan as it is; "`
}

// Run researches a question.
func (c *researchCommand) Run(ctx context.Context, s *shell) error {
	app, web, err := c.open(ctx, "research", s)
	if err != nil {
		return err
	}
	run, err := app.StartResearch(ctx, core.Begin{Question: c.question(), Collections: c.Collection, Documents: c.Document,
		Engine: settings.Engine(c.Engine), Model: c.Model, Unattended: c.Yes,
		Depth: research.Depth(c.Depth), Follows: c.Follow, From: c.From, Web: web, Hosts: c.Host, Consented: c.Yes})
	if err != nil {
		return err
	}
	s.oneWord(c.question())
	return s.carry(ctx, app, run.ID, c.Yes)
}
