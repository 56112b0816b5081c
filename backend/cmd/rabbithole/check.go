package main

import (
	"context"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
)

type checkCommand struct {
	Repair bool `help:"Mend what can be mended; a damaged database is kept beside the new one."`
	JSON   bool `help:"Print one JSON object."`
}

// Run checks the library.
func (c *checkCommand) Run(ctx context.Context, s *shell) error {
	report, err := core.Check(ctx, core.Config{Home: s.home, Log: s.note}, core.CheckOptions{Repair: c.Repair, Progress: func(what string) {
		if s.attended && !c.JSON {
			s.note("Looking at %s.", what)
		}
	}})
	if err == nil && !report.Sound() {
		s.code = exitCodes[fault.Storage]
	}
	return s.result(report, err, func() {
		for _, done := range report.Repaired {
			s.printf("%s\n", done)
		}
		s.findings(report.Findings)
	})
}

// findings prints what was found, a line each, and the cures.
func (s *shell) findings(list []core.Finding) {
	for _, f := range list {
		mark := "✓"
		if !f.OK {
			mark = "–"
		}
		s.printf("%s %-11s %s\n", mark, f.Name, f.Text)
		if f.Cure != "" {
			s.printf("  %-11s %s\n", "", f.Cure)
		}
	}
}

type doctorCommand struct {
	JSON bool `help:"Print one JSON array."`
}

// Run looks at the machine.
func (c *doctorCommand) Run(ctx context.Context, s *shell, app anyhow) error {
	findings := app.Doctor(ctx)
	return s.result(findings, nil, func() { s.findings(findings) })
}
