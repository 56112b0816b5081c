package main

import (
	"context"

	"rabbithole/backend/core/settings"
	"rabbithole/backend/eval"
)

type evalClaimsCommand struct {
	Files  []string `arg:"" type:"path" name:"file" help:"Files of labelled sentences with the passages they cite, one JSON object a line."`
	Engine string   `enum:"extractive,ollama" default:"extractive" help:"ollama: have a model check them, too."`
	Model  string   `help:"Model of Ollama to check with." placeholder:"NAME"`
	Claims int      `help:"Only so many sentences, taken evenly from all." placeholder:"N"`
	JSON   bool     `help:"Print one JSON object a mode."`
}

// Run measures the proof of reports: which right sentences it strikes, which wrong ones it lets through.
func (c *evalClaimsCommand) Run(ctx context.Context, s *shell) error {
	s.json = c.JSON
	opt := eval.ClaimOptions{Most: c.Claims, Progress: func(done, all int) { s.note("%d of %d sentences", done, all) }}
	if c.Engine == "ollama" {
		app, err := s.open(ctx) // what the model says is kept in its journal
		if err != nil {
			return err
		}
		defer app.Close()
		if opt.Model, err = app.OpenModel(ctx, settings.Ollama, c.Model); err != nil {
			return err
		}
	}
	modes, err := eval.MeasureClaims(ctx, c.Files, opt)
	if err != nil {
		return err
	}
	for _, m := range modes {
		if c.JSON {
			s.line(m)
			continue
		}
		s.printf("%-8s right %d, struck %d (%.3f); wrong %d, caught %d (%.3f)\n", m.Mode, m.Right, m.RightStruck, float64(m.RightStruck)/float64(max(m.Right, 1)),
			m.Wrong, m.WrongCaught, float64(m.WrongCaught)/float64(max(m.Wrong, 1)))
	}
	return nil
}
