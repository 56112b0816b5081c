package store

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/source"
)

// contents are all rows of all tables, whatever the pages they stand on.
func contents(t *testing.T, path string) string {
	t.Helper()
	db, err := OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tables, err := (&salvage{fresh: db}).tables(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, table := range tables {
		query := fmt.Sprintf(`SELECT %s FROM "%s" ORDER BY %s`, table.columns, table.name, table.columns)
		values := make([]any, table.count)
		err := each("read rows", func(*struct{}) []any { return pointers(values) }, func(struct{}) error {
			fmt.Fprintf(&out, "%s %q\n", table.name, values)
			return nil
		})(db.read.Query(query))
		if err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

// TestPageSums_NoChangeGoesUnnoticed flips a bit of every page, swaps pages that look alike, and zeroes some.
func TestPageSums_NoChangeGoesUnnoticed(t *testing.T) {
	if testing.Short() {
		t.Skip("checks a database again and again, which is very slow under the race detector")
	}
	path := full(t)
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const size = 4096
	pages := len(raw) / size
	random := rand.New(rand.NewPCG(1, 2))
	damages := map[string]func(page []byte, all []byte){
		"bit":    func(page, _ []byte) { page[random.IntN(size)] ^= 1 << random.IntN(8) },
		"zeroes": func(page, _ []byte) { clear(page[512*random.IntN(8):][:512]) },
		"swap": func(page, all []byte) {
			other := all[random.IntN(pages)*size:][:size]
			swapped := slices.Clone(page)
			copy(page, other)
			copy(other, swapped)
		},
	}
	for n := 0; n < pages; n += 5 {
		for name, damage := range damages {
			all := slices.Clone(raw)
			damage(all[n*size:][:size], all)
			if slices.Equal(all, raw) {
				continue
			}
			if err := os.WriteFile(path, all, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := CheckFile(t.Context(), path); !Damaged(err) {
				t.Errorf("%s in page %d: CheckFile = %v", name, n+1, err)
			}
		}
	}
}

// One byte of the header says whether pages have checksums. A change of it is damage, and not the end of all checksums.
func TestPageSums_AChangedHeaderDoesNotSwitchThemOff(t *testing.T) {
	path := full(t)
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for value := range 256 {
		if value == sumSize {
			continue
		}
		all := slices.Clone(raw)
		all[headerReserve] = byte(value)
		if err := os.WriteFile(path, all, 0o600); err != nil {
			t.Fatal(err)
		}
		db, err := OpenReadOnly(t.Context(), path)
		if err == nil {
			_, err = db.Documents(t.Context(), source.DocumentFilter{})
			db.Close()
		}
		if !Damaged(err) {
			t.Errorf("%d: %v", value, err)
		}
		if db, err := Open(t.Context(), path); !Damaged(err) {
			t.Errorf("%d: open to write: %v", value, err)
			db.Close()
		}
		if now, err := os.ReadFile(path); err != nil || !slices.Equal(now, all) {
			t.Fatalf("%d: the damaged file was written to", value)
		}
	}
}

// TestPageSums_WhileTwoConnectionsEmptyTheLog has both write the pages of a new database into its file, one of them
// opened when it was empty.
func TestPageSums_WhileTwoConnectionsEmptyTheLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "library.db")
	var all [2]*DB
	for i := range all {
		db, err := Open(context.Background(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		all[i] = db
	}
	for n := range 40 {
		db := all[n%2]
		put(t, db, fmt.Sprintf("%064d", n), fmt.Sprintf("d%d.pdf", n), "", source.Ready)
		if _, err := db.write.Exec(`PRAGMA wal_checkpoint(PASSIVE)`); err != nil {
			t.Fatal(err)
		}
	}
	if err := all[0].Check(t.Context()); err != nil {
		t.Error(err)
	}
}
