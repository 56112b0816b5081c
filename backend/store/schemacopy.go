package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// SchemaSuffix ends the name of the copy of a database's schema, which lies beside the database. The table sqlite_schema says where all
// others begin. It takes a few pages; when one of them is damaged, no row is found, however sound the rest is. Salvage then reads the copy.
const SchemaSuffix = ".schema"

// schemaCopy is the content of the copy: everything in sqlite_schema, and the number of the schema.
type schemaCopy struct {
	Version int         `json:"version"`
	Rows    []schemaRow `json:"rows"`
}

// schemaRow is a row of sqlite_schema. Root is the number of its first page, 0 for what has none.
type schemaRow struct {
	Type  string  `json:"type"`
	Name  string  `json:"name"`
	Table string  `json:"table"`
	Root  int64   `json:"root"`
	SQL   *string `json:"sql"`
}

// SchemaCopy returns what is to lie beside the database under its name and SchemaSuffix: a SHA-256 in hexadecimal digits, a newline, and the
// JSON that it is of. It returns nil for a database without checksums, whose pages cannot be told sound from damaged.
func (db *DB) SchemaCopy(ctx context.Context) ([]byte, error) {
	if has, err := db.HasChecksums(ctx); err != nil || !has {
		return nil, err
	}
	var c schemaCopy
	rows, err := db.read.QueryContext(ctx, `SELECT user_version, type, name, tbl_name, rootpage, sql FROM sqlite_schema, pragma_user_version
		ORDER BY sqlite_schema.rowid`)
	c.Rows, err = collect(rows, err, func(scan func(...any) error) (r schemaRow, err error) {
		return r, scan(&c.Version, &r.Type, &r.Name, &r.Table, &r.Root, &r.SQL)
	})
	if err != nil {
		return nil, explain("read the schema", err)
	}
	raw, err := json.Marshal(c)
	return append(sumLine(raw), raw...), err
}

func sumLine(raw []byte) []byte {
	sum := sha256.Sum256(raw)
	return append(hex.AppendEncode(nil, sum[:]), '\n')
}

// dropSchemaCopy deletes the copy before something moves the pages that it names. The next start makes a new one.
func dropSchemaCopy(path string) error {
	if err := os.Remove(path + SchemaSuffix); errors.Is(err, os.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	return SyncFolder(filepath.Dir(path))
}

// errNoSchema says that there is no copy of the schema, or none that fits.
var errNoSchema = errors.New("no copy of the schema fits the database")

func readSchemaCopy(path string) (c schemaCopy, err error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return c, errors.Join(errNoSchema, err)
	}
	line, rest, _ := bytes.Cut(raw, []byte("\n"))
	if !bytes.Equal(append(line, '\n'), sumLine(rest)) {
		return c, errNoSchema
	}
	return c, json.Unmarshal(rest, &c)
}

// putSchema copies the database at path to patched and makes its schema anew there, from the copy beside it. All other pages stay as they
// are. It returns errNoSchema when that cannot be done.
func putSchema(ctx context.Context, path, patched string) error {
	c, err := readSchemaCopy(path + SchemaSuffix)
	if err != nil {
		return err
	}
	if err := copyDatabase(path, patched); err != nil {
		return err
	}
	if err := patchHeader(ctx, patched, sumSize, func([]byte) {}); err != nil {
		return err
	}
	if err := emptyLog(ctx, patched); err != nil {
		return errors.Join(errNoSchema, err)
	}
	if !c.fits(patched) {
		return errNoSchema
	}
	if err := patchHeader(ctx, patched, sumSize, c.clear); err != nil {
		return err
	}
	return c.insert(ctx, patched)
}

// emptyLog writes the log of a database back into its file, where the first page can be replaced.
func emptyLog(ctx context.Context, path string) error {
	db, err := connect(path, url.Values{"_pragma": {"writable_schema(ON)"}})
	if err != nil {
		return err
	}
	defer db.Close()
	var busy, frames, written int
	return db.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &frames, &written)
}

// clear makes the first page of a database that of an empty schema: a leaf without rows.
func (c schemaCopy) clear(page []byte) {
	binary.BigEndian.PutUint32(page[60:], uint32(c.Version))
	clear(page[headerSize:])
	page[headerSize] = tableLeaf
	binary.BigEndian.PutUint16(page[headerSize+5:], uint16(len(page)-sumSize)) // where rows would begin
}

// The kinds of b-tree pages.
const (
	indexInner = 2
	tableInner = 5
	indexLeaf  = 10
	tableLeaf  = 13
)

// fits reports whether the first pages of tables and indexes are where the copy says: those that have their checksum are of the right kind.
func (c schemaCopy) fits(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	header := make([]byte, headerSize)
	if _, err := f.ReadAt(header, 0); err != nil {
		return false
	}
	page, sound, taken := make([]byte, pageSizeOf(header)), 0, map[int64]bool{}
	for _, row := range c.Rows {
		if row.Root == 0 {
			continue
		}
		if row.Root == 1 || taken[row.Root] {
			return false
		}
		taken[row.Root] = true
		offset := (row.Root - 1) * int64(len(page))
		if _, err := f.ReadAt(page, offset); errors.Is(err, io.EOF) {
			continue // it was cut off
		} else if err != nil {
			return false
		}
		if binary.BigEndian.Uint32(page[len(page)-sumSize:]) != sumOf(page, offset) {
			continue // damaged as well
		}
		if sound++; !row.is(page[0]) {
			return false
		}
	}
	return sound > 0
}

// is reports whether a page of this kind can be the first of what the row describes.
func (r schemaRow) is(kind byte) bool {
	if r.Type == "table" && (r.SQL == nil || !strings.Contains(strings.ToUpper(*r.SQL), "WITHOUT ROWID")) {
		return kind == tableInner || kind == tableLeaf
	}
	return kind == indexInner || kind == indexLeaf
}

// insert writes the rows into an empty schema. SQLite puts them on new pages at the end of the file.
func (c schemaCopy) insert(ctx context.Context, path string) (err error) {
	write, err := connect(path, url.Values{"_txlock": {"immediate"}, "_pragma": {"writable_schema(ON)"}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, write.Close()) }()
	write.SetMaxOpenConns(1)
	return (&DB{write: write}).update(ctx, repeatable, func(tx *sql.Tx) error {
		for _, r := range c.Rows {
			_, err := tx.ExecContext(ctx, `INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES (?,?,?,?,?)`,
				r.Type, r.Name, r.Table, r.Root, r.SQL)
			if err != nil {
				return err
			}
		}
		return nil
	})
}
