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
	for _, f := range findings {
		mark := "✓"
		if !f.OK {
			mark = "–"
		}
		s.printf("%s %-11s %s\n", mark, f.Name, f.Text)
		if f.Cure != "" {
			s.printf("  %-11s %s\n", "", f.Cure)
		}
	}
	return nil
}
