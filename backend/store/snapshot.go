package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"
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
	tables, err := list("read the schema", value[string])(db.QueryContext(ctx, `SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0`))
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

// HasChecksums reports whether the pages of the database carry checksums. Those of a library from before do not until
// it is written anew. It asks SQLite for the header: a process that opened and closed the file itself would lose the
// locks that its connections hold on it.
func (db *DB) HasChecksums(ctx context.Context) (bool, error) {
	header, err := one("read the database's header", value[[]byte], sql.ErrNoRows)(db.write.QueryContext(ctx,
		`SELECT substr(data, 1, ?) FROM sqlite_dbpage WHERE pgno = 1`, headerSize))
	return err == nil && summedPage(header) > 0, err
}

// ChecksumsSince is the setting that says since when (as 2006-01-02) the pages of a library from before carry
// checksums.
const ChecksumsSince = "checksums.since"

// addChecksums writes a database from before checksums anew, with room for them, in one transaction: others may read it meanwhile. It does
// nothing where the disk has no room for two more copies, or where not all of the database can be read: that keeps nobody
// from their library, which stays as it is until the next start, and Check says what it lacks.
func (db *DB) addChecksums(ctx context.Context) error {
	has, err := db.HasChecksums(ctx)
	if err != nil || has {
		return err
	}
	sound := db.path + ".new"
	defer os.Remove(sound)
	if vacuumInto(ctx, db.write, sound) != nil || sameRows(ctx, db.write, sound) != nil || db.vacuum(ctx) != nil {
		return ctx.Err()
	}
	if err := errors.Join(whole(ctx, db.path), sameRows(ctx, db.write, sound)); err != nil {
		return db.putBack(sound, err)
	}
	return db.SetSetting(ctx, ChecksumsSince, time.Now().Format(time.DateOnly))
}

// vacuum writes the database anew, over a connection of its own: one that was used for VACUUM INTO keeps no room for checksums. The
// temporary copy is a file, however large the database is.
func (db *DB) vacuum(ctx context.Context) error {
	write, err := connectToWrite(db.path)
	if err != nil {
		return err
	}
	defer write.Close()
	if err := dropSchemaCopy(db.path); err != nil {
		return err
	}
	for _, statement := range []string{`PRAGMA temp_store = FILE`, `VACUUM`, `PRAGMA wal_checkpoint(TRUNCATE)`} {
		if _, err := write.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// putBack puts a copy that was read to its end in the place of a database that cannot be read any more.
func (db *DB) putBack(sound string, why error) error {
	if err := db.write.Close(); err != nil {
		return errors.Join(why, err)
	}
	for _, side := range []string{"-wal", "-shm"} {
		os.Remove(db.path + side)
	}
	if err := os.Rename(sound, db.path); err != nil {
		return errors.Join(why, err)
	}
	var err error
	db.write, err = connectToWrite(db.path)
	return err
}
