package main

import (
	"context"
	"fmt"
	"text/tabwriter"

	"rabbithole/backend/source"
)

type documentsCommand struct {
	All  bool `help:"Removed and replaced ones too."`
	JSON bool `help:"Print one JSON array."`
}

// Run lists the documents.
func (c *documentsCommand) Run(ctx context.Context, s *shell, app readable) error {
	docs, err := app.Documents(ctx, c.All)
	if err != nil {
		return err
	}
	if c.JSON {
		if docs == nil {
			docs = []source.Document{}
		}
		return s.value(docs)
	}
	if len(docs) == 0 {
		s.note("The library in %s is empty. Add documents: rabbithole add FOLDER", s.home)
		return nil
	}
	w := tabwriter.NewWriter(s.out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tPAGES\tLANGUAGE\tSTATE\tTITLE")
	for _, d := range docs {
		fmt.Fprint(w, worded("%s\t%s\t%s\t%s\t%s\n", d.Name, pages(d), d.Language, d.State, oneLine(d.Title, 60)))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	unread := 0
	for _, d := range docs {
		if d.Reason != "" {
			s.printf("\n%s: %s\n", d.Name, d.Reason)
		}
		if d.State == source.Queued || d.State == source.Extracting {
			unread++
		}
	}
	if unread > 0 {
		s.note("\n%s not read to the end. Where no `rabbithole add` is at work, `rabbithole add` without a path goes on.", plural(unread, "document is", "documents are"))
	}
	return nil
}

func pages(d source.Document) string {
	if d.Unreadable == 0 {
		return fmt.Sprint(d.Pages)
	}
	return fmt.Sprintf("%d (%d without text)", d.Pages, d.Unreadable)
}
