package main

import (
	"context"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/flow/research"
)

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
	defer app.Close()
	run, err := app.StartResearch(ctx, core.Begin{Question: c.question(), Collections: c.Collection, Documents: c.Document,
		Engine: settings.Engine(c.Engine), Model: c.Model, Unattended: c.Yes,
		Depth: research.Depth(c.Depth), Follows: c.Follow, From: c.From, Web: web, Hosts: c.Host, Consented: c.Yes})
	if err != nil {
		return err
	}
	s.oneWord(c.question())
	return s.carry(ctx, app, run.ID, c.Yes, c.JSON)
}
