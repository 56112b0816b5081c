package main

import (
	"context"
	"fmt"
	"text/tabwriter"

	"rabbithole/backend/core"
	"rabbithole/prompts"
)

type modelsCommand struct {
	List modelsListCommand `cmd:"" default:"withargs" help:"List the models that are installed."`
	Pull modelsPullCommand `cmd:"" help:"Download a model through Ollama."`
}

type modelsListCommand struct {
	JSON bool `help:"Print one JSON array."`
}

// Run lists the installed models.
func (c *modelsListCommand) Run(ctx context.Context, s *shell) error {
	s.json = c.JSON
	app, err := s.peek(ctx)
	if err != nil {
		return err
	}
	defer app.Close()
	cards, err := app.Models(ctx)
	if err != nil {
		return err
	}
	if c.JSON {
		if cards == nil {
			cards = []prompts.Card{}
		}
		return s.value(cards)
	}
	if len(cards) == 0 {
		s.note("No model is installed. rabbithole models pull qwen3:14b downloads one (9.3 GB); smaller ones work too.")
		return nil
	}
	w := tabwriter.NewWriter(s.out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "MODEL\tPARAMETERS\tSIZE\tCONTEXT\tNOTE")
	for _, m := range cards {
		fmt.Fprint(w, worded("%s\t%s\t%.1f GB\t%d\t%s\n", m.Name, m.Parameters, float64(m.Bytes)/1e9, m.MaxCtx, noteOf(m)))
	}
	return w.Flush()
}

func noteOf(m prompts.Card) string {
	switch {
	case m.Remote:
		return "runs on somebody else's computer: never used"
	case !m.Chats:
		return "embeddings only"
	}
	return ""
}

type modelsPullCommand struct {
	Name string `arg:"" help:"Such as qwen3:14b."`
	JSON bool   `help:"Print progress as NDJSON."`
}

// Run pulls a model because the person named it.
func (c *modelsPullCommand) Run(ctx context.Context, s *shell) error {
	s.json = c.JSON
	app, err := s.peek(ctx)
	if err != nil {
		return err
	}
	defer app.Close()
	last := ""
	return app.PullModel(ctx, c.Name, func(p core.PullProgress) {
		if c.JSON {
			s.line(p)
			return
		}
		line := p.Status
		if p.Total > 0 {
			line = fmt.Sprintf("%s %3d %% of %.1f GB", p.Status, 100*p.Completed/p.Total, float64(p.Total)/1e9)
		}
		if line != last {
			s.note("%s", line)
			last = line
		}
	})
}
