package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/fault"
	"rabbithole/backend/private"
)

// CheckSchema refuses the database file at path when its schema is not, row by row, the one that the program gives a database of this version: it
// lacks something, holds anything beside it, or the same made otherwise. Triggers and views would run as soon as the database is written to or
// brought up to date. This only reads the list of what there is, and runs nothing of it. It is a fault of kind Unreadable, of which Foreign tells
// more.
func CheckSchema(ctx context.Context, path string) error {
	db, err := openToRead(ctx, path)
	if err != nil {
		return err
	}
	return errors.Join(db.checkSchema(ctx), db.Close())
}

func (db *DB) checkSchema(ctx context.Context) error {
	version, err := db.version(ctx)
	if err != nil {
		return explain("read the schema", err)
	}
	newest, err := NewestSchema()
	if err != nil {
		return err
	}
	if version > newest {
		return tooNew(version, newest)
	}
	if err := db.checkOwn(ctx, version); err != nil {
		return err
	}
	ours, err := objectsAt(ctx, version)
	if err != nil {
		return err
	}
	theirs, err := db.objects(ctx)
	if err != nil {
		return err
	}
	return compareSchemas(ours, theirs)
}

// CheckForeign refuses a database that the program did not make, whoever wrote it: one with another schema, see CheckSchema,
// or that names documents by anything else than the hash of their bytes, or runs by what is no ID. It is a fault of kind Unreadable.
func (db *DB) CheckForeign(ctx context.Context) error {
	if err := db.checkSchema(ctx); err != nil {
		return err
	}
	for _, column := range [][2]string{{"documents", "hash"}, {"attached", "hash"}, {"loose_copies", "hash"}} {
		var n int
		query := fmt.Sprintf(`SELECT count(*) FROM %s WHERE length(%[2]s) <> 64 OR %[2]s GLOB '*[^0-9a-f]*'`, column[0], column[1])
		if err := db.read.QueryRowContext(ctx, query).Scan(&n); err != nil {
			return explain("read the hashes of documents", err)
		}
		if n > 0 {
			return foreign("%s has %d rows without the hash of a document", column[0], n)
		}
	}
	var n int
	if err := db.read.QueryRowContext(ctx, `SELECT count(*) FROM runs WHERE parent = '' AND (length(id) <> 12 OR id GLOB '*[^0-9a-z]*')`).Scan(&n); err != nil {
		return explain("read the runs", err)
	}
	if n > 0 {
		return foreign("it has %d runs without a proper ID", n)
	}
	return nil
}

// foreignError says what in a database the program did not make.
type foreignError string

// Error returns it.
func (e foreignError) Error() string { return string(e) }

func foreign(format string, args ...any) error {
	return fault.New("read the database", fault.Unreadable,
		"Rabbithole did not make it so. Your library is as it was. Use a backup that you made yourself.",
		foreignError(fmt.Sprintf(format, args...)))
}

// Foreign returns what in a database the program did not make, when that is what err says, and else "".
func Foreign(err error) string {
	var e foreignError
	errors.As(err, &e)
	return string(e)
}

// object is a row of the schema: a table, an index, a trigger or a view, the table that it is of, and what made it. All of them count, also those
// that SQLite makes for itself: whoever writes a file by hand can give anything their names.
type object struct{ kind, name, table, sql string }

// mostObjects is more than any schema of the program holds.
const mostObjects = 1000

// objects returns the rows of the schema.
func (db *DB) objects(ctx context.Context) ([]object, error) {
	return list("read the schema", func(o *object) []any { return []any{&o.kind, &o.name, &o.table, &o.sql} })(db.read.QueryContext(ctx,
		`SELECT coalesce(type, ''), coalesce(name, ''), coalesce(tbl_name, ''), coalesce(sql, '') FROM main.sqlite_master LIMIT ?`, mostObjects))
}

// objectsAt returns the rows of the schema that the program gives a database of a version.
func objectsAt(ctx context.Context, version int) (list []object, err error) {
	folder, err := private.MkdirTemp("", "rabbithole-schema-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	fresh, err := makeAt(ctx, filepath.Join(folder, "library.db"), version)
	if fresh == nil {
		return nil, err
	}
	if err == nil {
		list, err = fresh.objects(ctx)
	}
	return list, errors.Join(err, fresh.Close())
}

// compareSchemas refuses theirs when it has not the same rows as ours, each of them once.
func compareSchemas(ours, theirs []object) error {
	known, left := map[string]bool{}, map[object]bool{}
	for _, o := range ours {
		known[o.kind+" "+o.name], left[o] = true, true
		if !slices.ContainsFunc(theirs, func(t object) bool { return t.kind == o.kind && t.name == o.name }) {
			return foreign("it has no %s %s", o.kind, o.name)
		}
	}
	seen := map[string]bool{}
	for _, t := range theirs {
		what := shown(t.kind) + " " + shown(t.name)
		switch key := t.kind + " " + t.name; {
		case seen[key]:
			return foreign("it has a %s twice", what)
		case !known[key]:
			return foreign("it has a %s that Rabbithole does not make", what)
		case !left[t]:
			return foreign("it has a %s that was made otherwise", what)
		default:
			seen[key] = true
		}
	}
	return nil
}

// plainName matches names that can be shown as they are.
var plainName = regexp.MustCompile(`^\w{1,80}$`)

// shown returns a name from a file of a stranger so that it can be shown.
func shown(name string) string {
	if plainName.MatchString(name) {
		return name
	}
	return fmt.Sprintf("%.80q", strings.ToValidUTF8(name, "?"))
}
