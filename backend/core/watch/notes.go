package watch

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"rabbithole/backend/core/disk"
	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
)

// Notes stands before the keys of what watching has to remember, among the stored settings; removedNote before those that end in the hash
// of a document that was removed while folders were watched. Its file is still there, and would come back by itself. placeNote stands before those
// that end in a watched folder: where it was, without links, when it was put on the list.
const (
	Notes       = "watch."
	removedNote = Notes + "removed."
	placeNote   = Notes + "place."
	LookedNote  = Notes + "looked." // the same: when it was looked at last and nothing was left to add
)

// inPlace reports whether a watched folder is where it was put on the list. One that became a link to another place is followed only where
// links are.
func (w *watcher) inPlace(ctx context.Context, folder string) (bool, error) {
	was, _, err := w.folders.of.DB.Setting(ctx, placeNote+folder)
	now, missing := filepath.EvalSymlinks(folder)
	switch {
	case err != nil || missing != nil || was == now || w.folders.of.Library.FollowsLinks():
		return true, err // one that is missing is told of when it is looked into
	case was == "": // of an earlier version
		return true, w.folders.of.DB.SetSetting(ctx, placeNote+folder, now)
	}
	w.once(folder, Event{Kind: Unreadable, Path: folder, Reason: "The folder is a link to another place now. `rabbithole watch add` watches that one."})
	return false, nil
}

// removedFile is what is noted of a removed document.
type removedFile struct {
	Path  string `json:"path"`
	Bytes int64  `json:"bytes"`
}

// lookedAt returns when a folder was looked at last and nothing was left to add.
func (c *Folders) lookedAt(ctx context.Context, folder string) (time.Time, error) {
	raw, _, err := c.of.DB.Setting(ctx, LookedNote+folder)
	at, _ := time.Parse(time.RFC3339, raw) // one that cannot be read is long ago
	return at, err
}

// noteLooked notes it, once an hour: what changed after it is read again at the next start.
func (w *watcher) noteLooked(ctx context.Context, folder string, found []foundFile, before, now time.Time) error {
	waits := func(f foundFile) bool { return !w.seen[f.path].done }
	if now.Sub(before) < time.Hour || slices.ContainsFunc(found, waits) {
		return nil
	}
	return w.folders.of.DB.SetSetting(ctx, LookedNote+folder, now.UTC().Format(time.RFC3339))
}

// NoteRemoved notes that a document is being removed, if folders are watched.
func (c *Folders) NoteRemoved(ctx context.Context, d source.Document) error {
	folders, err := c.Watched(ctx)
	if err != nil || len(folders) == 0 {
		return err
	}
	raw, err := json.Marshal(removedFile{d.Path, d.Bytes})
	if err != nil {
		return err
	}
	return c.of.DB.SetSetting(ctx, removedNote+d.Hash, string(raw))
}

// removedFiles returns the notes of removed documents by their hash.
func (c *Folders) removedFiles(ctx context.Context) (map[string]removedFile, error) {
	all, err := c.of.DB.Settings(ctx)
	files := map[string]removedFile{}
	for key, value := range all {
		var f removedFile
		if hash, ok := strings.CutPrefix(key, removedNote); ok && json.Unmarshal([]byte(value), &f) == nil {
			files[hash] = f
		}
	}
	return files, err
}

// forgetRemoved deletes the notes that is says yes to.
func (c *Folders) forgetRemoved(ctx context.Context, is func(hash string, f removedFile) bool) error {
	files, err := c.removedFiles(ctx)
	if err != nil {
		return err
	}
	for hash, f := range files {
		if is(hash, f) {
			if err := c.of.DB.SetSetting(ctx, removedNote+hash, ""); err != nil {
				return err
			}
		}
	}
	return nil
}

// BroughtBack forgets that what a person added was removed before.
func (c *Folders) BroughtBack(ctx context.Context, results []ingest.Result) error {
	paths, hashes := map[string]bool{}, map[string]bool{}
	for _, r := range results {
		if r.Document != "" {
			paths[r.Path], hashes[r.Document] = true, true
		}
	}
	return c.forgetRemoved(ctx, func(hash string, f removedFile) bool { return hashes[hash] || f.Path != "" && paths[f.Path] })
}

// withoutRemoved returns those of the files that no removed document was, by path or by bytes; docs are those of the library.
func (w *watcher) withoutRemoved(ctx context.Context, files []foundFile, docs []source.Document) (paths []string, err error) {
	removed, err := w.folders.removedFiles(ctx)
	if err != nil {
		return nil, err
	}
	at, sizes := map[string]bool{}, map[int64]bool{}
	for _, d := range docs {
		delete(removed, d.Hash) // its removal was interrupted before it began
	}
	for _, r := range removed {
		at[r.Path], sizes[r.Bytes] = true, true
	}
	for _, d := range docs {
		delete(at, d.Path)
	}
	for _, f := range files {
		out := at[f.path]
		if !out && sizes[f.info.Size()] {
			hash, err := disk.HashOf(ctx, f.path)
			_, out = removed[hash]
			out = out && err == nil
		}
		if out {
			w.done(f.path)
		} else {
			paths = append(paths, f.path)
		}
	}
	return paths, nil
}
