package core

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"rabbithole/backend/store"
)

// ofThisComputer are the stored settings that say where words of this computer may go and which of its folders are read.
// A backup may come from another computer, or from a stranger: a restore leaves them as they are here.
var ofThisComputer = []string{"OLLAMA_HOST", "SEARXNG_URL", "WEB_SEARCH_PROVIDER", "WEB_TRUSTED_URLS", "WEB_ALLOWED_HOSTS",
	"RELATED_AUTOMATIC_WEB", "FOLLOW_LINKS", watchedKey}

// settle opens the database of a backup, which brings an older one up to date, reads all of it, and refuses what no backup
// of Rabbithole holds. Of the settings of this computer those of the library in home stay in force; left names the others
// that the backup has.
func settle(ctx context.Context, path, home string) (left []string, err error) {
	db, err := store.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := errors.Join(db.CheckForeign(ctx), db.Check(ctx)); err != nil {
		return nil, err
	}
	stored, err := db.Settings(ctx)
	if err != nil {
		return nil, err
	}
	here := settingsHere(ctx, home)
	for _, key := range ofThisComputer {
		if stored[key] == here[key] {
			continue
		}
		if stored[key] != "" {
			left = append(left, key)
		}
		if err := db.SetSetting(ctx, key, here[key]); err != nil {
			return left, err
		}
	}
	slices.Sort(left)
	return left, nil
}

// settingsHere returns the stored settings of the library in a folder; none when there is none that can be read.
func settingsHere(ctx context.Context, home string) map[string]string {
	db, err := store.OpenReadOnly(ctx, filepath.Join(home, databaseName))
	if err != nil {
		return nil
	}
	defer db.Close()
	stored, err := db.Settings(ctx)
	if err != nil {
		return nil
	}
	return stored
}
