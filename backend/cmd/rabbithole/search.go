package main

import (
	"context"
	"errors"
	"strings"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
)

type searchCommand struct {
	Query      []string `arg:"" help:"Words, a question, a \"phrase\", or an identifier such as § 62; several words need no quotes."`
	Limit      int      `short:"n" default:"10" help:"Passages to show."`
	Collection []string `help:"Only this collection; repeatable." placeholder:"NAME"`
	Document   []string `help:"Only this document; repeatable." placeholder:"NAME"`
	Mode       string   `default:"hybrid" enum:"hybrid,lexical,semantic" help:"hybrid, lexical or semantic."`
	JSON       bool     `help:"Print one JSON array."`
}

// Run searches.
func (c *searchCommand) Run(ctx context.Context, s *shell, app readable) error {
	opt := core.SearchOptions{Limit: c.Limit, Collections: c.Collection, Documents: c.Document,
		Mode: core.SearchMode(c.Mode)}
	hits, err := app.Search(ctx, strings.Join(c.Query, " "), opt)
	if err == nil && len(hits) == 0 {
		err = c.nothing(ctx, s, app.Core, opt)
	}
	return s.result(hits, err, func() {
		for i, h := range hits {
			s.printf("%2d. %s, %s  %.2f\n", i+1, oneLine(h.Document, 120), pageOf(h.Page, h.PageLabel), h.Score)
			if h.Section != "" {
				s.printf("    %s\n", oneLine(h.Section, 90))
			}
			s.printf("    %s\n\n", oneLine(h.Text, 280))
		}
	})
}

// nothing explains on standard error why nothing was found. With --json it only reports unreadable documents.
func (c *searchCommand) nothing(ctx context.Context, s *shell, app *core.Core, opt core.SearchOptions) error {
	unread, err := app.NothingReadable(ctx, opt)
	for _, line := range unread {
		s.warn(line)
	}
	if err != nil || len(unread) > 0 || c.JSON {
		return err
	}
	if err := app.Searchable(ctx); err != nil {
		s.note("Nothing found: %v.\n%s", errors.Unwrap(err), s.homed(fault.Hint(err)))
		return nil
	}
	s.note("Nothing found. Fewer or other words may help; 'rabbithole documents' lists what is searched.")
	return nil
}

type examplesCommand struct {
	JSON bool `help:"Print one JSON array."`
}

// Run prints questions that the library has an answer to.
func (c *examplesCommand) Run(ctx context.Context, s *shell, app readable) error {
	examples, err := app.Examples(ctx, nil, nil)
	if err == nil && len(examples) == 0 && !c.JSON {
		err = app.Searchable(ctx)
	}
	return s.result(examples, err, func() {
		for _, e := range examples {
			s.printf("%s\n", e.Question)
		}
		if len(examples) == 0 {
			s.note("No question to suggest. Ask about anything in your documents: rabbithole ask QUESTION")
		}
	})
}
