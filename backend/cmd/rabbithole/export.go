package main

import (
	"context"
	"os"
	"path/filepath"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
)

type exportCommand struct {
	Run_   string `arg:"" name:"run" help:"ID of the run, its first letters, or 'last'."`
	Format string `default:"md" enum:"state,context,md,html,json" help:"state (AgentState), context (ResearchContext), md, html or json."`
	Output string `short:"o" help:"File to write; standard output when missing." placeholder:"FILE"`
}

// Run exports a run.
func (c *exportCommand) Run(ctx context.Context, s *shell) error {
	app, err := s.look(ctx)
	if err != nil {
		return err
	}
	defer app.Close()
	data, err := c.export(ctx, app)
	if err != nil {
		return err
	}
	if c.Output == "" {
		_, err := s.out.Write(data)
		return err
	}
	if err := os.WriteFile(c.Output, data, 0o600); err != nil {
		return fault.New("write "+c.Output, fault.Storage, "Choose a file in a folder that exists and that you may write to.", err)
	}
	s.note("%s", filepath.Clean(c.Output))
	return nil
}

func (c *exportCommand) export(ctx context.Context, app *core.Core) ([]byte, error) {
	switch c.Format {
	case "state", "context":
		state, err := app.Export(ctx, c.Run_)
		if err != nil {
			return nil, err
		}
		if c.Format == "context" {
			return encode(state.ResearchContext, "  ")
		}
		return encode(state, "  ")
	}
	r, err := app.Report(ctx, c.Run_, 0)
	if err != nil {
		return nil, err
	}
	return app.Render(ctx, r, c.Format)
}
