package store

import (
	"context"
	"embed"
	"fmt"
	"math"
	"path"
	"sort"
	"strconv"
	"strings"

	"rabbithole/backend/fault"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migration is one numbered step of the schema.
type migration struct {
	number int
	name   string
	text   string
}

// readMigrations returns the migrations in order of their numbers.
func readMigrations() ([]migration, error) {
	entries, err := migrations.ReadDir("migrations")
	if err != nil {
		return nil, err
	}
	var all []migration
	for _, e := range entries {
		number, err := strconv.Atoi(strings.SplitN(e.Name(), "_", 2)[0])
		if err != nil {
			return nil, fmt.Errorf("migration %s: %w", e.Name(), err)
		}
		text, err := migrations.ReadFile(path.Join("migrations", e.Name()))
		if err != nil {
			return nil, err
		}
		all = append(all, migration{number, e.Name(), string(text)})
	}
	sort.Slice(all, func(i, j int) bool { return all[i].number < all[j].number })
	for i, m := range all {
		if m.number != i+1 {
			return nil, fmt.Errorf("migration %s stands where number %d belongs: a database that has one of two with the same number would never get the other", m.name, i+1)
		}
	}
	return all, nil
}

// migrate brings the schema up to date.
func (db *DB) migrate(ctx context.Context) error { return db.migrateTo(ctx, math.MaxInt) }

// migrateTo applies the migrations with a number above the database's user_version and at most last, each in its own transaction.
func (db *DB) migrateTo(ctx context.Context, last int) error {
	all, err := readMigrations()
	if err != nil {
		return err
	}
	have, err := db.version(ctx)
	if err != nil {
		return err
	}
	if newest := all[len(all)-1].number; have > newest {
		return tooNew(have, newest)
	}
	if err := db.checkOwn(ctx, have); err != nil {
		return err
	}
	for _, m := range all {
		if m.number <= have || m.number > last {
			continue
		}
		if err := dropSchemaCopy(db.path); err != nil {
			return err
		}
		err := db.update(ctx, "migration "+m.name, repeatable, func(t *tx) {
			for _, statements := range []string{m.text, fmt.Sprintf("PRAGMA user_version = %d", m.number)} { // which tell of no rows
				t.script(ctx, statements)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// checkOwn refuses the database of another program.
func (db *DB) checkOwn(ctx context.Context, version int) error {
	var tables, own int
	row := db.write.QueryRowContext(ctx, `SELECT count(*), count(CASE name WHEN 'documents' THEN 1 END) FROM sqlite_schema WHERE type = 'table'`)
	if err := row.Scan(&tables, &own); err != nil {
		return explain("read the library's schema", err)
	}
	if version > 0 && own == 0 || version == 0 && tables > 0 {
		return fault.New("open the library", fault.Usage, "Choose another folder, with --home or RABBITHOLE_HOME.",
			fmt.Errorf("%s is the database of another program", db.path))
	}
	return nil
}

// checkVersion refuses a database whose schema this program would have to change before reading it.
func (db *DB) checkVersion(ctx context.Context) error {
	newest, err := NewestSchema()
	if err != nil {
		return err
	}
	switch have, err := db.version(ctx); {
	case err != nil:
		return err
	case have > newest:
		return tooNew(have, newest)
	case have < newest:
		return fault.New("read the library's schema", fault.Storage, "The library was last opened by an older version of Rabbithole. "+
			"Run any command that may write to it once, such as `rabbithole add`.",
			fmt.Errorf("its schema has number %d, this program needs number %d", have, newest))
	}
	return nil
}

func (db *DB) version(ctx context.Context) (int, error) {
	var have int
	err := db.write.QueryRowContext(ctx, "PRAGMA user_version").Scan(&have)
	return have, err
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

// tooNew refuses a database that a later version of the program has changed.
func tooNew(have, newest int) error {
	return fault.New("read the library's schema", fault.Storage,
		"The library was last opened by a newer version of Rabbithole. Update this one, or choose another library with --home.",
		fmt.Errorf("its schema has number %d, this program knows numbers up to %d", have, newest))
}
