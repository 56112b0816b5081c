package desk

import (
	"context"

	"rabbithole/backend/core"
	"rabbithole/backend/report"
)

// Report returns a version of a run's report; 0 is the one handed over, else the best draft there is.
func (d *Desk) Report(run string, version int) (report.Report, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (report.Report, error) {
		r, err := c.Report(ctx, run, version)
		if hash := firstCited(r); hash != "" {
			d.behind(func(ctx context.Context) { c.Warm(ctx, hash) }) // whoever reads a report opens its citations next
		}
		return r, err
	})
}

// firstCited returns the document of a report's first citation.
func firstCited(r report.Report) string {
	for _, claim := range r.Claims {
		for _, c := range claim.Citations {
			if c.Document != "" {
				return c.Document
			}
		}
	}
	return ""
}

// ReportTables returns the claims of a version of a report that quote rows of a table, as a person reads them.
func (d *Desk) ReportTables(run string, version int) ([]report.Tabled, error) {
	return ask(d, func(c *core.Core, ctx context.Context) ([]report.Tabled, error) {
		r, err := c.Report(ctx, run, version)
		return report.Tables(r), err
	})
}

// Exported is a report that was written into a file.
type Exported struct {
	Path     string   `json:"path"`
	Warnings []string `json:"warnings"` // what the format could not show, in the report's language
}

// ExportReport writes a version of a report into the file at path, in one of core.Formats.
func (d *Desk) ExportReport(run string, version int, format, path string) (Exported, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (Exported, error) {
		path, warnings, err := c.ExportReport(ctx, run, version, format, path)
		return Exported{Path: path, Warnings: warnings}, err
	})
}

// Formats returns what a report can be exported as.
func (d *Desk) Formats() ([]core.Format, error) {
	return ask(d, func(*core.Core, context.Context) ([]core.Format, error) { return core.Formats, nil })
}

// SearchRuns looks for words in the questions and reports of all runs, the best first.
func (d *Desk) SearchRuns(text string) ([]core.Found, error) {
	return with(d, (*core.Core).SearchRuns, text)
}
