package store

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"

	"rabbithole/backend/event"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// disk is what a power cut leaves of the files that SQLite writes: their bytes at the last sync.
type disk struct {
	mu      sync.Mutex
	names   map[uintptr]string // of open files
	files   map[string][]byte
	methods sqlite3.Tsqlite3_io_methods // of a log, with another xSync
	syncs   int
}

// watched is the one disk of the tests: the functions of a VFS cannot carry data of their own.
var watched = disk{names: map[uintptr]string{}, files: map[string][]byte{}}

// watchDisk lets every database that is opened from now on be written to the disk that is watched.
var watchDisk = sync.OnceValue(func() error {
	if _, err := sums(); err != nil {
		return err
	}
	tls := libc.NewTLS()
	defer tls.Close()
	at[sumVFS](sqlite3.Xsqlite3_vfs_find(tls, 0)).FxOpen = pointer(openWatched)
	return nil
})

func openWatched(tls *libc.TLS, vfs, name, file uintptr, flags int32, outFlags uintptr) int32 {
	rc := openSummed(tls, vfs, name, file, flags, outFlags)
	handle := at[sqlite3.Tsqlite3_file](file)
	if rc != sqlite3.SQLITE_OK || flags&(sqlite3.SQLITE_OPEN_MAIN_DB|sqlite3.SQLITE_OPEN_WAL) == 0 {
		return rc
	}
	watched.mu.Lock()
	defer watched.mu.Unlock()
	path := libc.GoString(name)
	watched.names[file] = path
	if flags&sqlite3.SQLITE_OPEN_MAIN_DB != 0 {
		watched.files[path], _ = os.ReadFile(path) // none yet
		summed(file).methods.FxSync = pointer(syncWatched)
		return rc
	}
	watched.methods = *at[sqlite3.Tsqlite3_io_methods](handle.FpMethods)
	watched.methods.FxSync = pointer(syncWatched)
	copied := libc.Xmalloc(tls, 1024)
	*at[sqlite3.Tsqlite3_io_methods](copied) = watched.methods
	handle.FpMethods = copied
	return rc
}

func syncWatched(_ *libc.TLS, file uintptr, _ int32) int32 {
	watched.mu.Lock()
	defer watched.mu.Unlock()
	raw, err := os.ReadFile(watched.names[file])
	if err != nil {
		return sqlite3.SQLITE_IOERR_FSYNC
	}
	watched.files[watched.names[file]] = raw
	watched.syncs++
	return sqlite3.SQLITE_OK
}

// onDisk reports whether nothing that was written to the database would be lost in a power cut, and how often it was
// synced so far.
func onDisk(t *testing.T, db *DB) (all bool, syncs int) {
	t.Helper()
	watched.mu.Lock()
	defer watched.mu.Unlock()
	for _, path := range []string{db.path, db.path + "-wal"} {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(raw, watched.files[path]) {
			return false, watched.syncs
		}
	}
	return true, watched.syncs
}

// cutPower opens what a power cut would leave of a database.
func cutPower(t *testing.T, db *DB) *DB {
	t.Helper()
	path := filepath.Join(t.TempDir(), "library.db")
	watched.mu.Lock()
	for _, side := range []string{"", "-wal"} {
		if err := os.WriteFile(path+side, watched.files[db.path+side], 0o600); err != nil {
			t.Fatal(err)
		}
	}
	watched.mu.Unlock()
	left, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { left.Close() })
	return left
}

// openWatchedNew opens a new library, all of which is on the disk, with a run in it.
func openWatchedNew(t *testing.T) *DB {
	t.Helper()
	if err := watchDisk(); err != nil {
		t.Fatal(err)
	}
	db := openNew(t)
	run := graph.Run{ID: "r", Flow: "research", Status: graph.Running, Created: time.Now(), Updated: time.Now()}
	begin := graph.Commit{Run: run, New: true, Checkpoint: &graph.Checkpoint{Run: "r", Seq: 1}}
	if _, err := db.Commit(t.Context(), begin); err != nil {
		t.Fatal(err)
	}
	return db
}

