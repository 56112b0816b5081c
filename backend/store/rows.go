package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"
)

// batchTime bounds a write transaction, so that another writer of this process never waits long.
const batchTime = 40 * time.Millisecond

// updateEach runs fn for 0 to n-1 in as many write transactions as batchTime makes necessary. After a crash a prefix of the
// work is there: callers mark the whole as done only afterwards.
func (db *DB) updateEach(ctx context.Context, n int, fn func(tx *sql.Tx, i int) error) error {
	for i := 0; i < n; {
		err := db.update(ctx, func(tx *sql.Tx) error {
			for begin := time.Now(); i < n && time.Since(begin) < batchTime; i++ {
				if err := fn(tx, i); err != nil {
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
