package core

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"rabbithole/backend/private"
	"rabbithole/backend/store"
)

// A backup is usually written to a folder outside the library. Before its first byte, a note in the library's folder
// records the path, so that a later start can delete what a killed backup left there. Each note is a folder that stays
// locked while its backup is being written.
const (
	notesName = "unfinished"
	placeName = "place.json"
)

// noteForm matches the names of notes.
var noteForm = regexp.MustCompile(`^backup-\d+$`)

// place is the content of a note.
type place struct {
	Path  string `json:"path"`            // of the file being written
	Empty bool   `json:"empty,omitempty"` // nothing was in its folder
}

// partForm matches the names of unfinished files. They are random, so a note cannot lead to anybody else's file.
var partForm = regexp.MustCompile(`^\.rabbithole-[A-Z2-7]{26}\.part$`)

// partSides are the endings of the files written next to a part: the snapshot of the database, and SQLite's own files.
var partSides = []string{"", ".db", ".db-journal", ".db-wal", ".db-shm"}

// PartBeside returns a new path for the unfinished version of target.
func PartBeside(target string) string {
	return filepath.Join(filepath.Dir(target), ".rabbithole-"+rand.Text()+".part")
}

// note records that path is about to be written; forget deletes the note. It is best effort: a library on a full or
// read-only disk can still be backed up.
func (c *Core) note(path string) (forget func()) {
	folder := filepath.Join(c.config.Home, notesName)
	if private.MkdirAll(folder) != nil {
		return func() {}
	}
	folder, err := private.MkdirTemp(folder, "backup-*")
	if err != nil {
		return func() {}
	}
	lock, err := lockFolder(folder)
	there, unseen := os.ReadDir(filepath.Dir(path))
	if raw, odd := json.Marshal(place{path, unseen == nil && len(there) == 0}); err == nil && odd == nil {
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

// clearElsewhere deletes what killed backups left in other folders.
func clearElsewhere(home string, now time.Time) (left leftover) {
	left.of = "backup"
	folder := filepath.Join(home, notesName)
	notes, _ := os.ReadDir(folder) // usually there are none
	for _, entry := range notes {
		if noteForm.MatchString(entry.Name()) {
			left.clearNote(filepath.Join(folder, entry.Name()), now)
		}
	}
	os.Remove(folder) // succeeds when no note is left
	return left
}

// clearNote deletes the files that a note names, and the note itself, unless its backup is still running.
func (l *leftover) clearNote(folder string, now time.Time) {
	old := now.Sub(madeAt(filepath.Join(folder, placeName), folder)) > keepNotes
	lock, err := lockFolder(folder)
	if err != nil {
		return
	}
	raw, unwritten := private.ReadFile(filepath.Join(folder, placeName))
	found, nothing := removeParts(raw)
	lock.Release()
	if found.stuck == nil && (found.files > 0 || nothing) || old || os.IsNotExist(unwritten) {
		forgetNote(folder)
	}
	l.files, l.bytes, l.stuck = l.files+found.files, l.bytes+found.bytes, errors.Join(l.stuck, found.stuck)
}

// removeParts deletes the files that the content of a note leads to. It reports nothing when there are none in a folder that can be seen: one that
// was not empty and is now may be where a disk was mounted.
func removeParts(note []byte) (found leftover, nothing bool) {
	var at place
	if json.Unmarshal(note, &at) != nil || !partForm.MatchString(filepath.Base(at.Path)) {
		return found, false
	}
	for _, side := range partSides {
		if info, err := os.Lstat(at.Path + side); err == nil && info.Mode().IsRegular() {
			found.remove(at.Path + side)
		}
	}
	there, err := os.ReadDir(filepath.Dir(at.Path))
	return found, found.files == 0 && err == nil && (at.Empty || len(there) > 0)
}

// madeAt returns the modification time of the first path that exists.
func madeAt(paths ...string) (at time.Time) {
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil {
			return info.ModTime()
		}
	}
	return at
}
