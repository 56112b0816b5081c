package store

import "context"

// Setting returns the value stored under key; ok is false when there is none.
func (db *DB) Setting(ctx context.Context, key string) (stored string, ok bool, err error) {
	found, err := list("read setting "+key, value[string])(db.read.QueryContext(ctx, `SELECT value FROM settings WHERE key = ?`, key))
	if err != nil || len(found) == 0 {
		return "", false, err
	}
	return found[0], true, nil
}

// Settings returns all stored settings.
func (db *DB) Settings(ctx context.Context) (map[string]string, error) {
	return byKey("read settings", pair[string, string])(db.read.QueryContext(ctx, `SELECT key, value FROM settings`))
}

// SetSetting stores value under key; the empty value deletes it, so that the default applies again.
func (db *DB) SetSetting(ctx context.Context, key, value string) error {
	if value == "" {
		return db.do(ctx, "store setting "+key, lasting, `DELETE FROM settings WHERE key = ?`, key)
	}
	return db.do(ctx, "store setting "+key, lasting, upsert("settings", "key", "key, value"), key, value)
}
