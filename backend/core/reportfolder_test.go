package core

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"

	_ "modernc.org/sqlite"

	"rabbithole/backend/core/disk"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/flow/answer"
)

// The text of a stored report may name any run: it is written into the folder of its own, and no other.
func TestReports_StayInTheLibrary(t *testing.T) {
	c := cooking(t, pretend(t))
	home := c.config.Home
	outside := filepath.Join(filepath.Dir(home), "thesis")
	run, m := asked(t, c, Ask{Question: "How long does the yeast dough rest?", Profile: answer.Chat, Engine: settings.Extractive})
	if m.Answer == "" {
		t.Fatal("no answer")
	}
	db, err := sql.Open("sqlite", filepath.Join(home, disk.DatabaseName))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`UPDATE reports SET report = json_set(report, '$.run', '../../thesis') WHERE run = ?`, run.ID); err != nil {
		t.Fatal(err)
	}
	paths, err := c.WriteReport(t.Context(), run.ID)
	if err != nil || filepath.Dir(paths["md"]) != filepath.Join(home, disk.ReportsName, run.ID) {
		t.Errorf("%v, %v", paths, err)
	}
	if _, err := os.Stat(outside); err == nil {
		t.Error("it was written outside of the library")
	}
	if err := os.MkdirAll(outside, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"../../thesis", outside, "..", ".", ""} {
		if _, err := db.Exec(`INSERT INTO runs (id, flow, title, status, error, hint, parent, forked_from, meta, created_at, updated_at)
			SELECT ?, flow, title, status, error, hint, parent, forked_from, meta, created_at, updated_at FROM runs WHERE id = ?`, id, run.ID); err != nil {
			t.Fatal(err)
		}
		if err := c.deleteWithFiles(t.Context(), id); err != nil {
			t.Errorf("delete run %q: %v", id, err)
		}
		if _, err := os.Stat(outside); err != nil {
			t.Fatalf("deleting run %q took a folder of the person: %v", id, err)
		}
		if _, err := os.Stat(filepath.Join(home, disk.DatabaseName)); err != nil {
			t.Fatal(err)
		}
	}
}
