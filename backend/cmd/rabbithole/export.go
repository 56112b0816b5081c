package main

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/flow/explore"
)

type exportCommand struct {
	Run_   string `arg:"" name:"run" help:"ID of the run, its first letters, or 'last'."`
	Format string `help:"md, html, json, pdf, docx, bibtex, ris, csl-json, state (AgentState; of an exploration its tree) or context (ResearchContext; of an exploration its ContextBundle). When missing: what the ending of FILE says, else md." placeholder:"NAME"`
	Output string `short:"o" help:"File to write; standard output when missing." placeholder:"FILE"`
}

// runFormats are the formats of a run that are no renderings of its report.
var runFormats = []string{"state", "context"}

// endings are what files of a format end with besides its own ending.
var endings = map[string]string{"markdown": "md", "htm": "html"}

// Run exports a run.
func (c *exportCommand) Run(ctx context.Context, s *shell) error {
	format, err := c.format()
	if err != nil {
		return err
	}
	if c.Output == "" && s.screen && (format == "pdf" || format == "docx") {
		return fault.New("print "+strings.ToUpper(format)+" to a terminal", fault.Usage, "It is not text. Name a file: -o report."+format, nil)
	}
	app, err := s.look(ctx)
	if err != nil {
		return err
	}
	rendered, err := c.export(ctx, app, format)
	if err != nil {
		return err
	}
	for _, warning := range rendered.Warnings {
		s.note("%s", warning)
	}
	if c.Output == "" {
		_, err := s.out.Write(rendered.Data)
		return err
	}
	if err := app.SaveFile(c.Output, rendered.Data); err != nil {
		return err
	}
	s.note("%s", filepath.Clean(c.Output))
	return nil
}

// format is the format asked for by name, or by the ending of the file.
func (c *exportCommand) format() (string, error) {
	known := append(core.FormatNames(), runFormats...)
	format := strings.ToLower(c.Format)
	if format == "" {
		format = "md"
		ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(c.Output), "."))
		format = cmp.Or(endings[ending], ending, format)
		for _, f := range core.Formats { // of two endings that fit, the last is the longer one
			if strings.HasSuffix(strings.ToLower(c.Output), "."+f.Ending) {
				format = f.Name
			}
		}
	}
	if !slices.Contains(known, format) {
		return "", fault.New("export as "+format, fault.Usage, "The formats are "+strings.Join(known, ", ")+".", nil)
	}
	return format, nil
}

func (c *exportCommand) export(ctx context.Context, app *core.Core, format string) (core.Rendering, error) {
	if !slices.Contains(runFormats, format) {
		r, err := app.Report(ctx, c.Run_, 0)
		if err != nil {
			return core.Rendering{}, err
		}
		return app.Render(ctx, r, format)
	}
	value, err := stateOf(ctx, app, c.Run_, format)
	if err != nil {
		return core.Rendering{}, err
	}
	data, err := encode(value, "  ")
	return core.Rendering{Data: data}, err
}

// stateOf returns a run's state, or its context, in the shapes of its flow.
func stateOf(ctx context.Context, app *core.Core, id, format string) (any, error) {
	run, err := app.Run(ctx, id)
	switch {
	case err != nil:
		return nil, err
	case run.Flow == explore.Name && format == "context":
		return app.ExploreContext(ctx, run.ID)
	case run.Flow == explore.Name:
		state, nodes, err := tree(ctx, app, run.ID)
		return exploredState{state.Question, state.Settings.Filled(), state.Summary(), nodes}, err
	case run.Flow == discover.Name && format == "state":
		state, err := app.DiscoverState(ctx, run.ID)
		return state.Result(), err
	}
	state, err := app.Export(ctx, run.ID)
	if format == "context" {
		return state.ResearchContext, err
	}
	return state, err
}
