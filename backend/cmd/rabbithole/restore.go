package main

import (
	"context"
	"strings"

	"rabbithole/backend/core"
)

type restoreCommand struct {
	File string `arg:"" help:"Backup to restore." type:"path"`
	JSON bool   `help:"Print NDJSON progress and a final object."`
}

// Run restores a backup.
func (c *restoreCommand) Run(ctx context.Context, s *shell) error {
	r, err := core.Restore(ctx, c.File, core.Config{Home: s.home, Log: s.note}, core.RestoreOptions{Progress: s.transfers()})
	if err != nil {
		return err
	}
	if c.JSON {
		s.line(r)
		return nil
	}
	m := r.Manifest
	s.printf("The library of %s is back in %s: %s, %s.\n", m.MadeAt.Local().Format("2006-01-02 15:04"), r.Home,
		plural(m.Documents, "document", "documents"), plural(m.Runs, "run", "runs"))
	if r.Aside != "" {
		s.printf("What was there is now in %s; delete it when you do not need it any more.\n", r.Aside)
	}
	if len(r.Left) > 0 {
		s.printf("Not taken over from the backup, because they decide what leaves this computer and which of its folders are read: %s.\n", strings.Join(r.Left, ", "))
	}
	s.note("If somebody else made this backup, run `rabbithole check` before you rely on it: it holds what they put into it.")
	return nil
}
