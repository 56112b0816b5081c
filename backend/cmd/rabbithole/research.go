package main

import (
	"context"
	"strings"

	"rabbithole/backend/core"
	"rabbithole/backend/flow/research"
)

type researchCommand struct {
	Question   []string `arg:"" help:"What you want to know; quotes are not needed."`
	Collection []string `help:"Only this collection; repeatable." placeholder:"NAME"`
	Document   []string `help:"Only this document; repeatable." placeholder:"NAME"`
	Engine     string   `help:"auto, ollama or extractive." placeholder:"NAME" env:"RABBITHOLE_ENGINE"`
	Model      string   `help:"Ollama model to think with." placeholder:"NAME" env:"RABBITHOLE_MODEL"`
	Depth      string   `help:"quick, standard or deep." placeholder:"NAME"`
	Follows    string   `help:"The run whose report the question asks further about." placeholder:"RUN"`
	Web        bool     `help:"Use the web for what the documents do not say. You are shown what would be sent, and to whom, before anything leaves."`
	Host       []string `help:"With --web: read pages of this host alone; repeatable." placeholder:"HOST"`
	Yes        bool     `short:"y" help:"Ask nothing: no clarification, the plan as it is; with --web this agrees to whatever the run sends."`
	JSON       bool     `help:"Print NDJSON events and a final object."`
}

// Run researches a question.
func (c *researchCommand) Run(ctx context.Context, s *shell) error {
	s.json = c.JSON
	web, err := webPolicy("research", c.Web, c.Host)
	if err != nil {
		return err
	}
	app, err := s.open(ctx)
	if err != nil {
		return err
	}
	defer app.Close()
	run, err := app.StartResearch(ctx, core.Begin{Question: strings.Join(c.Question, " "), Collections: c.Collection, Documents: c.Document,
		Engine: core.Engine(c.Engine), Model: c.Model, Unattended: c.Yes,
		Depth: research.Depth(c.Depth), Follows: c.Follows, Web: web, Hosts: c.Host, Consented: c.Yes})
	if err != nil {
		return err
	}
	return s.carry(ctx, app, run.ID, c.Yes, c.JSON)
}
