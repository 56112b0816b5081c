package core

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rabbithole/backend/core/backup"
	"rabbithole/backend/core/disk"
	"rabbithole/backend/core/keys"
	"rabbithole/backend/core/watch"
	"rabbithole/backend/graph"
	"rabbithole/backend/private"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// ofThisComputer are the stored settings that say where words of this computer may go and which of its folders are read,
// and how long a web page that was read counts as what it says now. A backup may come from another computer, or from a stranger: a restore
// leaves them as they are here.
var ofThisComputer = []string{"OLLAMA_HOST", "SEARXNG_URL", "WEB_SEARCH_PROVIDER", "WEB_TRUSTED_URLS", "WEB_ALLOWED_HOSTS", "WEB_CACHE_HOURS",
	"RELATED_AUTOMATIC_WEB", "FOLLOW_LINKS", watch.WatchedKey}

// settle looks at the schema of the database of a backup before anything in it can run, then opens it, which brings an older one up to date,
// reads all of it, and refuses what no backup of Rabbithole holds. Of the settings of this computer those of the library in home stay in
// force, and of the places of documents those that it has, too; left names the others that the backup has.
func settle(ctx context.Context, path, home string) (left []string, err error) {
	if err := store.CheckSchema(ctx, path); err != nil {
		return nil, err
	}
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
	here, places := ofLibrary(ctx, home)
	maps.DeleteFunc(here, func(key, _ string) bool { return strings.HasPrefix(key, watch.LookedNote) }) // its documents were looked at, not these
	for _, key := range append(notesOf(stored, here), ofThisComputer...) {
		if stored[key] == here[key] {
			continue
		}
		if stored[key] != "" && !remembered(key) {
			left = append(left, key)
		}
		if err := db.SetSetting(ctx, key, here[key]); err != nil {
			return left, err
		}
	}
	offline, err := takeWeb(ctx, db)
	if offline {
		left = append(left, webOfRuns)
	}
	forgot, odd := db.KeepPaths(ctx, places)
	if forgot {
		left = append(left, placesOfDocuments)
	}
	for _, key := range unreadSettings(stored) {
		if !slices.Contains(left, key) {
			left, odd = append(left, key), errors.Join(odd, db.SetSetting(ctx, key, ""))
		}
	}
	slices.Sort(left)
	return left, errors.Join(err, odd, db.DistrustArticles(ctx))
}

// remembered reports whether a setting is what the program remembers of this computer's folders and models.
func remembered(key string) bool {
	return strings.HasPrefix(key, watch.Notes) || strings.HasPrefix(key, trialNotes)
}

// notesOf returns the keys of such settings.
func notesOf(settings ...map[string]string) (keys []string) {
	for _, list := range settings {
		for key := range list {
			if remembered(key) {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// placesOfDocuments is how the paths of the person's files are called among what a restore leaves out: whoever made the backup may have written any
// there. A document gets its place when its file is added anew; until then it has the library's copy.
const placesOfDocuments = "the places of its documents"

// webOfRuns is how the web of runs is called among what a restore leaves out.
const webOfRuns = "the web access of its runs"

// takeWeb takes the web from all runs: whom they may ask there was agreed to on the computer of the backup, if by anybody. A run that goes on, or is
// forked, does so without it. It reports whether there was one.
func takeWeb(ctx context.Context, db *store.DB) (some bool, err error) {
	runs, err := db.Runs(ctx, graph.Filter{})
	if err != nil {
		return false, err
	}
	for _, run := range runs {
		var meta runMeta
		if json.Unmarshal(run.Meta, &meta) != nil {
			continue // no run begins with what cannot be read
		}
		w := meta.agreed()
		if w == nil || w.Web == WebOff || w.Restored {
			continue
		}
		w.Restored, some = true, true
		raw, err := json.Marshal(meta)
		if err == nil {
			err = db.PutMeta(ctx, run.ID, raw)
		}
		if err != nil {
			return some, err
		}
	}
	return some, nil
}

// takeKeys takes the keys of search providers over from the library in home: they are this computer's, and no backup has them.
func takeKeys(folder, home string) error {
	kept, err := private.ReadFile(filepath.Join(home, keys.FileName))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return disk.WriteWhole(filepath.Join(folder, keys.FileName), kept)
}

// ofLibrary returns the stored settings of the library in a folder, and the paths of its documents by their hash; none when there is none
// that can be read.
func ofLibrary(ctx context.Context, home string) (settings, places map[string]string) {
	db, err := store.OpenReadOnly(ctx, filepath.Join(home, disk.DatabaseName))
	if err != nil {
		return nil, nil
	}
	defer db.Close()
	settings, _ = db.Settings(ctx)
	docs, _ := db.Documents(ctx, source.DocumentFilter{})
	places = map[string]string{}
	for _, d := range docs {
		places[d.Hash] = d.Path
	}
	return settings, places
}

// Restore makes the library in cfg.Home what it was when the backup was made. The backup is verified before anything is touched; a library
// that is there is moved aside, never deleted.
func Restore(ctx context.Context, file string, cfg Config, opt backup.RestoreOptions) (backup.Restored, error) {
	cfg = cfg.withDefaults()
	p := backup.Place{Home: cfg.Home, Now: cfg.Now, Tell: cfg.say,
		Open: func(ctx context.Context, home string) (func() error, error) {
			cfg.Home = home
			c, err := Open(ctx, cfg)
			if err != nil {
				return nil, err
			}
			return c.Close, nil
		}}
	p.Settle = func(ctx context.Context, folder string) ([]string, error) {
		if err := takeKeys(folder, cfg.Home); err != nil {
			return nil, err
		}
		return settle(ctx, filepath.Join(folder, disk.DatabaseName), cfg.Home)
	}
	return p.Restore(ctx, file, opt)
}

// Backup writes the library into one new file at target, consistent in itself whatever is being added or researched meanwhile. The file
// appears whole or not at all.
func (c *Core) Backup(ctx context.Context, target string, opt backup.Options) (backup.Manifest, error) {
	return backup.Library{Home: c.config.Home, DB: c.db, Files: c.files, Now: c.config.Now, Version: Version, Tell: c.say}.Write(ctx, target, opt)
}
