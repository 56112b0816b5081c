package backup

import (
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/core/disk"
	"rabbithole/backend/fault"
	"rabbithole/backend/private"
	"rabbithole/backend/store"
)

// A backup is unpacked next to the library, into a locked folder HOME.restoring-RANDOM. Once complete, the folder is renamed to
// HOME.restored-RANDOM, and then takes the library's place. Until the library in it is opened it holds the mark UnwrittenName: a
// folder without the mark, or with another kind of name, is a person's own and is never touched.
const restoring, restored = ".restoring-", ".restored-"

// randomForm matches what rand.Text returns.
var randomForm = regexp.MustCompile(`^[A-Z2-7]{26}$`)

// newRestoring creates, marks and locks the folder that a backup is unpacked into. It tries again when another process
// takes the folder for a leftover before it is locked.
func newRestoring(home string) (folder string, lock *store.Lock, err error) {
	if err := private.MkdirAll(filepath.Dir(home)); err != nil {
		return "", nil, err
	}
	for tries := 0; tries < 3 && lock == nil; tries++ {
		folder = filepath.Clean(home) + restoring + rand.Text()
		if err = private.Mkdir(folder); err != nil {
			return "", nil, err
		}
		if err = private.WriteFile(filepath.Join(folder, UnwrittenName), nil); err == nil {
			lock, err = disk.LockFolder(folder)
		}
		if err != nil {
			os.RemoveAll(folder)
		}
	}
	return folder, lock, err
}

// completeName is the name of a restoring folder once the backup is completely unpacked.
func completeName(folder string) string {
	at := strings.LastIndex(folder, restoring)
	return folder[:at] + restored + folder[at+len(restoring):]
}

// beside returns the folders next to home that restores made and that hold nothing, or a library that nobody has opened: those that
// are being unpacked or those that are complete.
func beside(home, kind string) (paths []string) {
	home = filepath.Clean(home)
	entries, _ := os.ReadDir(filepath.Dir(home)) // without that folder there is nothing to find
	for _, entry := range entries {
		random, is := strings.CutPrefix(entry.Name(), filepath.Base(home)+kind)
		path := filepath.Join(filepath.Dir(home), entry.Name())
		if entry.IsDir() && is && randomForm.MatchString(random) && (marked(path) || empty(path)) {
			paths = append(paths, path)
		}
	}
	return paths
}

// marked reports whether a folder holds a restored library that was not opened yet.
func marked(folder string) bool {
	info, err := os.Lstat(filepath.Join(folder, UnwrittenName))
	return err == nil && info.Mode().IsRegular()
}

func empty(folder string) bool {
	entries, err := os.ReadDir(folder)
	return err == nil && len(entries) == 0
}

// FinishRestore puts a completely restored library in its place when the process was killed after it had moved the old
// one aside.
func FinishRestore(home string) (finished bool, err error) {
	complete := slices.DeleteFunc(beside(home, restored), func(path string) bool { return !marked(path) })
	if _, err := os.Lstat(home); !errors.Is(err, os.ErrNotExist) || len(complete) == 0 {
		return false, nil
	}
	if err := os.Rename(complete[0], home); err != nil {
		return false, fault.New("finish restoring the library in "+home, fault.Storage,
			"Rename the folder "+complete[0]+" to "+home+".", err)
	}
	return true, store.SyncFolder(filepath.Dir(home))
}

// FinishedRestore says that an interrupted restore was finished.
const FinishedRestore = "Finished an interrupted restore."

// ClearRestores removes what killed restores left next to home.
func ClearRestores(home string) (left disk.Leftover) {
	left.Of = "restore"
	for _, folder := range append(beside(home, restoring), beside(home, restored)...) {
		if os.Remove(folder) == nil {
			continue // it was empty
		}
		if lock, err := disk.LockFolder(folder); err == nil { // no restore is using it
			lock.Release()
			left.Remove(folder)
		}
	}
	return left
}

// replaced is the library that a restored one replaces. lock is nil when there is none.
type replaced struct{ lock *store.Lock }

// lockReplaced locks the library in its place, so that nobody writes to it before it is moved aside, and cleans up after
// killed restores and backups.
func (p Place) lockReplaced() (r replaced, err error) {
	finished, err := FinishRestore(p.Home)
	if err != nil {
		return r, err
	}
	if finished {
		p.Tell(FinishedRestore)
	}
	var left []disk.Leftover
	entries, err := os.ReadDir(p.Home)
	if err == nil && len(entries) > 0 {
		if r.lock, err = disk.LockFolder(p.Home); err != nil {
			return r, err
		}
		if _, err := os.Stat(filepath.Join(p.Home, disk.DatabaseName)); err == nil {
			left = append(left, ClearElsewhere(p.Home, p.Now()))
		}
	}
	for _, l := range append(left, ClearRestores(p.Home)) {
		for _, text := range l.Sentences() {
			p.Tell(text)
		}
	}
	return r, nil
}

// release gives the lock back, if it is still held.
func (r *replaced) release() {
	if r.lock != nil {
		r.lock.Release()
		r.lock = nil
	}
}

// swap moves the library aside and the fresh one into its place. aside is "" when there was none.
func (r *replaced) swap(p Place, fresh string) (aside string, err error) {
	op := "restore the library in " + p.Home
	if r.lock != nil {
		aside = freeAside(p)
		r.release() // some systems cannot move a folder that contains an open file
		if err := os.Rename(p.Home, aside); err != nil {
			return "", fault.New(op, fault.Storage, "The folder "+p.Home+
				" cannot be moved aside. Close what uses it, or restore to another folder with --home.", err)
		}
	} else {
		os.Remove(p.Home) // empty, or missing
	}
	if err := os.Rename(fresh, p.Home); err != nil {
		if aside != "" {
			err = errors.Join(err, os.Rename(aside, p.Home))
		}
		return "", fault.New(op, fault.Storage,
			"Choose another folder with --home; the library that was there is unchanged.", err)
	}
	return aside, store.SyncFolder(filepath.Dir(p.Home))
}

// swapBack puts the library that was there back into its place when the restored one cannot be opened, and returns why that was, and where
// the one that was there is should it not go back.
func swapBack(did Restored, fresh string, why error) (Restored, error) {
	if fault.KindOf(why) == fault.Locked { // another process has opened it meanwhile
		return did, fault.New("open the restored library", fault.Locked, asideHint(did), why)
	}
	err := os.Rename(did.Home, fresh)
	if err == nil && did.Aside != "" {
		err = os.Rename(did.Aside, did.Home)
	}
	if err == nil {
		did.Aside = ""
		return did, fault.New("open the restored library", fault.KindOf(why), "Nothing was changed. "+fault.Hint(why), why)
	}
	return did, fault.New("open the restored library", fault.KindOf(why), asideHint(did), errors.Join(why, err))
}

func asideHint(did Restored) string {
	if did.Aside == "" {
		return "The folder " + did.Home + " is the restored library."
	}
	return "The library that was there is " + did.Aside + "; rename it to " + did.Home + " to have it back."
}
