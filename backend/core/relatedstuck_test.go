package core

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core/disk"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/flow/related"
)

// A search whose status cannot be written, as on a full disk, does not look for ever as if it ran: who waits for it is told why, and asking again goes on with it.
func TestRelated_WhatCannotBeWrittenDownIsToldAndGoesOnLater(t *testing.T) {
	for _, status := range []string{"running", "ready"} {
		home := t.TempDir()
		c, err := Open(t.Context(), Config{Home: home, Env: func(string) string { return "" }, Keyring: ring{}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		addText(t, c, "notes.md", radonNotes)
		d, err := c.Document(t.Context(), "notes.md")
		if err != nil {
			t.Fatal(err)
		}
		db, err := sql.Open("sqlite", filepath.Join(home, disk.DatabaseName))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		when := "NEW.status = 'running' AND OLD.status <> 'running'"
		if status == "ready" {
			when = "NEW.status IN ('ready', 'failed')"
		}
		if _, err := db.ExecContext(t.Context(), `CREATE TRIGGER no_room BEFORE UPDATE ON article_research WHEN `+when+` BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`); err != nil {
			t.Fatal(err)
		}
		wish := FindRelated{Document: d.Hash, Language: "de", Engine: settings.Extractive}
		if _, err := c.StartRelated(t.Context(), wish); err != nil {
			t.Fatal(err)
		}
		waits, done := context.WithTimeout(t.Context(), 30*time.Second)
		r, err := c.AwaitRelated(waits, d.Hash, nil)
		done()
		if err != nil || r.Status != related.StatusFailed || !strings.Contains(r.Error, "full") {
			t.Errorf("%s cannot be written: %s %q, %v", status, r.Status, r.Error, err)
		}
		if !strings.HasPrefix(r.Error, "Die Suche ist gescheitert. Das Programm meldet: ") {
			t.Errorf("a person who speaks German is told %q", r.Error)
		}
		if _, err := db.ExecContext(t.Context(), `DROP TRIGGER no_room`); err != nil {
			t.Fatal(err)
		}
		if r = besideIt(t, c, wish); r.Status != related.StatusReady || r.Error != "" {
			t.Errorf("with room for %s: %s %q", status, r.Status, r.Error)
		}
	}
}