// TestUpdate_WhatSurvivesAPowerCut does everything that is written in the course of a library's life: what a person did
// or waited for is on the disk when the call returns, the rest is left to the system.
func TestUpdate_WhatSurvivesAPowerCut(t *testing.T) {
	ctx := t.Context()
	commit := func(status graph.Status) func(db *DB) error {
		return func(db *DB) error {
			next := &graph.Checkpoint{Run: "r", Seq: 2}
			_, err := db.Commit(ctx, graph.Commit{Run: graph.Run{ID: "r", Status: status}, Checkpoint: next})
			return err
		}
	}
	document := func(state source.State) func(db *DB) error {
		return func(db *DB) error {
			_, err := db.PutDocument(ctx, source.Document{Hash: "h", Name: "n", State: state})
			return err
		}
	}
	for name, c := range map[string]struct {
		write func(db *DB) error
		want  durability
	}{
		"answer or message to a run": {func(db *DB) error {
			_, err := db.Send(ctx, graph.Message{Run: "r", Kind: graph.MessageAnswer, Data: json.RawMessage(`{}`)})
			return err
		}, lasting},
		"run begun": {func(db *DB) error {
			_, err := db.Commit(ctx, graph.Commit{Run: graph.Run{ID: "new", Status: graph.Queued}, New: true})
			return err
		}, lasting},
		"run finished":     {commit(graph.Finished), lasting},
		"run waits":        {commit(graph.Waiting), lasting},
		"run paused":       {commit(graph.Paused), lasting},
		"node ended":       {commit(graph.Running), repeatable},
		"run deleted":      {func(db *DB) error { return db.DeleteRun(ctx, "r") }, lasting},
		"report":           {func(db *DB) error { return db.PutReport(ctx, "r", 0, report.Report{}) }, lasting},
		"draft":            {func(db *DB) error { return db.PutReport(ctx, "r", 1, report.Report{}) }, repeatable},
		"setting":          {func(db *DB) error { return db.SetSetting(ctx, "k", "v") }, lasting},
		"document queued":  {document(source.Queued), lasting},
		"document read":    {document(source.Extracting), repeatable},
		"document ready":   {document(source.Ready), lasting},
		"document removed": {document(source.Removed), lasting},
		"web article":      {document(source.Saved), repeatable},
		"file attached":    {func(db *DB) error { return db.Attach(ctx, Attached{Hash: "h", Name: "n"}) }, lasting},
		"reply of a model": {func(db *DB) error {
			return db.RecordCall(ctx, "k", "r", "plan", prompts.Card{}, prompts.Reply{Text: "x"})
		}, lasting},
		"found by a node": {func(db *DB) error { return db.PutRow(ctx, "r", "k", json.RawMessage(`{}`)) }, repeatable},
		"vector": {func(db *DB) error {
			return db.PutVectors(ctx, "e", []source.Vector{{Hash: "h", Entries: []float32{1}}})
		}, repeatable},
		"log of connections": {func(db *DB) error {
			return db.PutConnections(ctx, "r", []Connection{{No: 1, Entry: json.RawMessage(`{}`)}})
		}, repeatable},
		"event": {func(db *DB) error {
			_, err := db.AppendEvents(ctx, []event.Event{{Kind: "x", At: time.Now()}})
			return err
		}, repeatable},
	} {
		t.Run(name, func(t *testing.T) {
			db := openWatchedNew(t)
			_, before := onDisk(t, db)
			if err := c.write(db); err != nil {
				t.Fatal(err)
			}
			all, after := onDisk(t, db)
			if want := c.want == lasting; all != want || after-before > 1 || !want && after != before {
				t.Errorf("on the disk: %v (%d syncs), want %v", all, after-before, want)
			}
		})
	}
}

// TestUpdate_PowerCutAfterAnAnswer writes events without a sync, then an answer: what the cut leaves has both, but not
// the event that came after.
func TestUpdate_PowerCutAfterAnAnswer(t *testing.T) {
	db := openWatchedNew(t)
	ctx := t.Context()
	happened := func(n int) {
		for range n {
			if _, err := db.AppendEvents(ctx, []event.Event{{Run: "r", Kind: "x", At: time.Now()}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	_, before := onDisk(t, db)
	happened(20)
	if _, syncs := onDisk(t, db); syncs != before {
		t.Errorf("20 events were synced %d times", syncs-before)
	}
	said := json.RawMessage(`{"answer":"only the workers"}`)
	answer := graph.Message{Run: "r", Kind: graph.MessageAnswer, Data: said, At: time.Now()}
	if _, err := db.Send(ctx, answer); err != nil {
		t.Fatal(err)
	}
	happened(5)
	left := cutPower(t, db)
	inbox, err := left.Inbox(ctx, "r")
	if err != nil || len(inbox) != 1 || string(inbox[0].Data) != string(answer.Data) {
		t.Errorf("after the power cut: %+v, %v", inbox, err)
	}
	if events, err := left.Events(ctx, "r", 0, 0); err != nil || len(events) != 20 {
		t.Errorf("after the power cut: %d events, %v; want the 20 before the answer", len(events), err)
	}
	if err := left.Check(ctx); err != nil {
		t.Error(err)
	}
}
