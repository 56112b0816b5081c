package backup

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"rabbithole/backend/core/disk"
	"rabbithole/backend/private"
	"rabbithole/backend/store"
)

// A backup is usually written to a folder outside the library. Before its first byte, a note in the library's folder
// records the path, so that a later start can delete what a killed backup left there. Each note is a folder that stays
// locked while its backup is being written.
const (
	NotesName = "unfinished"
	placeName = "place.json"
)

// noteForm matches the names of notes.
var noteForm = regexp.MustCompile(`^backup-\d+$`)

// Unfinished is the content of a note.
type Unfinished struct {
	Path  string `json:"path"`            // of the file being written
	Empty bool   `json:"empty,omitempty"` // nothing was in its folder
}

// Note records that path is about to be written; forget deletes the note. It is best effort: a library on a full or
// read-only disk can still be backed up.
func (l Library) Note(path string) (forget func()) {
	folder := filepath.Join(l.Home, NotesName)
	if private.MkdirAll(folder) != nil {
		return func() {}
	}
	folder, err := private.MkdirTemp(folder, "backup-*")
	if err != nil {
		return func() {}
	}
	lock, err := disk.LockFolder(folder)
	there, unseen := os.ReadDir(filepath.Dir(path))
	if raw, odd := json.Marshal(Unfinished{path, unseen == nil && len(there) == 0}); err == nil && odd == nil {
		_ = private.WriteFile(filepath.Join(folder, placeName), raw)
	}
	return func() {
		if lock != nil {
			lock.Release()
		}
		forgetNote(folder)
		os.Remove(filepath.Dir(folder)) // succeeds when this was the last note
	}
}

// forgetNote deletes a note, and nothing else that may lie in its folder.
func forgetNote(folder string) {
	os.Remove(filepath.Join(folder, placeName))
	store.RemoveLock(folder)
	os.Remove(folder)
}

// keepNotes is how long a note is kept when its file cannot be found: the disk may not be plugged in.
const keepNotes = 30 * 24 * time.Hour

// ClearElsewhere deletes what killed backups left in other folders.
func ClearElsewhere(home string, now time.Time) (left disk.Leftover) {
	left.Of = "backup"
	folder := filepath.Join(home, NotesName)
	notes, _ := os.ReadDir(folder) // usually there are none
	for _, entry := range notes {
		if noteForm.MatchString(entry.Name()) {
			clearNote(&left, filepath.Join(folder, entry.Name()), now)
		}
	}
	os.Remove(folder) // succeeds when no note is left
	return left
}

// clearNote deletes the files that a note names, and the note itself, unless its backup is still running.
func clearNote(l *disk.Leftover, folder string, now time.Time) {
	old := now.Sub(disk.MadeAt(filepath.Join(folder, placeName), folder)) > keepNotes
	lock, err := disk.LockFolder(folder)
	if err != nil {
		return
	}
	raw, unwritten := private.ReadFile(filepath.Join(folder, placeName))
	found, nothing := removeParts(raw)
	lock.Release()
	if found.Stuck == nil && (found.Files > 0 || nothing) || old || os.IsNotExist(unwritten) {
		forgetNote(folder)
	}
	l.Add(found)
}

// removeParts deletes the files that the content of a note leads to. It reports nothing when there are none in a folder that can be seen: one that
// was not empty and is now may be where a disk was mounted.
func removeParts(note []byte) (found disk.Leftover, nothing bool) {
	var at Unfinished
	if json.Unmarshal(note, &at) != nil || !disk.PartForm.MatchString(filepath.Base(at.Path)) {
		return found, false
	}
	for _, side := range disk.PartSides {
		if info, err := os.Lstat(at.Path + side); err == nil && info.Mode().IsRegular() {
			found.Remove(at.Path + side)
		}
	}
	there, err := os.ReadDir(filepath.Dir(at.Path))
	return found, found.Files == 0 && err == nil && (at.Empty || len(there) > 0)
}
