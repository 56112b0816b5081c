package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"rabbithole/backend/fault"
	"rabbithole/backend/private"
)

// CheckForeign refuses a database that the program did not make, whoever wrote it: one that lacks a table of the schema,
// has anything beside the schema or made otherwise, names documents by anything else than the hash of their bytes, or runs
// by what is no ID. It is a fault of kind Unreadable.
func (db *DB) CheckForeign(ctx context.Context) error {
	folder, err := private.MkdirTemp("", "rabbithole-schema-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	fresh, err := Open(ctx, filepath.Join(folder, "library.db"))
	if err != nil {
		return err
	}
	ours, err := fresh.objects(ctx)
	if err = errors.Join(err, fresh.Close()); err != nil {
		return err
	}
	theirs, err := db.objects(ctx)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(ours)) {
		o := ours[name]
		if theirs[name].kind != o.kind {
			return foreign(fmt.Errorf("it has no %s %s", o.kind, name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(theirs)) {
		o := theirs[name]
		if ours[name].sql != o.sql {
			return foreign(fmt.Errorf("it has a %s %s that was made otherwise", o.kind, name))
		}
	}
	for _, column := range [][2]string{{"documents", "hash"}, {"attached", "hash"}, {"loose_copies", "hash"}} {
		var n int
		query := fmt.Sprintf(`SELECT count(*) FROM %s WHERE length(%[2]s) <> 64 OR %[2]s GLOB '*[^0-9a-f]*'`, column[0], column[1])
		if err := db.read.QueryRowContext(ctx, query).Scan(&n); err != nil {
			return explain("read the hashes of documents", err)
		}
		if n > 0 {
			return foreign(fmt.Errorf("%s has %d rows without the hash of a document", column[0], n))
		}
	}
	var n int
	if err := db.read.QueryRowContext(ctx, `SELECT count(*) FROM runs WHERE parent = '' AND (length(id) <> 12 OR id GLOB '*[^0-9a-z]*')`).Scan(&n); err != nil {
		return explain("read the runs", err)
	}
	if n > 0 {
		return foreign(fmt.Errorf("it has %d runs without a proper ID", n))
	}
	return nil
}

func foreign(err error) error {
	return fault.New("read the database", fault.Unreadable, "Rabbithole did not make it so. Your library is as it was. Use a backup that you made yourself.", err)
}

// object is a table, an index, a trigger or a view, and what made it.
type object struct{ kind, sql string }

// objects returns what the schema holds by name, but for what SQLite keeps for itself.
func (db *DB) objects(ctx context.Context) (map[string]object, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT name, type, coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'`)
	list, err := collect(rows, explain("read the schema", err), func(scan func(...any) error) (o [3]string, err error) {
		return o, scan(&o[0], &o[1], &o[2])
	})
	out := map[string]object{}
	for _, o := range list {
		out[o[0]] = object{o[1], o[2]}
	}
	return out, err
}
