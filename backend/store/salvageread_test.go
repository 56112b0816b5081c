package store

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/graph"
	"rabbithole/backend/source"
)

// oneOfEach makes a database with one row in each table that holds what has to be decoded.
func oneOfEach(t *testing.T) string {
	t.Helper()
	db := openNew(t)
	put(t, db, "h", "a.pdf", "", source.Ready)
	for _, statement := range []string{
		`UPDATE documents SET names = '["a"]', unreadable_pages = '[1]', recognised_pages = '[1]'`,
		`INSERT INTO runs (id, flow, title, status, error, hint, parent, forked_from, meta, created_at, updated_at)
			VALUES ('r', 'research', 't', 'waiting', '', '', '', '', '{}', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')`,
		`INSERT INTO checkpoints VALUES ('r', 1, '', '', 1, '{}', '{}', '2026-01-01T00:00:00Z')`,
		`INSERT INTO inbox (run, kind, data, at) VALUES ('r', 'k', '', '2026-01-01T00:00:00Z')`,
		`INSERT INTO events (run, kind, data, at) VALUES ('r', 'k', '', '2026-01-01T00:00:00Z')`,
		`INSERT INTO articles VALUES ('h', 'u', 'u', '', '', '', '', '', '', 200, 1, '2026-01-01T00:00:00Z', 0)`,
		`INSERT INTO attached VALUES ('h', 'n', 'md', 1, '2026-01-01T00:00:00Z', 1)`,
		`INSERT INTO connections VALUES ('r', 1, '2026-01-01T00:00:00Z', '{}')`,
		`INSERT OR IGNORE INTO article_numbers (id, document) VALUES (1, 'h')`,
		`INSERT INTO article_research (article_id, status, created_at, updated_at, expires_at, made_at)
			VALUES (1, 'ready', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')`,
	} {
		if _, err := db.write.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return db.path
}

// readAll reads everything as the program does.
func readAll(t *testing.T, db *DB) map[string]error {
	ctx, errs := t.Context(), map[string]error{}
	_, errs["documents"] = db.Documents(ctx, source.DocumentFilter{})
	_, errs["runs"] = db.Runs(ctx, graph.Filter{})
	_, errs["checkpoints"] = db.Checkpoints(ctx, "r")
	_, errs["inbox"] = db.Inbox(ctx, "r")
	_, errs["events"] = db.Events(ctx, "", 0, 0)
	_, _, errs["articles"] = db.ArticleByURL(ctx, "", "u", time.Time{})
	_, errs["attached"] = db.AllAttached(ctx)
	_, errs["connections"] = db.Connections(ctx, "", 0)
	_, errs["article_research"] = db.Related(ctx, 1)
	return errs
}

// Whatever text of a row on a damaged page is wrong: afterwards everything is read, and no copy of a document is noted as known to nobody.
func TestSalvage_WhatIsKeptCanBeRead(t *testing.T) {
	raw, err := os.ReadFile(oneOfEach(t))
	if err != nil {
		t.Fatal(err)
	}
	tables := []string{"documents", "runs", "checkpoints", "inbox", "events", "articles", "attached", "connections", "article_research"}
	for _, table := range tables {
		for _, column := range textColumns(t, raw, table) {
			t.Run(table+"/"+column, func(t *testing.T) {
				folder := t.TempDir()
				damaged := filepath.Join(folder, "damaged.db")
				if err := os.WriteFile(damaged, raw, 0o600); err != nil {
					t.Fatal(err)
				}
				db, err := Open(t.Context(), damaged)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := db.write.ExecContext(t.Context(), fmt.Sprintf(`UPDATE "%s" SET "%s" = 'x' || substr("%s", 2)`, table, column, column)); err != nil {
					db.Close()
					t.Skip(err) // the table refuses it
				}
				var page, size int64
				if err := db.read.QueryRowContext(t.Context(), `SELECT rootpage, (SELECT page_size FROM pragma_page_size) FROM sqlite_schema WHERE name = ?`, table).Scan(&page, &size); err != nil {
					t.Fatal(err)
				}
				if err := db.Close(); err != nil {
					t.Fatal(err)
				}
				spoil(t, damaged, page*size-1, 1)
				s, err := Salvage(t.Context(), damaged, filepath.Join(folder, "fresh.db"), nil)
				if err != nil || !slices.Contains(s.Lost, table) {
					t.Fatalf("lost %v, %v", s.Lost, err)
				}
				fresh, err := Open(t.Context(), filepath.Join(folder, "fresh.db"))
				if err != nil {
					t.Fatal(err)
				}
				defer fresh.Close()
				for what, err := range readAll(t, fresh) {
					if err != nil {
						t.Errorf("%s: %v", what, err)
					}
				}
				if err := fresh.Check(t.Context()); err != nil {
					t.Error(err)
				}
				if loose, err := fresh.LooseCopies(t.Context()); err != nil || slices.Contains(loose, "h") {
					t.Errorf("loose copies: %q, %v", loose, err)
				}
			})
		}
	}
}

func textColumns(t *testing.T, raw []byte, table string) (columns []string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var list string
	err = db.read.QueryRowContext(t.Context(), `SELECT group_concat(name) FROM pragma_table_info(?) WHERE type = 'TEXT'`, table).Scan(&list)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(list, ",")
}
