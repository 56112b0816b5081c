package core

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"rabbithole/backend/fault"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/report"
)

// Report returns a version of a run's report; 0 is the one handed over, else the best draft there is.
func (c *Core) Report(ctx context.Context, id string, version int) (report.Report, error) {
	run, err := c.Run(ctx, id)
	if err != nil {
		return report.Report{}, err
	}
	return c.db.Report(ctx, run.ID, version)
}

// Formats are what a report can be rendered as.
var Formats = []string{"md", "html", "json"}

// Render returns a report in one of the Formats. Its links open the library's own copies, which stay as long as the report.
func (c *Core) Render(ctx context.Context, r report.Report, format string) ([]byte, error) {
	links, err := c.links(ctx, r)
	if err != nil {
		return nil, err
	}
	switch format {
	case "md":
		return report.Markdown(r, links), nil
	case "html":
		return report.HTML(r, links)
	case "json":
		return report.JSON(r)
	}
	return nil, fault.New("render a report as "+format, fault.Usage, fmt.Sprintf("The formats are %v.", Formats), nil)
}

// links opens citations in the library's own copies. A copy that is gone gives no link, not an error.
func (c *Core) links(ctx context.Context, r report.Report) (report.Links, error) {
	paths := map[string]string{}
	for _, e := range r.Evidence {
		if _, ok := paths[e.Document]; ok || e.Document == "" {
			continue
		}
		path, err := c.FilePath(ctx, e.Document)
		if err != nil && fault.KindOf(err) != fault.NotFound {
			return nil, err
		}
		paths[e.Document] = path
	}
	return func(document string, page int) string {
		if paths[document] == "" {
			return ""
		}
		return report.FileURL(paths[document], page)
	}, nil
}

// WriteReport writes a run's report in every format into the library's folder and returns the path of each by format.
func (c *Core) WriteReport(ctx context.Context, id string) (map[string]string, error) {
	r, err := c.Report(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	folder := filepath.Join(c.config.Home, "reports", r.Run)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fault.New("write the report", fault.Storage, "Free some disk space; the report itself is safe in the library: rabbithole show "+r.Run, err)
	}
	paths := map[string]string{}
	for _, format := range Formats {
		data, err := c.Render(ctx, r, format)
		if err != nil {
			return nil, err
		}
		paths[format] = filepath.Join(folder, "report."+format)
		if err := os.WriteFile(paths[format], data, 0o600); err != nil {
			return nil, fault.New("write the report", fault.Storage, "Free some disk space; the report itself is safe in the library: rabbithole show "+r.Run, err)
		}
	}
	return paths, nil
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
	t, err := c.tools(ctx, run.ID, runMeta{Engine: Extractive})
	if err != nil {
		return research.AgentState{}, err
	}
	return research.Export(ctx, t, s)
}
