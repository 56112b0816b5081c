package store

import (
	"context"
	"errors"
	"fmt"
	"strings"

	sqlite3 "modernc.org/sqlite/lib"

	"rabbithole/backend/fault"
)

// Check reads the whole database file and returns a fault of kind Storage when it is damaged; on a large library it takes seconds.
func (db *DB) Check(ctx context.Context) error {
	found, err := db.integrity(ctx)
	if err != nil {
		return err
	}
	if len(found) == 1 && found[0] == "ok" {
		found = nil
	}
	orphans, err := db.orphans(ctx)
	if err != nil {
		return err
	}
	if found = append(found, orphans...); len(found) == 0 {
		return nil
	}
	return fault.New("check the library", fault.Storage, damagedHint, fmt.Errorf("%w: %s", errDamaged, strings.Join(found, "; ")))
}

// errDamaged is what Check finds.
var errDamaged = errors.New("the database is damaged")

// Damaged reports whether err says that the database file is damaged, and not that the disk, a permission or another process is in the way.
func Damaged(err error) bool {
	code := codeOf(err)
	return errors.Is(err, errDamaged) || code == sqlite3.SQLITE_CORRUPT || code == sqlite3.SQLITE_NOTADB
}

// integrity lets SQLite look through a connection of its own: FTS5 checks against what a connection remembers of the index, and one that
// was used before the index was merged takes what it finds for damage.
func (db *DB) integrity(ctx context.Context) (found []string, err error) {
	fresh, err := connectToRead(ctx, db.path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, fresh.Close()) }()
	return list("check the library", value[string])(fresh.QueryContext(ctx, `PRAGMA integrity_check(10)`))
}

// CheckFile checks the database file at path, whatever version of the program wrote it, without changing it.
func CheckFile(ctx context.Context, path string) error {
	db, err := openToRead(ctx, path)
	if err != nil {
		return err
	}
	return errors.Join(db.Check(ctx), db.Close())
}

// orphans names the tables with rows whose owner is missing.
func (db *DB) orphans(ctx context.Context) ([]string, error) {
	return list("check the library", value[string])(db.read.QueryContext(ctx,
		`SELECT format('%d rows of %s without their row in %s', count(*), "table", "parent")
		FROM pragma_foreign_key_check GROUP BY "table", "parent"`))
}
