package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"rabbithole/backend/source"
)

// emptyDatabase is the only page of a database without tables, as SQLite makes it when no bytes are reserved: before
// pages had checksums.
func emptyDatabase() []byte {
	page := make([]byte, 4096)
	copy(page, "SQLite format 3\x00\x10\x00\x01\x01\x00\x40\x20\x20\x00\x00\x00\x01\x00\x00\x00\x01")
	page[47], page[59] = 4, 1 // schema format, UTF-8
	copy(page[100:], []byte{13, 0, 0, 0, 0, 0x10, 0, 0})
	return page
}

// openOld opens a library as it was before pages had checksums.
func openOld(t *testing.T) *DB {
	t.Helper()
	path := filepath.Join(t.TempDir(), "library.db")
	if err := os.WriteFile(path, emptyDatabase(), 0o600); err != nil {
		t.Fatal(err)
	}
	write, err := connectToWrite(path)
	if err != nil {
		t.Fatal(err)
	}
	db := &DB{write: write, Reader: Reader{read: write}, path: path}
	t.Cleanup(func() { db.Close() })
	if err := db.migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return db
}

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

func TestOpen_LibraryWithoutChecksumsGetsThem(t *testing.T) {
	old := openOld(t)
	for n := range 100 {
		put(t, old, fmt.Sprintf("%064d", n), fmt.Sprintf("d%d.pdf", n), "", source.Ready)
	}
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	before := contents(t, old.path)
	db, err := Open(t.Context(), old.path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if has, err := db.HasChecksums(t.Context()); !has || err != nil {
		t.Errorf("HasChecksums = %v, %v", has, err)
	}
	if since, ok, err := db.Setting(t.Context(), ChecksumsSince); !ok || err != nil || since == "" {
		t.Errorf("checksums since %q, %v, %v", since, ok, err)
	}
	if err := db.SetSetting(t.Context(), ChecksumsSince, ""); err != nil {
		t.Fatal(err)
	}
	if contents(t, old.path) != before {
		t.Error("the contents are other than before")
	}
	put(t, db, "new", "new.pdf", "", source.Ready)
	if err := db.Check(t.Context()); err != nil {
		t.Error(err)
	}
	left, err := filepath.Glob(old.path + ".*")
	if err != nil || len(left) > 0 {
		t.Errorf("left beside it: %q, %v", left, err)
	}
}

// TestOpen_WithoutChecksumsWhileSomebodyReads leaves the file in its place: a reader holds it open, and its log belongs
// to it.
// A database that is larger than SQLite's cache is copied with its first page last.
func TestOpen_LargeLibraryWithoutChecksumsGetsThem(t *testing.T) {
	old := openOld(t)
	long := strings.Repeat("Radon is a gas. ", 250) // 4 kB
	const documents, pages = 30, 200                // 24 MB, and the cache has 16
	for d := range documents {
		hash := fmt.Sprintf("%064d", d)
		put(t, old, hash, fmt.Sprintf("d%d.pdf", d), "", source.Ready)
		var texts []source.Page
		for n := range pages {
			texts = append(texts, source.Page{Number: n + 1, Text: fmt.Sprint(d, n, long)})
		}
		if err := old.PutPages(t.Context(), hash, texts); err != nil {
			t.Fatal(err)
		}
	}
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := Open(t.Context(), old.path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if has, err := db.HasChecksums(t.Context()); !has || err != nil {
		t.Errorf("HasChecksums = %v, %v", has, err)
	}
	snapshot := filepath.Join(t.TempDir(), "snapshot.db")
	if err := db.Snapshot(t.Context(), snapshot); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{old.path, snapshot} {
		if err := CheckFile(t.Context(), path); err != nil {
			t.Errorf("%s: %v", filepath.Base(path), err)
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		const size = 4096
		for offset := 0; offset < len(raw); offset += size {
			page := raw[offset:][:size]
			if binary.BigEndian.Uint32(page[size-sumSize:]) != sumOf(page, int64(offset)) {
				t.Fatalf("%s: page %d has no checksum", filepath.Base(path), offset/size+1)
			}
		}
	}
	if page, err := db.Page(t.Context(), fmt.Sprintf("%064d", 29), 200); err != nil || !strings.Contains(page.Text, "29 199Radon") {
		t.Errorf("the last page: %.40q, %v", page.Text, err)
	}
}

// A library from before gets its checksums while others open and read it.
func TestOpen_WithoutChecksumsWhileSomebodyReads(t *testing.T) {
	const documents = 200
	for range 5 {
		old := openOld(t)
		for n := range documents {
			put(t, old, fmt.Sprintf("%064d", n), fmt.Sprintf("d%d.pdf", n), "", source.Ready)
		}
		converted := make(chan struct{})
		var readers sync.WaitGroup
		for range 2 {
			readers.Go(func() {
				for done := false; !done; {
					select {
					case <-converted:
						done = true
					default:
					}
					db, err := OpenReadOnly(t.Context(), old.path)
					if err != nil {
						t.Error(err)
						return
					}
					if docs, err := db.Documents(t.Context(), source.DocumentFilter{}); err != nil || len(docs) != documents {
						t.Errorf("a reader sees %d documents, %v", len(docs), err)
					}
					db.Close()
				}
			})
		}
		db, err := Open(t.Context(), old.path)
		close(converted)
		readers.Wait()
		if err != nil {
			t.Fatal(err)
		}
		if has, err := db.HasChecksums(t.Context()); !has || err != nil {
			t.Errorf("HasChecksums = %v, %v", has, err)
		}
		put(t, db, "h2", "b.pdf", "", source.Ready)
		if docs, err := old.Documents(t.Context(), source.DocumentFilter{}); err != nil || len(docs) != documents+1 {
			t.Errorf("who had it open before sees %d documents, %v", len(docs), err)
		}
		if err := errors.Join(db.Check(t.Context()), db.Close()); err != nil {
			t.Error(err)
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
