package main

import (
	"context"

	"rabbithole/backend/source"
)

type removeCommand struct {
	Names []string `arg:"" help:"Names as 'documents' prints them."`
	JSON  bool     `help:"Print one JSON array: the documents taken out."`
}

// Run takes documents out of search.
func (c *removeCommand) Run(ctx context.Context, s *shell, app writable) error {
	removed := []source.Document{}
	for _, name := range c.Names {
		d, err := app.Remove(ctx, name)
		if err != nil {
			return err
		}
		removed = append(removed, d)
		if !c.JSON {
			s.printf("%s is out of search. Reports that cite it still open it.\n", d.Name)
		}
	}
	if c.JSON {
		return s.value(removed)
	}
	return nil
}
