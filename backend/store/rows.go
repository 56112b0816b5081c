package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"time"
)

// batchTime bounds a write transaction, so that another writer of this process never waits long.
const batchTime = 40 * time.Millisecond

// updateEach runs fn for 0 to n-1 in as many write transactions as batchTime makes necessary. After a crash a prefix of the
// work is there: callers mark the whole as done only afterwards.
func (db *DB) updateEach(ctx context.Context, n int, fn func(b *batch, i int) error) error {
	for i := 0; i < n; {
		err := db.update(ctx, repeatable, func(tx *sql.Tx) error {
			b := &batch{tx: tx, statements: map[string]*sql.Stmt{}}
			for begin := time.Now(); i < n && time.Since(begin) < batchTime; i++ {
				if err := fn(b, i); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// batch is a write transaction of many small changes. It prepares each statement once.
type batch struct {
	tx         *sql.Tx
	statements map[string]*sql.Stmt // by their text; the transaction closes them
}

// exec makes one small change. A context that ends stops it before, not amid: to watch over every statement costs as much as to run it.
func (b *batch) exec(ctx context.Context, query string, args ...any) error {
	s, err := b.prepared(ctx, query)
	if err == nil {
		_, err = s.ExecContext(context.WithoutCancel(ctx), args...)
	}
	return err
}

// row looks up one row, under the same rule.
func (b *batch) row(ctx context.Context, query string, args []any, into ...any) error {
	s, err := b.prepared(ctx, query)
	if err == nil {
		err = s.QueryRowContext(context.WithoutCancel(ctx), args...).Scan(into...)
	}
	return err
}

func (b *batch) prepared(ctx context.Context, query string) (*sql.Stmt, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	s, ok := b.statements[query]
	if !ok {
		var err error
		if s, err = b.tx.PrepareContext(context.WithoutCancel(ctx), query); err != nil {
			return nil, err
		}
		b.statements[query] = s
	}
	return s, nil
}

// collect reads all rows of a query with scan and closes it; err is the error of the query itself.
func collect[T any](rows *sql.Rows, err error, scan func(func(...any) error) (T, error)) ([]T, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		one, err := scan(rows.Scan)
		if err != nil {
			return nil, explain("read the library", err)
		}
		all = append(all, one)
	}
	return all, explain("read the library", rows.Err())
}

// one returns the first row, or the error none if there is no row; none may be nil.
func one[T any](rows *sql.Rows, err error, scan func(func(...any) error) (T, error), none error) (T, error) {
	list, err := collect(rows, err, scan)
	if err != nil || len(list) == 0 {
		var nothing T
		return nothing, cmp.Or(err, none)
	}
	return list[0], nil
}

// jsonList writes a list of strings as JSON, to be unfolded by json_each.
func jsonList[T ~string](list []T) string {
	raw, _ := json.Marshal(list) // strings always marshal
	return string(raw)
}

// fromJSON parses text into v and leaves v alone when text says nothing.
func fromJSON(text string, v any) error {
	if text == "" || text == "[]" || text == "null" {
		return nil
	}
	return json.Unmarshal([]byte(text), v)
}

// listJSON writes list as a JSON array, "" when it is empty.
func listJSON[T any](list []T) (string, error) {
	if len(list) == 0 {
		return "", nil
	}
	raw, err := json.Marshal(list)
	return string(raw), err
}
