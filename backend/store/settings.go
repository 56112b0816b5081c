package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Setting returns the value stored under key; ok is false when there is none.
func (db *DB) Setting(ctx context.Context, key string) (value string, ok bool, err error) {
	err = db.read.QueryRowContext(ctx, `SELECT value FROM settings WHERE key = ?`, key).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return "", false, nil
	}
	return value, err == nil, explain("read setting "+key, err)
}

// Settings returns all stored settings.
func (db *DB) Settings(ctx context.Context) (map[string]string, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT key, value FROM settings`)
	pairs, err := collect(rows, explain("read settings", err), func(scan func(...any) error) ([2]string, error) {
		var kv [2]string
		return kv, scan(&kv[0], &kv[1])
	})
	all := make(map[string]string, len(pairs))
	for _, kv := range pairs {
		all[kv[0]] = kv[1]
	}
	return all, err
}

// SetSetting stores value under key; the empty value deletes it, so that the default applies again.
func (db *DB) SetSetting(ctx context.Context, key, value string) error {
	err := db.update(ctx, lasting, func(tx *sql.Tx) error {
		if value == "" {
			_, err := tx.ExecContext(ctx, `DELETE FROM settings WHERE key = ?`, key)
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO settings (key, value) VALUES (?,?)
			ON CONFLICT(key) DO UPDATE SET value = excluded.value`, key, value)
		return err
	})
	if err != nil {
		return fmt.Errorf("store setting %s: %w", key, err)
	}
	return nil
}
