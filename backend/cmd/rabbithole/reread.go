package main

import (
	"context"
	"fmt"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/ingest"
)

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
	said := time.Now()
	results, err := app.Reread(ctx, core.RereadOptions{Documents: c.Documents, Password: c.Password, Tell: func(now core.Rereading) {
		last = now
		switch {
		case c.JSON:
			s.line(now)
		case now.Running && time.Since(said) > plainEvery:
			said = time.Now()
			s.note("Reading documents again: %d of %d%s%s", now.Done, now.Total, within(now), eta(now.ETA))
		}
	}})
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
		s.note("%s until the runs that stand on the old text are finished or deleted: `rabbithole runs` lists them.", plural(last.Held, "document waits", "documents wait"))
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
	case now.Pages > 0:
		return fmt.Sprintf(", %s: %d of %d pages", now.Name, now.Page, now.Pages)
	}
	return ""
}

// noteOld says that documents were read by an older version of the program.
func noteOld(ctx context.Context, s *shell, app *core.Core) {
	if old, _, err := app.OldDocuments(ctx); err == nil && len(old) > 0 {
		s.note("%s read by an older version of the program. `rabbithole reread` reads what is old again, from the library's copies.", plural(len(old), "document was", "documents were"))
	}
}
