package main

import (
	"context"
)

type doctorCommand struct {
	JSON bool `help:"Print one JSON array."`
}

// Run looks at the machine.
func (c *doctorCommand) Run(ctx context.Context, s *shell, app anyhow) error {
	findings := app.Doctor(ctx)
	if c.JSON {
		return s.value(findings)
	}
	s.findings(findings)
	return nil
}
