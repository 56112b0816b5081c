package main

import (
	"context"
)

type doctorCommand struct {
	JSON bool `help:"Print one JSON array."`
}

// Run looks at the machine.
func (c *doctorCommand) Run(ctx context.Context, s *shell) error {
	s.json = c.JSON
	app, err := s.peek(ctx)
	if err != nil {
		return err
	}
	defer app.Close()
	findings := app.Doctor(ctx)
	if c.JSON {
		return s.value(findings)
	}
	s.findings(findings)
	return nil
}
