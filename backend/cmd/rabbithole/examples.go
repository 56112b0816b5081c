package main

import "context"

type examplesCommand struct {
	JSON bool `help:"Print one JSON array."`
}

// Run prints questions that the library has an answer to.
func (c *examplesCommand) Run(ctx context.Context, s *shell, app readable) error {
	examples, err := app.Examples(ctx, nil, nil)
	if err != nil {
		return err
	}
	if c.JSON {
		return s.value(examples)
	}
	for _, e := range examples {
		s.printf("%s\n", e.Question)
	}
	if len(examples) > 0 {
		return nil
	}
	if err := app.Searchable(ctx, "suggest questions"); err != nil {
		return err
	}
	s.note("No question to suggest. Ask about anything in your documents: rabbithole ask QUESTION")
	return nil
}
