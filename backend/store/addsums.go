package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
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

// addChecksums writes a database from before checksums anew, with room for them. It does nothing while another process
// reads the database, where the disk has no room for a second one, and where not all of it can be read: that keeps
// nobody from their library, which stays as it is until the next start, and Check says what it lacks. db is open again
// when it returns without an error.
func (db *DB) addChecksums(ctx context.Context) error {
	has, err := db.HasChecksums(ctx)
	if err != nil || has {
		return err
	}
	fresh := db.path + ".new"
	defer os.Remove(fresh)
	if vacuumInto(ctx, db.write, fresh) != nil {
		return ctx.Err()
	}
	if err := db.write.Close(); err != nil {
		return err
	}
	_, log := os.Stat(db.path + "-wal") // it is there while somebody reads
	replaced := errors.Is(log, os.ErrNotExist) && os.Rename(fresh, db.path) == nil
	if db.write, err = connectToWrite(db.path); err != nil || !replaced {
		return err
	}
	today := time.Now().Format(time.DateOnly)
	return errors.Join(SyncFolder(filepath.Dir(db.path)), db.SetSetting(ctx, ChecksumsSince, today))
}
