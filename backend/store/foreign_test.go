package store

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/fault"
)

// rewrite makes statements on a database, over one connection that may write its schema by hand.
func rewrite(t *testing.T, path string, statements string) {
	t.Helper()
	if _, err := sums(); err != nil {
		t.Fatal(err)
	}
	raw, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	raw.SetMaxOpenConns(1)
	if _, err := raw.Exec("PRAGMA writable_schema=ON; " + statements); err != nil {
		t.Fatal(err)
	}
}

// What a stranger wrote into the list of a schema by hand is found, whatever its name and wherever it stands there.
func TestCheckSchema_FindsWhatIsWrittenByHand(t *testing.T) {
	const body = ` AFTER UPDATE ON runs BEGIN DELETE FROM settings; END`
	rename := func(to string) string {
		return `CREATE TRIGGER evil` + body + `; UPDATE sqlite_schema SET name = '` + to + `', sql = replace(sql, 'evil', '` + to + `') WHERE name = 'evil'`
	}
	// before puts what stands last in front of the table with that name.
	before := func(table string) string {
		return `UPDATE sqlite_schema SET rowid = rowid * 10 + 100000;
			UPDATE sqlite_schema SET rowid = (SELECT rowid - 5 FROM sqlite_schema WHERE type = 'table' AND name = '` + table + `') WHERE type = 'trigger' AND name = '` + table + `'`
	}
	for name, c := range map[string]struct{ statements, said string }{
		"a trigger":                      {`CREATE TRIGGER evil` + body, "it has a trigger evil"},
		"a view":                         {`CREATE VIEW evil AS SELECT 1`, "it has a view evil"},
		"a name that SQLite keeps":       {rename("sqlite_x"), "it has a trigger sqlite_x"},
		"a view with such a name":        {`CREATE VIEW evil AS SELECT 1; UPDATE sqlite_schema SET name = 'sqlite_stat9', tbl_name = 'sqlite_stat9', sql = replace(sql, 'evil', 'sqlite_stat9') WHERE name = 'evil'`, "it has a view sqlite_stat9"},
		"the name of an own index":       {rename("sqlite_autoindex_runs_1"), "it has a trigger sqlite_autoindex_runs_1"},
		"statistics":                     {`ANALYZE`, "it has a table sqlite_stat1"},
		"the name of a table":            {`CREATE TRIGGER sketches` + body, "it has a trigger sketches"},
		"the name of a table that comes": {`CREATE TRIGGER sketches` + body + `; ` + before("sketches"), "it has a trigger sketches"},
		"a trigger made otherwise":       {`DROP TRIGGER documents_put; CREATE TRIGGER documents_put` + body, "it has a trigger documents_put that was made otherwise"},
		"twice":                          {`INSERT INTO sqlite_schema SELECT * FROM sqlite_schema WHERE name = 'documents_put'`, ""},
		"a kind that nobody knows":       {`INSERT INTO sqlite_schema VALUES ('thing', 'evil', 'runs', 0, NULL)`, ""},
		"in the place of the list":       {`CREATE VIEW evil AS SELECT 1; UPDATE sqlite_schema SET name = 'sqlite_schema', tbl_name = 'sqlite_schema', sql = 'CREATE VIEW sqlite_schema AS SELECT 1' WHERE name = 'evil'`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			db := openNew(t)
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			if err := CheckSchema(t.Context(), db.path); err != nil {
				t.Fatalf("the program's own: %v", err)
			}
			rewrite(t, db.path, c.statements)
			err := CheckSchema(t.Context(), db.path)
			if err == nil || c.said != "" && (fault.KindOf(err) != fault.Unreadable || !strings.Contains(Foreign(err), c.said)) {
				t.Errorf("CheckSchema = %v, want %q", err, c.said)
			}
			t.Log(err)
		})
	}
}

// A database of every version is taken for the program's own, and after it was brought up to date; one with more than
// that version had is not.
func TestCheckSchema_EveryVersion(t *testing.T) {
	newest, err := NewestSchema()
	if err != nil {
		t.Fatal(err)
	}
	for version := range newest + 1 {
		path := filepath.Join(t.TempDir(), "library.db")
		old, err := makeAt(t.Context(), path, version)
		if err != nil {
			t.Fatal(err)
		}
		if err := old.Close(); err != nil {
			t.Fatal(err)
		}
		if err := CheckSchema(t.Context(), path); err != nil {
			t.Errorf("version %d: %v", version, err)
		}
		db, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		if err := db.CheckForeign(t.Context()); err != nil {
			t.Errorf("version %d, brought up to date: %v", version, err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if version > 0 && version < newest {
			rewrite(t, path, `PRAGMA user_version = 1`)
			if err := CheckSchema(t.Context(), path); Foreign(err) == "" {
				t.Errorf("a newer schema with the number 1: %v", err)
			}
		}
	}
}
