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
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"rabbithole/backend/private"
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
// JSON that it is of.
func (db *DB) SchemaCopy(ctx context.Context) ([]byte, error) {
	var raw []byte
	err := db.read.QueryRowContext(ctx, `SELECT json_object('version', (SELECT user_version FROM pragma_user_version), 'rows',
		json_group_array(json_object('type', type, 'name', name, 'table', tbl_name, 'root', rootpage, 'sql', sql) ORDER BY rowid)) FROM sqlite_schema`).Scan(&raw)
	return append(sumLine(raw), raw...), explain("read the schema", err)
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

// errNotFitting says that the copy of a schema is damaged, or that of another database.
var errNotFitting = errors.New("the copy of the schema does not fit the database")

func readSchemaCopy(path string) (c schemaCopy, err error) {
	raw, err := private.ReadFile(path)
	if err != nil {
		return c, err
	}
	line, rest, _ := bytes.Cut(raw, []byte("\n"))
	if !bytes.Equal(append(line, '\n'), sumLine(rest)) {
		return c, errNotFitting
	}
	return c, json.Unmarshal(rest, &c)
}

// putSchema copies the database at path to patched and makes its schema anew there, from the copy beside it. All other pages stay as they
// are.
func putSchema(ctx context.Context, path, patched string) error {
	c, err := readSchemaCopy(path + SchemaSuffix)
	if err != nil {
		return err
	}
	if err := copyDatabase(path, patched); err != nil {
		return err
	}
	if err := patchHeader(ctx, patched, func([]byte) {}); err != nil {
		return err
	}
	if err := emptyLog(ctx, patched); err != nil {
		return err
	}
	if err := patchHeader(ctx, patched, c.clear); err != nil {
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

// fits reports whether the tables and indexes begin where the copy says: of their first pages, those that can be read are of the right kind.
func (c schemaCopy) fits(ctx context.Context, db *sql.DB) bool {
	sound, taken := 0, map[int64]bool{0: true, 1: true}
	for _, row := range c.Rows {
		if row.Root == 0 {
			continue
		}
		if taken[row.Root] {
			return false
		}
		taken[row.Root] = true
		var first []byte
		if db.QueryRowContext(ctx, `SELECT substr(data, 1, 1) FROM sqlite_dbpage WHERE pgno = ?`, row.Root).Scan(&first) != nil {
			continue // damaged as well, or cut off
		}
		if sound++; !row.is(first[0]) {
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

// insert writes the rows into an empty schema if they fit. SQLite puts them on new pages at the end of the file.
func (c schemaCopy) insert(ctx context.Context, path string) (err error) {
	write, err := connect(path, url.Values{"_txlock": {"immediate"}, "_pragma": {"writable_schema(ON)"}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, write.Close()) }()
	write.SetMaxOpenConns(1)
	if !c.fits(ctx, write) {
		return errNotFitting
	}
	return (&DB{write: write}).update(ctx, "write the schema", repeatable, func(t *tx) {
		for _, r := range c.Rows {
			t.exec(ctx, `INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES (?,?,?,?,?)`, r.Type, r.Name, r.Table, r.Root, r.SQL)
		}
	})
}
