package watch

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"rabbithole/backend/core/disk"
	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
	"rabbithole/backend/private"
	"rabbithole/backend/source"
)

// sighting is what a file looked like, and since when it does.
type sighting struct {
	size    int64
	changed time.Time // its modification time
	since   time.Time // when it was first seen so
	done    bool      // it was added so
}

// addAtOnce is how many files are added in one go: results are told after each.
const addAtOnce = 100

// reasonGone marks a document whose file is not where it was.
const reasonGone = "The file is not in its watched folder any more; the library's copy is still searched and cited. `rabbithole remove` takes it out of search."

// look looks through all folders once, adds what has settled and marks what is gone. It returns the number of files.
func (w *watcher) look(ctx context.Context) (files int, err error) {
	folders, err := w.folders.Watched(ctx)
	if err != nil {
		return 0, err
	}
	docs, err := w.folders.of.Library.Documents(ctx, false)
	if err != nil {
		return 0, err
	}
	known := map[string]source.Document{}
	for _, d := range docs {
		known[d.Path] = d
	}
	there, began := map[string]bool{}, w.folders.of.Now()
	for _, folder := range folders {
		if ok, err := w.inPlace(ctx, folder); err != nil {
			return files, err
		} else if !ok {
			continue
		}
		found, ok := w.walk(ctx, folder)
		if !ok {
			continue // an unplugged disk says nothing about its files
		}
		files += len(found)
		looked, err := w.folders.lookedAt(ctx, folder)
		if err != nil {
			return files, err
		}
		var ready []foundFile
		for _, f := range found {
			there[f.path] = true
			if w.settled(f, known[f.path], looked) {
				ready = append(ready, f)
			}
		}
		if err := w.add(ctx, folder, ready, docs); err != nil {
			return files, err
		}
		for _, f := range found {
			w.of[f.path] = folder
		}
		if err := w.mark(ctx, folder, there); err != nil {
			return files, err
		}
		if err := w.noteLooked(ctx, folder, found, looked, began); err != nil {
			return files, err
		}
	}
	for path := range w.seen {
		if !there[path] {
			delete(w.seen, path)
			delete(w.of, path)
		}
	}
	return files, ctx.Err()
}

// foundFile is a file in a watched folder.
type foundFile struct {
	path string // its ingest.Place
	info fs.FileInfo
}

// walk returns the files of a folder and those below it that the library can read; ok is false when the folder itself cannot be looked
// into.
func (w *watcher) walk(ctx context.Context, root string) (found []foundFile, ok bool) {
	ok = true
	err := ingest.Tree{Root: root, Follow: w.folders.of.Library.FollowsLinks()}.Walk(ctx, func(e ingest.Entry) bool {
		switch {
		case e.Err != nil:
			ok = ok && e.Path != root
			w.once(e.Path, Event{Kind: Unreadable, Path: e.Path, Reason: reasonUnreadable(e.Err)})
		case e.Path != root && ignored(filepath.Base(e.Path)), e.OfLibrary(), e.Path == root && ingest.OfLibrary(root), e.Out:
			return false
		case e.Info.IsDir():
			delete(w.told, e.Path)
			if w.events != nil {
				_ = w.events.Add(e.Real) // one that cannot be heard is polled
			}
		case e.Info.Mode().IsRegular() && e.Info.Size() > 0 &&
			ingest.FormatOf(e.Path) != "" && ingest.FormatOf(e.Real) != "":
			found = append(found, foundFile{e.Place, e.Info})
		default:
			return false
		}
		return true
	})
	return found, ok && err == nil
}

func reasonUnreadable(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "The folder is not there. If it is on a disk, plug that in; `rabbithole watch remove` stops watching it."
	case errors.Is(err, fs.ErrPermission):
		return "You may not look into the folder. Change its permissions; the other folders are watched."
	}
	return "The folder cannot be looked into: " + err.Error() + ". The other folders are watched."
}

// ignored reports whether a name is hidden, or that of a file that is still being written: by a browser, an editor, a synchroniser.
func ignored(name string) bool {
	lower := strings.ToLower(name)
	stem := strings.TrimSuffix(lower, filepath.Ext(lower))
	for _, prefix := range []string{".", "~", "#"} {
		if strings.HasPrefix(lower, prefix) {
			return true
		}
	}
	return slices.ContainsFunc([]string{".part", ".partial", ".crdownload", ".download", ".opdownload", ".filepart", ".tmp", ".temp", ".!ut", ".aria2"},
		func(mark string) bool { return strings.HasSuffix(lower, mark) || strings.HasSuffix(stem, mark) })
}

