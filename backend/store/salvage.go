package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"

	"rabbithole/backend/source"
)

// Salvaged says what Salvage could read.
type Salvaged struct {
	Rows     map[string]int // by table
	Lost     []string       // tables of which some rows could not be read, or all
	NoSchema bool           // nothing says where the runs are: which there were cannot be said
	Back     []LostRun      // runs whose row was lost, and which were made anew from what is left of them
	Gone     []LostRun      // those that were not
}

// LostRun is what events tell of a run.
type LostRun struct{ ID, Flow, Title string }

// Salvage reads every row that stands on sound pages of the database file at damaged into a new database at fresh. The damaged file stays
// as it is. What hangs on a row that is lost is left out, so that the new database is consistent in itself; the full-text index is made
// anew.
func Salvage(ctx context.Context, damaged, fresh string) (Salvaged, error) {
	found := Salvaged{Rows: map[string]int{}}
	schema, err := NewestSchema()
	if err != nil {
		return found, err
	}
	s := &salvage{found: &found}
	patched := fresh + ".patched"
	defer s.close(patched)
	if err := s.open(ctx, damaged, patched); err != nil {
		return found, explain("read the damaged database", err)
	}
	found.NoSchema = s.old == nil || !s.finds(ctx, "runs")
	if s.old != nil {
		if err := s.old.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&schema); err != nil {
			return found, explain("read the damaged database", err)
		}
	}
	if err := s.create(ctx, fresh, schema); err != nil {
		return found, explain("write the new database", err)
	}
	err = s.copyAll(ctx)
	return found, explain("write the new database", errors.Join(err, s.fresh.Close()))
}

// salvage is one copy from a damaged database into a fresh one.
type salvage struct {
	old   *sql.DB // nil when nothing can be read
	fresh *DB
	found *Salvaged
}

// open opens a damaged database to read. One whose schema cannot be read is read from a copy of the file with another schema. Where that
// cannot be had, the copy gets the header of a sound one.
func (s *salvage) open(ctx context.Context, path, copied string) (err error) {
	for _, from := range []schemaFrom{asIs, anew, plain} {
		at := path
		if from != asIs {
			at = copied
			if err := patchDatabase(ctx, path, copied, from); err != nil && from == anew {
				continue // there is no copy of the schema, or none that fits
			} else if err != nil {
				return err
			}
		}
		if s.old, err = openDamaged(ctx, at); s.old != nil || err != nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
	}
	return nil
}

// schemaFrom says with which header and schema a damaged database is read.
type schemaFrom int

const (
	asIs  schemaFrom = iota // those that it has
	anew                    // a new header, and the schema from the copy of it
	plain                   // a new header
)

// patchDatabase copies a damaged database and mends the header of the copy.
func patchDatabase(ctx context.Context, path, patched string, from schemaFrom) error {
	if from == anew {
		return putSchema(ctx, path, patched)
	}
	if err := copyDatabase(path, patched); err != nil {
		return err
	}
	return patchHeader(ctx, patched, func([]byte) {})
}

// openDamaged opens a database whose tables can be found, nil for another. With a schema that may be written, SQLite
// passes over the tables that it cannot make out.
func openDamaged(ctx context.Context, path string) (*sql.DB, error) {
	lenient := []string{"busy_timeout(10000)", "cell_size_check(ON)", "writable_schema(ON)"}
	db, err := connect(path, url.Values{"mode": {"ro"}, "_pragma": lenient})
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	tables := 0
	if err := db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables); err != nil || tables == 0 {
		return nil, db.Close()
	}
	return db, nil
}

// finds reports whether the schema tells where a table is, sound or not.
func (s *salvage) finds(ctx context.Context, table string) bool {
	query, err := s.old.PrepareContext(ctx, `SELECT 1 FROM "`+table+`"`)
	return err == nil && query.Close() == nil
}

func (s *salvage) close(copied string) {
	if s.old != nil {
		s.old.Close()
	}
	for _, side := range []string{"", "-wal", "-shm"} {
		os.Remove(copied + side)
	}
}

// create makes the fresh database with the schema of the old one; one that is too new or unknown gets this program's.
func (s *salvage) create(ctx context.Context, path string, schema int) error {
	newest, err := NewestSchema()
	if err != nil {
		return err
	}
	if schema > newest {
		return tooNew(schema, newest)
	}
	if schema <= 0 {
		schema = newest
	}
	s.fresh, err = makeAt(ctx, path, schema)
	return err
}

