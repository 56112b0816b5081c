package store

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"
)

// list takes what a query returns and reads all of its rows, each into what fields names of a T, column by column. op says what is attempted.
func list[T any](op string, fields func(*T) []any) func(*sql.Rows, error) ([]T, error) {
	return func(rows *sql.Rows, err error) (all []T, _ error) {
		if err := each(op, fields, func(row T) error { all = append(all, row); return nil })(rows, err); err != nil {
			return nil, err
		}
		return all, nil
	}
}

// one is list for the first row; none says that there is no row, and may be nil.
func one[T any](op string, fields func(*T) []any, none error) func(*sql.Rows, error) (T, error) {
	return func(rows *sql.Rows, err error) (row T, _ error) {
		all, err := list(op, fields)(rows, err)
		switch {
		case err != nil:
			return row, err
		case len(all) == 0:
			return row, explain(op, none)
		}
		return all[0], nil
	}
}

// byKey is list for rows of a key and what belongs to it.
func byKey[K comparable, V any](op string, fields func(*K, *V) []any) func(*sql.Rows, error) (map[K]V, error) {
	type row struct {
		key   K
		value V
	}
	return func(rows *sql.Rows, err error) (map[K]V, error) {
		all := map[K]V{}
		err = each(op, func(r *row) []any { return fields(&r.key, &r.value) }, func(r row) error { all[r.key] = r.value; return nil })(rows, err)
		return all, err
	}
}

// each is list for rows that are handed on one by one. What lies in sql.RawBytes holds until yield returns.
func each[T any](op string, fields func(*T) []any, yield func(T) error) func(*sql.Rows, error) error {
	return func(rows *sql.Rows, err error) error {
		if err != nil {
			return explain(op, err)
		}
		defer rows.Close()
		var row, empty T
		into := fields(&row)
		for rows.Next() {
			row = empty
			if err := rows.Scan(into...); err != nil {
				return explain(op, err)
			}
			if err := yield(row); err != nil {
				return err
			}
		}
		return explain(op, rows.Err())
	}
}

// value names a row of one column, pair one of two.
func value[T any](v *T) []any         { return []any{v} }
func pair[K, V any](k *K, v *V) []any { return []any{k, v} }

// instant is a moment as a column holds it: RFC 3339, UTC.
type instant struct{ at *time.Time }

// Scan reads the column.
func (i instant) Scan(stored any) (err error) {
	text, _ := stored.(string)
	*i.at, err = time.Parse(time.RFC3339Nano, text)
	return err
}

// Value writes it.
func (i instant) Value() (driver.Value, error) { return moment(*i.at), nil }

// perhaps is a moment that there may not be: none, which is "" or NULL, then stands for the zero time.
type perhaps struct {
	at   *time.Time
	none driver.Value
}

// Scan reads the column.
func (p perhaps) Scan(stored any) error {
	if *p.at = (time.Time{}); stored == nil || stored == "" {
		return nil
	}
	return instant{p.at}.Scan(stored)
}

// Value writes it.
func (p perhaps) Value() (driver.Value, error) {
	if p.at.IsZero() {
		return p.none, nil
	}
	return moment(*p.at), nil
}

// nullable is a text that a column holds as NULL while it is empty.
type nullable struct{ text *string }

// Scan reads the column.
func (n nullable) Scan(stored any) error {
	*n.text, _ = stored.(string)
	return nil
}

// Value writes it.
func (n nullable) Value() (driver.Value, error) {
	return sql.NullString{String: *n.text, Valid: *n.text != ""}.Value()
}

func moment(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// encoded is a list that a column holds as JSON; empty is how one without entries is stored.
type encoded[T any] struct {
	list  *[]T
	empty string
}

// inJSON names a list that is stored as "" while it is empty, listJSON one that is a list in JSON then too.
func inJSON[T any](l *[]T) encoded[T]   { return encoded[T]{l, ""} }
func listJSON[T any](l *[]T) encoded[T] { return encoded[T]{l, "[]"} }

// Scan reads the column.
func (e encoded[T]) Scan(stored any) error {
	*e.list = nil
	if text, _ := stored.(string); text != "" && text != "[]" {
		return json.Unmarshal([]byte(text), e.list)
	}
	return nil
}

// Value writes it.
func (e encoded[T]) Value() (driver.Value, error) {
	if len(*e.list) == 0 {
		return e.empty, nil
	}
	raw, err := json.Marshal(*e.list)
	return string(raw), err
}

// rawJSON is JSON that a column holds as it is; there is none where it is "" or empty.
type rawJSON struct {
	raw   *json.RawMessage
	empty string
}

// Scan reads the column.
func (r rawJSON) Scan(stored any) error {
	*r.raw = nil
	switch text := stored.(type) {
	case string:
		if text != "" {
			*r.raw = json.RawMessage(text)
		}
		return nil
	case []byte:
		*r.raw = append(json.RawMessage(nil), text...)
		return nil
	}
	return errors.New("no text where JSON belongs")
}

// Value writes it.
func (r rawJSON) Value() (driver.Value, error) {
	if len(*r.raw) == 0 {
		return r.empty, nil
	}
	return string(*r.raw), nil
}

// places are as many placeholders as there are columns in a list.
func places(columns string) string { return "?" + strings.Repeat(",?", strings.Count(columns, ",")) }

// upsert is the statement that puts a row in the place of the one with the same key, and inserts it where there is none. What is not listed
// stays as it is there, and so does what kept names.
func upsert(table, key, columns string, kept ...string) string {
	var set []string
	for _, column := range strings.Split(columns, ",") {
		if column = strings.TrimSpace(column); column != key && !slices.Contains(kept, column) {
			set = append(set, column+" = excluded."+column)
		}
	}
	return "INSERT INTO " + table + " (" + columns + ") VALUES (" + places(columns) + ") ON CONFLICT(" + key + ") DO UPDATE SET " +
		strings.Join(set, ", ")
}

// jsonList writes a list of strings or numbers as JSON, to be unfolded by json_each.
func jsonList[T ~string | ~int | ~int64](list []T) string {
	raw, _ := json.Marshal(list) // these always marshal
	return string(raw)
}
