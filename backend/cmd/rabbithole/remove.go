package main

import (
	"context"
)

type removeCommand struct {
	Names []string `arg:"" help:"Names as 'documents' prints them."`
}

// Run takes documents out of search.
func (c *removeCommand) Run(ctx context.Context, s *shell) error {
	app, err := s.open(ctx)
	if err != nil {
		return err
	}
	defer app.Close()
	for _, name := range c.Names {
		d, err := app.Remove(ctx, name)
		if err != nil {
			return err
		}
		s.printf("%s is out of search. Reports that cite it still open it.\n", d.Name)
	}
	return nil
}
