package main

import (
	"context"
	"strings"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/backup"
	"rabbithole/backend/core/disk"
)

type backupCommand struct {
	File  string `arg:"" help:"File to write; keep it on another disk." type:"path"`
	Force bool   `help:"Write over a file that is there."`
	JSON  bool   `help:"Print NDJSON progress and a final object."`
}

// Run backs the library up. It only reads: it works while documents are added or a run is going on.
func (c *backupCommand) Run(ctx context.Context, s *shell, app readable) error {
	m, err := app.Backup(ctx, c.File, backup.Options{Force: c.Force, Progress: s.transfers()})
	if err != nil {
		return err
	}
	if len(m.Missing)+len(m.Changed) > 0 {
		s.code = exitPartly
	}
	if c.JSON {
		s.line(map[string]any{"file": c.File, "manifest": m})
		return nil
	}
	for _, name := range m.Missing {
		s.note("The library has lost its copy of %s: its text is in the backup, the file is not. `rabbithole check --repair` looks for it.", name)
	}
	for _, name := range m.Changed {
		s.note("The library's copy of %s is damaged; it is in the backup as it is. `rabbithole check --repair` looks for a sound one.", name)
	}
	s.printf("%s: %s, %s, %s.\n", c.File, plural(m.Documents, "document", "documents"), plural(m.Runs, "run", "runs"), disk.Megabytes(total(m)))
	return nil
}

func total(m backup.Manifest) int64 {
	var n int64
	for _, f := range m.Files {
		n += f.Bytes
	}
	return n
}

// transfers prints how far a transfer is, at most every few seconds.
func (s *shell) transfers() func(backup.Transfer) {
	said := time.Now()
	return func(now backup.Transfer) {
		if time.Since(said) < plainEvery {
			return
		}
		said = time.Now()
		if s.json {
			s.line(now)
			return
		}
		s.note("%s: %s of %s", phaseWords[now.Phase], disk.Megabytes(now.Done), disk.Megabytes(now.Total))
	}
}

var phaseWords = map[string]string{"backing_up": "backing up", "verifying": "verifying the backup", "restoring": "restoring"}

type restoreCommand struct {
	File string `arg:"" help:"Backup to restore." type:"path"`
	JSON bool   `help:"Print NDJSON progress and a final object."`
}

// Run restores a backup.
func (c *restoreCommand) Run(ctx context.Context, s *shell) error {
	r, err := core.Restore(ctx, c.File, core.Config{Home: s.home, Log: s.note}, backup.RestoreOptions{Progress: s.transfers()})
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
		s.printf("Not taken over from the backup, because they decide what leaves this computer and which of its folders are read: %s.\n",
			strings.Join(r.Left, ", "))
	}
	s.note("If somebody else made this backup, run `rabbithole check` before you rely on it: it holds what they put into it.")
	return nil
}
