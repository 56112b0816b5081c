package core

import (
	"context"
	"os"
	"path/filepath"

	"rabbithole/backend/fault"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
)

// Report returns a version of a run's report; 0 is the one handed over, else the best draft there is.
func (c *Core) Report(ctx context.Context, id string, version int) (report.Report, error) {
	run, err := c.Reported(ctx, id)
	if err != nil {
		return report.Report{}, err
	}
	return c.db.Report(ctx, run.ID, version)
}

// Reported returns the run whose report is meant: "last" is the newest one that finished, not one that still waits for an answer; where none
// finished it is the newest.
func (c *Core) Reported(ctx context.Context, id string) (graph.Run, error) {
	if id != "last" {
		return c.Run(ctx, id)
	}
	all, err := c.Runs(ctx)
	if err != nil {
		return graph.Run{}, err
	}
	for _, run := range all {
		if run.Status == graph.Finished {
			return run, nil
		}
	}
	return c.Run(ctx, id)
}

// WriteReport writes a run's report in the Written formats into the library's folder and returns the path of each by format.
func (c *Core) WriteReport(ctx context.Context, id string) (map[string]string, error) {
	r, err := c.Report(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	folder := filepath.Join(c.config.Home, "reports", r.Run)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, notWritten(r.Run, err)
	}
	paths := map[string]string{}
	for _, format := range Written {
		rendered, err := c.Render(ctx, r, format)
		if err != nil {
			return nil, err
		}
		paths[format] = filepath.Join(folder, "report."+format)
		if err := writeWhole(paths[format], rendered.Data); err != nil {
			return nil, notWritten(r.Run, err)
		}
	}
	return paths, nil
}

// notWritten says what to do about a report that could not be written.
func notWritten(run string, err error) error {
	hint := "Check the permissions of the library folder; the report itself is safe in the library: rabbithole show " + run
	if diskFull(err) {
		hint = "The disk is full. Free some space; the report itself is safe in the library: rabbithole show " + run
	}
	return fault.New("write the report", fault.Storage, hint, err)
}

// Export returns a run in the specification's shapes.
func (c *Core) Export(ctx context.Context, id string) (research.AgentState, error) {
	run, err := c.Run(ctx, id)
	if err != nil {
		return research.AgentState{}, err
	}
	s, err := c.State(ctx, run.ID, 0)
	if err != nil {
		return research.AgentState{}, err
	}
	t, err := researching{c}.tools(ctx, run.ID, runMeta{Engine: Extractive})
	if err != nil {
		return research.AgentState{}, err
	}
	return research.Export(ctx, t, s)
}
