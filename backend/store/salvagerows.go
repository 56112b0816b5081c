package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"rabbithole/backend/private"
)

// copyTable copies the rows of a table that can be read.
func (s *salvage) copyTable(ctx context.Context, from table) error {
	if s.old == nil {
		s.found.Lost = append(s.found.Lost, from.name)
		return nil
	}
	return s.fresh.update(ctx, "write", repeatable, func(t *tx) {
		put, err := t.begun.PrepareContext(ctx, from.insert())
		if err != nil {
			t.fail(err)
			return
		}
		defer put.Close()
		c := &tableCopy{old: s.old, table: from, put: put}
		t.fail(c.all(ctx))
		if c.lost {
			s.found.Lost = append(s.found.Lost, from.name)
		}
		s.found.Rows[from.name] = c.rows
	})
}

// tableCopy copies one table. What it cannot read it notes in lost; its errors are those of writing, and of the context.
type tableCopy struct {
	old   *sql.DB
	table table
	put   *sql.Stmt
	rows  int
	lost  bool
}

func (c *tableCopy) all(ctx context.Context) error {
	if c.table.keyed {
		return c.keyed(ctx)
	}
	return c.numbered(ctx)
}

// farthest bounds how far a gap in the row numbers is looked across.
const farthest = int64(1) << 40

// numbered copies rows in the order of their numbers. Where a page cannot be read it looks for the next row that can.
func (c *tableCopy) numbered(ctx context.Context) error {
	at := int64(-1) << 62
	for {
		last, broken, err := c.run(ctx, fmt.Sprintf(`SELECT rowid, %s FROM "%s" WHERE rowid > ? ORDER BY rowid`, c.table.columns, c.table.name), at)
		if err != nil || !broken {
			return err
		}
		c.lost = true
		if at = c.beyond(ctx, max(last, at, 0)); at < 0 {
			return ctx.Err()
		}
	}
}

// beyond returns the lowest number after which rows can be read again, -1 when there is none.
func (c *tableCopy) beyond(ctx context.Context, last int64) int64 {
	bad, step := last, int64(1)
	for !c.readable(ctx, last+step) {
		bad = last + step
		if step *= 2; step > farthest || ctx.Err() != nil {
			return -1
		}
	}
	good := last + step
	for good-bad > 1 {
		if middle := bad + (good-bad)/2; c.readable(ctx, middle) {
			good = middle
		} else {
			bad = middle
		}
	}
	return good
}

// readable reports whether the first row after number at, if there is one, can be read.
func (c *tableCopy) readable(ctx context.Context, at int64) bool {
	rows, err := c.old.QueryContext(ctx, fmt.Sprintf(`SELECT %s FROM "%s" WHERE rowid > ? ORDER BY rowid LIMIT 1`, c.table.columns, c.table.name), at)
	if err != nil {
		return false
	}
	defer rows.Close()
	for rows.Next() {
		if rows.Scan(pointers(make([]any, c.table.count))...) != nil {
			return false
		}
	}
	return rows.Err() == nil
}

// keyed copies rows from both ends until a page cannot be read.
func (c *tableCopy) keyed(ctx context.Context) error {
	for _, order := range []string{c.table.key, strings.ReplaceAll(c.table.key, ",", " DESC,") + " DESC"} {
		_, broken, err := c.run(ctx, fmt.Sprintf(`SELECT 0, %s FROM "%s" ORDER BY %s`, c.table.columns, c.table.name, order))
		if err != nil || !broken {
			return err
		}
		c.lost = true
	}
	return nil
}

// run copies the rows of a query, whose first column is the row's number, until its end or the first page that cannot be read.
func (c *tableCopy) run(ctx context.Context, query string, args ...any) (last int64, broken bool, err error) {
	rows, err := c.old.QueryContext(ctx, query, args...)
	if err != nil {
		return 0, true, ctx.Err()
	}
	defer rows.Close()
	values := make([]any, c.table.count+1)
	for rows.Next() {
		if err := rows.Scan(pointers(values)...); err != nil {
			return last, true, ctx.Err()
		}
		last, _ = values[0].(int64)
		for i, v := range values {
			if b, ok := v.([]byte); ok && b == nil { // how the driver returns an empty value
				values[i] = []byte{}
			}
		}
		done, err := c.put.ExecContext(ctx, values[1:]...)
		switch code := codeOf(err); {
		case code == constraint: // a value that the column cannot have: the page holds something else
			c.lost = true
			continue
		case err != nil:
			return last, false, err
		}
		n, err := done.RowsAffected()
		if err != nil {
			return last, false, err
		}
		c.rows += int(n)
		c.lost = c.lost || n == 0 && !c.table.keyed // one with its key was there: the page holds something else
	}
	return last, rows.Err() != nil, ctx.Err()
}

func pointers(values []any) []any {
	out := make([]any, len(values))
	for i := range values {
		out[i] = &values[i]
	}
	return out
}

// copyDatabase copies a database and its log.
func copyDatabase(from, to string) error {
	return errors.Join(copyFile(from, to), copyFile(from+"-wal", to+"-wal"))
}

// patchHeader gives the database at path the header of a new database. patch may change more of the first page.
func patchHeader(ctx context.Context, path string, patch func(page []byte)) error {
	header, err := newHeader(ctx, path+".model")
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	page := make([]byte, binary.BigEndian.Uint16(header[headerPage:]))
	if _, err := f.ReadAt(page, 0); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	copy(page, header)
	binary.BigEndian.PutUint32(page[28:], uint32(info.Size()/int64(len(page)))) // pages of the file
	copy(page[32:40], make([]byte, 8))                                          // no free pages are known
	copy(page[92:96], page[24:28])                                              // the number of pages is valid
	patch(page)
	binary.BigEndian.PutUint32(page[len(page)-sumSize:], sumOf(page, 0))
	_, err = f.WriteAt(page, 0)
	return errors.Join(err, f.Close())
}

// newHeader returns the header of a new database, which it makes at a path for the purpose.
func newHeader(ctx context.Context, path string) ([]byte, error) {
	defer func() {
		for _, side := range []string{"", "-wal", "-shm"} {
			os.Remove(path + side)
		}
	}()
	db, err := Open(ctx, path)
	if err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	raw, err := os.ReadFile(path)
	return raw[:min(len(raw), headerSize)], err
}

// copyFile copies a file; one that is not there leaves nothing.
func copyFile(from, to string) error {
	in, _, err := private.OpenRegular(from)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := private.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
