// Package store keeps everything in one SQLite file, the one truth: documents, pages, passages, vectors, references, runs,
// checkpoints, events, the journal of model calls, settings.
//
// It promises that a committed write survives kill -9, that a reader never waits for the writer, and that an update of the
// program finds its data again (numbered migrations). It refuses to interpret: no retrieval formula, no flow logic.
package store

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite" // the SQLite driver, pure Go

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// DB is an open library database: one writer connection and a pool of readers on the same WAL file.
type DB struct {
	Reader // of the whole library
	write  *sql.DB
	path   string
}

// Open opens or creates the database file at path and brings its schema up to date. A file that cannot be opened, is damaged or
// was written by a newer program is a fault of kind Storage.
func Open(ctx context.Context, path string) (*DB, error) {
	write, err := connect(path, url.Values{"_txlock": {"immediate"}, "_pragma": append(pragmas, writing...)})
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	db := &DB{Reader: Reader{scope: source.All()}, write: write, path: path}
	if err := db.migrate(ctx); err != nil {
		write.Close()
		return nil, explain("open "+filepath.Base(path), err)
	}
	if db.read, err = connect(path, url.Values{"_txlock": {"deferred"}, "_pragma": pragmas}); err != nil {
		write.Close()
		return nil, err
	}
	db.read.SetMaxOpenConns(4)
	return db, nil
}

// OpenReadOnly opens an existing database file without changing it, also while another process writes to it and from a medium
// that cannot be written. Every write fails with a fault of kind Storage.
func OpenReadOnly(ctx context.Context, path string) (*DB, error) {
	op := "open " + filepath.Base(path) + " to read"
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, fault.New(op, fault.NotFound, "There is no library here yet: add documents to it first with `rabbithole add`.", err)
	}
	read, err := connectToRead(path)
	if err != nil {
		return nil, err
	}
	read.SetMaxOpenConns(4)
	db := &DB{Reader: Reader{read: read, scope: source.All()}, write: read, path: path}
	if err := db.checkVersion(ctx); err != nil {
		read.Close()
		return nil, explain(op, err)
	}
	return db, nil
}

// connectToRead opens a file that stays as it is, on a medium that cannot be written too.
func connectToRead(path string) (*sql.DB, error) {
	query := url.Values{"mode": {"ro"}, "_pragma": pragmas}
	if !canWriteLog(path) {
		query.Set("immutable", "1") // nobody can be writing, and SQLite could not set up the log's index
	}
	return connect(path, query)
}

// canWriteLog reports whether the log beside the database exists or can be made.
func canWriteLog(path string) bool {
	if _, err := os.Stat(path + "-shm"); err == nil {
		return true
	}
	probe, err := os.CreateTemp(filepath.Dir(path), ".probe-*")
	if err != nil {
		return false
	}
	probe.Close()
	return os.Remove(probe.Name()) == nil
}

// pragmas hold for every connection.
var pragmas = []string{"busy_timeout(10000)", "synchronous(NORMAL)", "foreign_keys(ON)", "temp_store(MEMORY)", "cache_size(-16000)"}

// writing holds for the connection that writes: what is deleted is overwritten, see docs/adr/0030.
var writing = []string{"journal_mode(WAL)", "secure_delete(ON)"}

func connect(path string, query url.Values) (*sql.DB, error) {
	return sql.Open("sqlite", "file:"+(&url.URL{Path: filepath.ToSlash(path)}).EscapedPath()+"?"+query.Encode())
}

// Close writes the log back into the file and closes it.
func (db *DB) Close() error {
	if db.read == db.write {
		return db.read.Close()
	}
	return errors.Join(db.read.Close(), db.write.Close())
}

// update runs fn in one write transaction.
func (db *DB) update(ctx context.Context, fn func(*sql.Tx) error) error {
	tx, err := db.write.BeginTx(ctx, nil)
	if err != nil {
		return explain("begin to write", err)
	}
	if err := fn(tx); err != nil {
		tx.Rollback() // its own error says nothing beyond err: a cancelled context has rolled back already
		return explain("write", err)
	}
	return explain("commit", tx.Commit())
}
