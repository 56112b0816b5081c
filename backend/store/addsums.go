package store

import (
	"context"
	"errors"
	"os"
	"time"
)

// HasChecksums reports whether the pages of the database carry checksums. Those of a library from before do not until
// it is written anew. It asks SQLite for the header: a process that opened and closed the file itself would lose the
// locks that its connections hold on it.
func (db *DB) HasChecksums(ctx context.Context) (bool, error) {
	var header []byte
	row := db.write.QueryRowContext(ctx, `SELECT substr(data, 1, ?) FROM sqlite_dbpage WHERE pgno = 1`, headerSize)
	err := row.Scan(&header)
	return err == nil && summedPage(header) > 0, explain("read the database's header", err)
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
