package store

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/source"
)

// What becomes of a row whose hash is doubtful depends on the copies that the library has.
func TestSalvage_HashesAreComparedWithTheCopies(t *testing.T) {
	if testing.Short() {
		t.Skip("reads many damaged databases, which is very slow under the race detector")
	}
	whole := strings.Repeat("0123456789abcdef", 4)
	one, two := "f"+whole[1:], whole[:63]+"0"
	far := strings.Repeat("f", 20) + whole[20:]
	for name, c := range map[string]struct {
		stored string
		copies []string
		want   string // the hash that is kept, "" for none
	}{
		"right":                   {whole, []string{whole}, whole},
		"one letter":              {one, []string{whole}, whole},
		"no digit":                {"=" + whole[1:], []string{whole}, whole},
		"two copies are as near":  {whole, []string{one, two}, ""},
		"too far from the copy":   {far, []string{whole}, ""},
		"no hash, and no copy":    {"=" + whole[1:], nil, ""},
		"the copy is lost":        {whole, nil, whole},
		"another copy is unknown": {whole, []string{far}, ""},
	} {
		for _, table := range []string{"documents", "attached"} {
			t.Run(name+"/"+table, func(t *testing.T) {
				db := openNew(t)
				if table == "documents" {
					put(t, db, c.stored, "a.pdf", "", source.Ready)
				} else if err := db.Attach(t.Context(), Attached{Hash: c.stored, Name: "a.pdf"}); err != nil {
					t.Fatal(err)
				}
				var page int64
				if err := db.read.QueryRowContext(t.Context(), `SELECT rootpage FROM sqlite_schema WHERE name = ?`, table).Scan(&page); err != nil {
					t.Fatal(err)
				}
				if err := db.Close(); err != nil {
					t.Fatal(err)
				}
				spoil(t, db.path, page*4096-1, 1)
				path := filepath.Join(t.TempDir(), "fresh.db")
				found, err := Salvage(t.Context(), db.path, path, c.copies)
				if err != nil {
					t.Fatal(err)
				}
				fresh, err := Open(t.Context(), path)
				if err != nil {
					t.Fatal(err)
				}
				defer fresh.Close()
				kept, err := list("read hashes", value[string])(fresh.read.QueryContext(t.Context(), `SELECT hash FROM `+table))
				if err != nil || fmt.Sprint(kept) != "["+c.want+"]" {
					t.Errorf("kept %q, %v", kept, err)
				}
				named := slices.ContainsFunc(found.Doubts.Unread, func(row string) bool { return strings.Contains(row, "a.pdf") })
				if named != (c.want == "") {
					t.Errorf("named: %q", found.Doubts.Unread)
				}
				if loose, err := fresh.LooseCopies(t.Context()); err != nil || len(loose) > 0 {
					t.Errorf("loose: %q, %v", loose, err)
				}
			})
		}
	}
}
