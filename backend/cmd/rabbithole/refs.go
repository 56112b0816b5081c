package main

import (
	"context"
	"strconv"

	"rabbithole/backend/core"
)

type refsCommand struct {
	Document string `arg:"" help:"Name as 'documents' prints it."`
	Open     bool   `help:"Only references that lead nowhere in the library."`
	JSON     bool   `help:"Print one JSON array, a row per mention and target."`
}

// Run prints the references of a document.
func (c *refsCommand) Run(ctx context.Context, s *shell) error {
	s.json = c.JSON
	app, err := s.look(ctx)
	if err != nil {
		return err
	}
	defer app.Close()
	all, err := app.References(ctx, c.Document)
	if err != nil {
		return err
	}
	rows := []core.Reference{}
	for _, r := range all {
		if !c.Open || !r.Found {
			rows = append(rows, r)
		}
	}
	if c.JSON {
		return s.value(rows)
	}
	for _, r := range rows {
		s.printf("p. %-6s %-14s %s → %s\n", pageOf(r.Page, r.PageLabel), oneLine(r.Section, 14), oneLine(r.Text, 60), targetOf(r))
	}
	s.note("%s", plural(len(rows), "reference", "references"))
	return nil
}

func targetOf(r core.Reference) string {
	if r.Found {
		return r.TargetDocument + ", p. " + strconv.Itoa(r.TargetPage) + " " + r.TargetSection
	}
	if r.TargetSection != "" {
		return r.Status + ": " + r.TargetSection
	}
	return r.Status
}

// pageOf prints a page with its printed label where that differs.
func pageOf(page int, label string) string {
	number := strconv.Itoa(page)
	if label == "" || label == number {
		return number
	}
	return number + " (" + label + ")"
}
