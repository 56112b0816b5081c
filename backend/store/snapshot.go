package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
)

// Snapshot writes the database as it is at one moment into a new file at path, also while this or another process writes. The copy
// is on the disk when it returns; when it fails, nothing is left at path.
func (db *DB) Snapshot(ctx context.Context, path string) error {
	return explain("copy the database", vacuumInto(ctx, db.read, path))
}

// vacuumInto writes a copy of the database to path and reads all of it again before anybody relies on it.
func vacuumInto(ctx context.Context, db *sql.DB, path string) error {
	if err := makePrivate(path); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, `VACUUM INTO ?`, path)
	if err == nil {
		err = SyncFile(path)
	}
	if err == nil {
		err = whole(ctx, path)
	}
	if err != nil {
		os.Remove(path)
		os.Remove(path + "-journal")
	}
	return err
}

// whole checks that every page of the database at path can be read.
func whole(ctx context.Context, path string) error {
	copied, err := connectToRead(ctx, path)
	if err != nil {
		return fmt.Errorf("read the copy: %w", err)
	}
	defer copied.Close()
	var verdict string
	if err := copied.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&verdict); err != nil {
		return fmt.Errorf("read the copy: %w", err)
	}
	if verdict != "ok" {
		return errors.New("the copy is damaged: " + verdict)
	}
	return nil
}

// SyncFolder makes the place of a renamed file survive a power cut where the system can do that.
func SyncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	d.Sync() // not every system can sync a folder
	return d.Close()
}

// SyncFile makes a file survive a power cut.
func SyncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