// settled reports whether a file is to be added now: it is new or changed, and has been as it is for a while. looked is when its folder was
// looked at last.
func (w *watcher) settled(f foundFile, d source.Document, looked time.Time) bool {
	s, seen := w.seen[f.path]
	if !seen && unchanged(f, d, looked) && d.State != source.Queued && d.State != source.Extracting {
		w.seen[f.path] = sighting{size: f.info.Size(), changed: f.info.ModTime(), done: true}
		return false
	}
	if !seen || s.size != f.info.Size() || !s.changed.Equal(f.info.ModTime()) {
		w.seen[f.path] = sighting{size: f.info.Size(), changed: f.info.ModTime(), since: time.Now()}
		return false
	}
	return !s.done && time.Since(s.since) >= w.opt.Settle
}

// unchanged reports whether a file is as it was when it was added as a document. A copy with an old modification time may stand in its place.
func unchanged(f foundFile, d source.Document, looked time.Time) bool {
	if d.Hash == "" || d.Bytes != f.info.Size() || !f.info.ModTime().Before(d.AddedAt) {
		return false
	}
	at, ok := private.Changed(f.path)
	return !ok || at.Before(d.AddedAt) || at.Before(looked)
}

// settling reports whether a file was seen that is not added yet.
func (w *watcher) settling() bool {
	for _, s := range w.seen {
		if !s.done {
			return true
		}
	}
	return false
}

// add adds files of a folder, which is their collection, but for those that were removed from the library, and tells what became of them.
func (w *watcher) add(ctx context.Context, folder string, files []foundFile, docs []source.Document) error {
	if len(files) == 0 {
		return nil
	}
	paths, err := w.withoutRemoved(ctx, files, docs)
	if err != nil {
		return err
	}
	for batch := range slices.Chunk(paths, addAtOnce) {
		results, err := w.folders.of.Library.AddFound(ctx, batch, ingest.Options{Collection: source.FileName(folder)})
		for _, r := range results {
			w.tell(r)
		}
		if err != nil && fault.KindOf(err) != fault.NotFound && fault.KindOf(err) != fault.Usage { // files that went away again
			return err
		}
		for _, path := range batch {
			w.done(path)
		}
	}
	return nil
}

// done notes that nothing is left to do for a file as it is.
func (w *watcher) done(path string) {
	s := w.seen[path]
	s.done = true
	w.seen[path] = s
}

func (w *watcher) tell(r ingest.Result) {
	kind := map[ingest.Status]Kind{ingest.Added: Added, ingest.Replacing: Replaced, ingest.NotAdded: Failed}[r.Status]
	if kind != "" {
		w.opt.Tell(Event{Kind: kind, Path: r.Path, Name: r.Name, Reason: r.Reason, Trouble: r.Trouble})
	}
}

// mark marks the searched documents of a folder whose files are gone, and takes the mark off those whose files are back.
func (w *watcher) mark(ctx context.Context, folder string, there map[string]bool) error {
	docs, err := w.folders.of.Library.Documents(ctx, false)
	if err != nil {
		return err
	}
	root := ingest.Resolved(folder)
	for _, d := range docs {
		if !d.Live() || !disk.Within(d.Path, root) && w.of[d.Path] != folder {
			continue
		}
		marked := strings.Contains(d.Reason, reasonGone)
		gone := !there[d.Path] && goneFrom(ctx, d)
		kind, reason := Gone, strings.TrimSpace(d.Reason+" "+reasonGone)
		if marked {
			kind, reason = Back, strings.TrimSpace(strings.ReplaceAll(d.Reason, reasonGone, ""))
		}
		if gone == marked {
			continue
		}
		if err := w.folders.of.DB.SetState(ctx, d.Hash, d.State, reason); err != nil {
			return err
		}
		w.opt.Tell(Event{Kind: kind, Path: d.Path, Name: d.Name})
	}
	return nil
}

// goneFrom reports whether the file of a document, which was not found, is not there: nothing is, or something else. A link counts as the file
// when it leads to one with its bytes: a person may have added it by that name.
func goneFrom(ctx context.Context, d source.Document) bool {
	info, err := os.Lstat(d.Path)
	if err != nil || info.Mode().IsRegular() {
		return errors.Is(err, fs.ErrNotExist)
	}
	if info, err = os.Stat(d.Path); err != nil || info.Size() != d.Bytes {
		return true
	}
	hash, err := disk.HashOf(ctx, d.Path)
	return ctx.Err() == nil && (err != nil || hash != d.Hash)
}
