package main

import (
	"context"
	"fmt"
	"text/tabwriter"

	"rabbithole/backend/core"
	"rabbithole/backend/ingest"
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
		return s.value(filled(docs))
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
		s.note("\n%s not read to the end. Where no `rabbithole add` is at work, `rabbithole add` without a path goes on.",
			plural(unread, "document is", "documents are"))
	}
	return nil
}

func pages(d source.Document) string {
	if d.Unreadable == 0 {
		return fmt.Sprint(d.Pages)
	}
	return fmt.Sprintf("%d (%d without text)", d.Pages, d.Unreadable)
}

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

type rereadCommand struct {
	Documents []string `arg:"" optional:"" help:"Documents to read again, however they were read before. None: all that an older version of the program read."`
	Password  string   `help:"For encrypted files; it is not kept." env:"RABBITHOLE_PDF_PASSWORD"`
	JSON      bool     `help:"Print NDJSON progress and a final object."`
}

// Run reads documents again from the library's copies.
func (c *rereadCommand) Run(ctx context.Context, s *shell) error {
	if err := s.hasHome(); err != nil {
		return err
	}
	app, err := s.open(ctx)
	if err != nil {
		return err
	}
	var last core.Rereading
	bar := newAddPrinter(s, c.JSON)
	results, err := app.Reread(ctx, core.RereadOptions{Documents: c.Documents, Password: c.Password, Tell: func(now core.Rereading) {
		last = now
		switch {
		case c.JSON:
			s.line(now)
		case now.Running:
			all := plural(now.Total, "document", "documents")
			bar.draw(now.Done, now.Total, fmt.Sprintf("Reading again: %d of %s%s%s", now.Done, all, within(now), eta(now.ETA)))
		}
	}})
	bar.done()
	for _, r := range results {
		if r.Status == ingest.NotAdded {
			s.code = exitPartly
		}
	}
	if c.JSON {
		if err == nil {
			s.line(map[string]any{"documents": jsonResults(results), "held": last.Held})
		}
		return err
	}
	printResults(s, results, 0)
	if last.Held > 0 {
		s.note("%s until the runs that stand on the old text are finished or deleted: `rabbithole runs` lists them.",
			plural(last.Held, "document waits", "documents wait"))
	} else if len(results) == 0 && err == nil {
		s.note("Nothing was read by an older version of the program.")
	}
	return err
}

// within says how far reading is within a document, or with the embeddings; "" at its beginning.
func within(now core.Rereading) string {
	switch {
	case now.Embed > 0:
		return fmt.Sprintf(", embedding %d of %d passages", now.Embeds, now.Embed)
	case now.Scans > 0:
		return fmt.Sprintf(", %s: text recognised on %d of %d scanned pages", now.Name, now.Scan, now.Scans)
	case now.Pages > 0:
		return fmt.Sprintf(", %s: %d of %d pages", now.Name, now.Page, now.Pages)
	}
	return ""
}

// noteOld says that documents were read by an older version of the program.
func noteOld(ctx context.Context, s *shell, app *core.Core) {
	if old, _, err := app.OldDocuments(ctx); err == nil && len(old) > 0 {
		s.note("%s read by an older version of the program. `rabbithole reread` reads what is old again, from the library's copies.",
			plural(len(old), "document was", "documents were"))
	}
}