// makeAt makes a new database with the schema of a version. It is not synced, and one connection reads and writes it.
func makeAt(ctx context.Context, path string, schema int) (*DB, error) {
	quick := []string{"busy_timeout(10000)", "synchronous(OFF)", "foreign_keys(OFF)", "temp_store(MEMORY)", "journal_mode(MEMORY)"}
	if err := makePrivate(path); err != nil {
		return nil, err
	}
	write, err := connect(path, url.Values{"_txlock": {"immediate"}, "_pragma": quick})
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	db := &DB{Reader: Reader{read: write, scope: source.All()}, write: write, path: path}
	return db, db.migrateTo(ctx, schema)
}

func (s *salvage) copyAll(ctx context.Context) error {
	tables, err := s.tables(ctx)
	if err != nil {
		return err
	}
	for _, t := range tables {
		if err := s.copyTable(ctx, t); err != nil {
			return fmt.Errorf("table %s: %w", t.name, err)
		}
	}
	if err := s.putRunsBack(ctx); err != nil {
		return err
	}
	if err := s.dropOrphans(ctx, tables); err != nil {
		return err
	}
	if err := s.fresh.migrate(ctx); err != nil {
		return err
	}
	if err := s.fresh.keepAttached(ctx, !slices.Contains(s.found.Lost, "articles")); err != nil {
		return err
	}
	if err := s.fresh.RebuildIndex(ctx); err != nil {
		return err
	}
	return SyncFile(s.fresh.path)
}

// table is one that holds what cannot be derived from others.
type table struct {
	name    string
	columns string // written as a list
	count   int
	keyed   bool   // it has no rowid: it is kept by its primary key
	key     string // that key, written as a list
}

// tables returns the tables of the fresh database that are to be filled, in the order in which they were made.
func (s *salvage) tables(ctx context.Context) ([]table, error) {
	return list("read the schema", func(t *table) []any {
		return []any{&t.name, &t.keyed, &t.columns, &t.count, &t.key}
	})(s.fresh.read.QueryContext(ctx, `SELECT t.name, t.wr,
			(SELECT group_concat('"' || name || '"') FROM pragma_table_info(t.name)),
			(SELECT count(*) FROM pragma_table_info(t.name)),
			coalesce((SELECT group_concat('"' || name || '"' ORDER BY pk) FROM pragma_table_info(t.name) WHERE pk > 0), '')
		FROM pragma_table_list AS t JOIN sqlite_schema AS s ON s.name = t.name
		WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name <> 'terms_total' ORDER BY s.rowid`))
}

// dropOrphans deletes rows whose owner is lost, and then what hung on them.
func (s *salvage) dropOrphans(ctx context.Context, tables []table) error {
	for range tables {
		gone := 0
		for _, t := range tables {
			n, err := s.dropOrphansOf(ctx, t.name)
			if err != nil {
				return err
			}
			gone += n
		}
		if gone == 0 {
			return nil
		}
	}
	return nil
}

func (s *salvage) dropOrphansOf(ctx context.Context, name string) (gone int, err error) {
	owners, err := byKey("read the schema", func(id *int, owner *[2]string) []any {
		return []any{id, &owner[0], &owner[1]}
	})(s.fresh.read.QueryContext(ctx,
		`SELECT id, "table", group_concat('owner."' || "to" || '" = "' || ?1 || '"."' || "from" || '"', ' AND ') FROM pragma_foreign_key_list(?1)
			GROUP BY id`, name))
	for _, o := range owners {
		n, err := s.change(ctx, fmt.Sprintf(`DELETE FROM "%s" WHERE NOT EXISTS (SELECT 1 FROM "%s" AS owner WHERE %s)`, name, o[0], o[1]))
		if gone += n; err != nil {
			return gone, err
		}
	}
	return gone, err
}

// change runs a statement on the fresh database and returns how many rows it changed.
func (s *salvage) change(ctx context.Context, statement string, args ...any) (int, error) {
	done, err := s.fresh.write.ExecContext(ctx, statement, args...)
	if err != nil {
		return 0, err
	}
	n, err := done.RowsAffected()
	return int(n), err
}

func (t table) insert() string {
	return fmt.Sprintf(`INSERT OR IGNORE INTO "%s" (%s) VALUES (?%s)`, t.name, t.columns, strings.Repeat(",?", t.count-1))
}
