package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"

	"rabbithole/backend/fault"
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

// sameRows checks that every table of the copy at path has as many rows as in db, to which nobody writes meanwhile.
func sameRows(ctx context.Context, db *sql.DB, path string) error {
	copied, err := connectToRead(ctx, path)
	if err != nil {
		return fmt.Errorf("read the copy: %w", err)
	}
	defer copied.Close()
	rows, err := db.QueryContext(ctx, `SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0`)
	tables, err := collect(rows, err, func(scan func(...any) error) (name string, err error) { return name, scan(&name) })
	for _, table := range tables {
		var here, there int
		count := `SELECT count(*) FROM "` + table + `"`
		err = errors.Join(err, db.QueryRowContext(ctx, count).Scan(&here), copied.QueryRowContext(ctx, count).Scan(&there))
		if err == nil && here != there {
			err = fmt.Errorf("%d of %d rows of %s were copied", there, here, table)
		}
	}
	return err
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

// NewestSchema is the number of the schema that this program reads and writes.
func NewestSchema() (int, error) {
	all, err := readMigrations()
	if err != nil {
		return 0, err
	}
	return all[len(all)-1].number, nil
}

// Schema returns the number of the schema that the database has.
func (db *DB) Schema(ctx context.Context) (int, error) {
	have, err := db.version(ctx)
	return have, explain("read the library's schema", err)
}

// CountRows returns how many documents and runs there are, whatever their state; web articles are no documents of the person's.
func (db *DB) CountRows(ctx context.Context) (documents, runs int, err error) {
	err = db.read.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM documents WHERE state <> 'saved'), (SELECT count(*) FROM runs)`).Scan(&documents, &runs)
	return documents, runs, explain("count documents and runs", err)
}

// tooNew refuses a database that a later version of the program has changed.
func tooNew(have, newest int) error {
	return fault.New("read the library's schema", fault.Storage,
		"The library was last opened by a newer version of Rabbithole. Update this one, or choose another library with --home.",
		fmt.Errorf("its schema has number %d, this program knows numbers up to %d", have, newest))
}
