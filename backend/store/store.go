// Package store keeps everything in one SQLite file, the one truth: documents, pages, passages, vectors, references, runs,
// checkpoints, events, the journal of model calls, settings.
//
// It promises that a committed write survives kill -9, that a reader never waits for the writer, and that an update of the
// program finds its data again (numbered migrations). It refuses to interpret: no retrieval formula, no flow logic.
//
// What queries return is read by list, one, byKey and each (rows.go). Everything is written by update or what stands on it (writing.go). Where
// both need the columns of a table, one list of fields names them for reading and writing.
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
	sqlite3 "modernc.org/sqlite/lib"

	"rabbithole/backend/fault"
	"rabbithole/backend/private"
	"rabbithole/backend/source"
)

// DB is an open library database: one writer connection and a pool of readers on the same WAL file.
type DB struct {
	Reader  // of the whole library
	write   *sql.DB
	path    string
	lengths lengths
}

// Open opens or creates the database file at path and brings its schema up to date. A file that cannot be opened, is damaged or
// was written by a newer program is a fault of kind Storage.
func Open(ctx context.Context, path string) (*DB, error) {
	_ = makePrivate(path) // it may exist; any other failure shows when SQLite opens it
	write, err := connectToWrite(path)
	if err != nil {
		return nil, err
	}
	db := &DB{Reader: Reader{scope: source.All()}, write: write, path: path}
	if err = db.migrate(ctx); err != nil {
		db.write.Close()
		return nil, explain("open "+filepath.Base(path), err)
	}
	if db.read, err = connect(path, url.Values{"_txlock": {"deferred"}, "_pragma": pragmas}); err != nil {
		db.write.Close()
		return nil, err
	}
	db.read.SetMaxOpenConns(4)
	return db, nil
}

func connectToWrite(path string) (*sql.DB, error) {
	write, err := connect(path, url.Values{"_txlock": {"immediate"}, "_pragma": append(pragmas, writing...)})
	if err == nil {
		write.SetMaxOpenConns(1)
	}
	return write, err
}

// OpenReadOnly opens an existing database file without changing it, also while another process writes to it and from a medium
// that cannot be written. Every write fails with a fault of kind Storage.
func OpenReadOnly(ctx context.Context, path string) (*DB, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, fault.New("open "+filepath.Base(path)+" to read", fault.NotFound,
			"There is no library here yet: add documents to it first with `rabbithole add`.", err)
	}
	db, err := openToRead(ctx, path)
	if err != nil {
		return nil, err
	}
	if err := db.checkVersion(ctx); err != nil {
		db.Close()
		return nil, explain("open "+filepath.Base(path)+" to read", err)
	}
	return db, nil
}

// openToRead is OpenReadOnly of a database of whatever version.
func openToRead(ctx context.Context, path string) (*DB, error) {
	read, err := connectToRead(ctx, path)
	return &DB{Reader: Reader{read: read, scope: source.All()}, write: read, path: path}, err
}

// connectToRead opens a file that stays as it is: beside a writer, on a full disk and on a medium that cannot be
// written too.
func connectToRead(ctx context.Context, path string) (*sql.DB, error) {
	db, err := tryToRead(ctx, path, url.Values{})
	switch codeOf(err) {
	case sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY:
		if other := withoutIndex(path); other != nil {
			return tryToRead(ctx, path, other)
		}
	}
	return db, err
}

// withoutIndex says how to open a database where the index of its log (-shm) cannot be made, nil when another process
// has made it. What lies in the log is read through an index in memory; SQLite makes one where the file of the index is
// there and cannot be used.
func withoutIndex(path string) url.Values {
	if index, err := os.Stat(path + "-shm"); err == nil && index.Size() >= wholeIndex {
		return nil
	}
	if log, err := os.Stat(path + "-wal"); err != nil || log.Size() == 0 {
		return url.Values{"immutable": {"1"}} // nobody can be writing: whoever does has an index
	}
	if file, err := private.OpenFile(path+"-shm", os.O_CREATE|os.O_RDONLY); err == nil {
		file.Close() // empty, it takes no room
	}
	return url.Values{"readonly_shm": {"1"}}
}

// wholeIndex is the least size of the index of a log, in bytes.
const wholeIndex = 32 << 10

func tryToRead(ctx context.Context, path string, query url.Values) (*sql.DB, error) {
	query.Set("mode", "ro")
	query["_pragma"] = pragmas
	db, err := connect(path, query)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(4)
	if _, err := db.ExecContext(ctx, `SELECT count(*) FROM sqlite_schema`); err != nil { // opens the log
		db.Close()
		return nil, explain("open "+filepath.Base(path)+" to read", err)
	}
	return db, nil
}

// pragmas hold for every connection. What stands in the schema of a file may not call functions that reach beyond it.
var pragmas = []string{"busy_timeout(10000)", "synchronous(NORMAL)", "foreign_keys(ON)", "temp_store(MEMORY)", "cache_size(-32000)",
	"trusted_schema(OFF)"}

// writing holds for the connection that writes. What is deleted is overwritten, see docs/adr/0030; on macOS only a full
// sync reaches the disk.
var writing = []string{"journal_mode(WAL)", "secure_delete(ON)", "fullfsync(ON)"}

func connect(path string, query url.Values) (*sql.DB, error) {
	if _, err := sums(); err != nil {
		return nil, err
	}
	for _, side := range []string{"", "-wal", "-shm", "-journal"} {
		if err := private.Regular(path + side); err != nil {
			return nil, explain("open "+filepath.Base(path), err)
		}
	}
	return sql.Open("sqlite", "file:"+(&url.URL{Path: filepath.ToSlash(path)}).EscapedPath()+"?"+query.Encode())
}

// makePrivate creates an empty file for SQLite to use as a new database: those that SQLite creates can be read by
// others. The log next to the database gets the permissions of the database.
func makePrivate(path string) error {
	f, err := private.CreateNew(path)
	if err != nil {
		return err
	}
	return f.Close()
}

// Close writes the log back into the file and closes it.
func (db *DB) Close() error {
	if db.read == db.write {
		return db.read.Close()
	}
	return errors.Join(db.read.Close(), db.write.Close())
}
