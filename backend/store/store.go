// Package store keeps everything in one SQLite file, the one truth: documents, pages, passages, vectors, references, runs,
// checkpoints, events, the journal of model calls, settings.
//
// It promises that a committed write survives kill -9, that a reader never waits for the writer, and that an update of the
// program finds its data again (numbered migrations). It refuses to interpret: no retrieval formula, no flow logic.
package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	_ "modernc.org/sqlite" // the SQLite driver, pure Go

	"rabbithole/backend/fault"
)

//go:embed migrations/*.sql
var migrations embed.FS

// DB is an open library database: one writer connection and a pool of readers on the same WAL file.
type DB struct {
	write *sql.DB
	read  *sql.DB
	path  string
}

// Open opens or creates the database file at path and brings its schema up to date.
func Open(ctx context.Context, path string) (*DB, error) {
	write, err := connect(path, "immediate")
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	db := &DB{write: write, path: path}
	if err := db.migrate(ctx); err != nil {
		write.Close()
		return nil, fault.New("open "+filepath.Base(path), fault.Storage,
			"The library database could not be opened. Check that the disk is not full and that the folder is writable.", err)
	}
	if db.read, err = connect(path, "deferred"); err != nil {
		write.Close()
		return nil, err
	}
	db.read.SetMaxOpenConns(4)
	return db, nil
}

func connect(path, txlock string) (*sql.DB, error) {
	q := url.Values{"_txlock": {txlock}, "_pragma": {
		"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(NORMAL)", "foreign_keys(ON)", "temp_store(MEMORY)", "cache_size(-16000)",
	}}
	return sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+q.Encode())
}

// Close writes the log back into the file and closes it.
func (db *DB) Close() error {
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

// migrate applies the migrations with a number above the database's user_version, each in its own transaction.
func (db *DB) migrate(ctx context.Context) error {
	var have int
	if err := db.write.QueryRowContext(ctx, "PRAGMA user_version").Scan(&have); err != nil {
		return err
	}
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	sort.Strings(names)
	for _, name := range names {
		number, err := strconv.Atoi(strings.SplitN(filepath.Base(name), "_", 2)[0])
		if err != nil {
			return fmt.Errorf("migration %s: %w", name, err)
		}
		if number <= have {
			continue
		}
		text, err := migrations.ReadFile(name)
		if err != nil {
			return err
		}
		err = db.update(ctx, func(tx *sql.Tx) error {
			if _, err := tx.ExecContext(ctx, string(text)); err != nil {
				return err
			}
			_, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", number))
			return err
		})
		if err != nil {
			return fmt.Errorf("migration %s: %w", name, err)
		}
	}
	return nil
}
