package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

func TestOpen_DamagedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "library.db")
	if err := os.WriteFile(path, bytes.Repeat([]byte("not a database "), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Open(t.Context(), path)
	if fault.KindOf(err) != fault.Storage || !strings.Contains(fault.Hint(err), "damaged") {
		t.Errorf("Open = %v (hint %q), want a storage fault that says damaged", err, fault.Hint(err))
	}
}

func TestOpen_FolderMissing(t *testing.T) {
	_, err := Open(t.Context(), filepath.Join(t.TempDir(), "none", "library.db"))
	if fault.KindOf(err) != fault.Storage || fault.Hint(err) == "" {
		t.Errorf("Open = %v (hint %q), want a storage fault with a hint", err, fault.Hint(err))
	}
}

func TestOpen_WrittenByNewerProgram(t *testing.T) {
	db := openNew(t)
	if _, err := db.write.Exec("PRAGMA user_version = 9999"); err != nil {
		t.Fatal(err)
	}
	for name, open := range map[string]func(context.Context, string) (*DB, error){"writer": Open, "reader": OpenReadOnly} {
		if _, err := open(t.Context(), db.path); !strings.Contains(fault.Hint(err), "newer") {
			t.Errorf("%s: %v (hint %q), want a hint that says newer", name, err, fault.Hint(err))
		}
	}
}

func TestOpen_AgainFindsItsData(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a ?#%.db") // characters with a meaning in the driver's address
	for i := range 2 {
		db, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		value, ok, err := db.Setting(t.Context(), "k")
		if err != nil || ok != (i == 1) || (i == 1 && value != "v") {
			t.Errorf("opening %d: setting %q, %v, %v", i+1, value, ok, err)
		}
		if err := db.SetSetting(t.Context(), "k", "v"); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(path); err != nil {
		t.Errorf("the database is not where it should be: %v", err)
	}
}

func TestOpenReadOnly_BesideAWriter(t *testing.T) {
	db := openNew(t)
	put(t, db, "h1", "a.pdf", "", source.Ready)
	reader, err := OpenReadOnly(t.Context(), db.path)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	put(t, db, "h2", "b.pdf", "", source.Ready)
	if docs, err := reader.Documents(t.Context(), source.DocumentFilter{}); err != nil || len(docs) != 2 {
		t.Errorf("the reader sees %d documents, %v, want 2", len(docs), err)
	}
	err = reader.SetSetting(t.Context(), "k", "v")
	if fault.KindOf(err) != fault.Storage || !strings.Contains(fault.Hint(err), "cannot be written") {
		t.Errorf("writing through a reader: %v (hint %q)", err, fault.Hint(err))
	}
}

func TestOpenReadOnly_NoLibrary(t *testing.T) {
	path := filepath.Join(t.TempDir(), "library.db")
	if _, err := OpenReadOnly(t.Context(), path); fault.KindOf(err) != fault.NotFound {
		t.Errorf("OpenReadOnly = %v, want not_found", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("reading created a library")
	}
}

func TestUpdate_DiskFull(t *testing.T) {
	db := openNew(t)
	put(t, db, "h1", "a.pdf", "", source.Extracting)
	if _, err := db.write.Exec("PRAGMA max_page_count = 60"); err != nil { // SQLite's own "disk full"
		t.Fatal(err)
	}
	pages := []source.Page{{Number: 1, Text: "kept"}, {Number: 2, Text: strings.Repeat("x", 1<<20)}}
	err := errors.Join(db.PutPages(t.Context(), "h1", pages[:1]), db.PutPages(t.Context(), "h1", pages[1:]))
	if fault.KindOf(err) != fault.Storage || !strings.Contains(fault.Hint(err), "full") {
		t.Errorf("PutPages on a full disk = %v (hint %q)", err, fault.Hint(err))
	}
	if last, err := db.LastPage(t.Context(), "h1"); last != 1 || err != nil {
		t.Errorf("LastPage = %d, %v: want the page committed before", last, err)
	}
}

func TestUpdate_AnotherProcessWrites(t *testing.T) {
	db := openNew(t)
	other, err := Open(t.Context(), db.path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := other.write.Exec("PRAGMA busy_timeout = 20"); err != nil {
		t.Fatal(err)
	}
	err = db.update(t.Context(), "wait", repeatable, func(w *tx) { w.fail(other.SetSetting(t.Context(), "k", "v")) })
	if fault.KindOf(err) != fault.Locked || fault.Hint(err) == "" {
		t.Errorf("writing while another writes = %v (hint %q), want a locked fault", err, fault.Hint(err))
	}
}

func TestUpdateEach_YieldsToOtherWriters(t *testing.T) {
	db := openNew(t)
	writing, done := make(chan struct{}), make(chan error, 1)
	go func() {
		done <- db.updateEach(t.Context(), "write", 500, func(w *tx, i int) {
			if i == 0 {
				close(writing)
			}
			time.Sleep(time.Millisecond)
			w.repeat(t.Context(), `INSERT INTO settings (key, value) VALUES (?,?)`, fmt.Sprint(i), "")
		})
	}()
	<-writing
	begin := time.Now()
	if err := db.SetSetting(t.Context(), "k", "v"); err != nil {
		t.Error(err)
	}
	waited := time.Since(begin)
	select {
	case err := <-done:
		t.Fatalf("all rows were written before the setting (%v): one transaction holds the writer", err)
	default:
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	t.Logf("the setting waited %v", waited)
}

func TestCheck_FindsDamage(t *testing.T) {
	db := openNew(t)
	put(t, db, "h1", "a.pdf", "", source.Ready)
	for n := range 800 { // the middle of the file is theirs, not the schema's
		if err := db.PutPages(t.Context(), "h1", []source.Page{{Number: n + 1, Text: strings.Repeat("text ", 200)}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Check(t.Context()); err != nil {
		t.Fatalf("a sound library: %v", err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	overwriteMiddle(t, db.path)
	again, err := OpenReadOnly(t.Context(), db.path)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if err := again.Check(t.Context()); fault.KindOf(err) != fault.Storage || !strings.Contains(fault.Hint(err), "damaged") {
		t.Errorf("Check of a damaged library = %v (hint %q)", err, fault.Hint(err))
	}
}

func overwriteMiddle(t *testing.T, path string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt(bytes.Repeat([]byte{0xA5}, 40_000), info.Size()/2/4096*4096); err != nil {
		t.Fatal(err)
	}
}
