package private

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Is reports whether path is a regular file that belongs to the user who runs this program and that nobody else may open.
func Is(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode().IsRegular() && !foreign(info) && (!KeepsModes || info.Mode()&others == 0)
}

// Foreign reports whether a file or folder, or the link that leads to it, belongs to another user.
func Foreign(path string) bool {
	for _, look := range []func(string) (fs.FileInfo, error){os.Lstat, os.Stat} {
		if info, err := look(path); err == nil && foreign(info) {
			return true
		}
	}
	return false
}

// Owns reports whether new files in a folder belong to the user who makes them: some disks give all files one owner.
func Owns(folder string) bool {
	f, err := CreateTemp(folder, ".part-*")
	if err != nil {
		return true
	}
	defer os.Remove(f.Name())
	return f.Close() == nil && !Foreign(f.Name())
}

// Keeps reports whether files in a folder can be made private: some disks keep no modes.
func Keeps(folder string) bool {
	f, err := CreateTemp(folder, ".part-*")
	if err != nil {
		return true
	}
	defer os.Remove(f.Name())
	return f.Close() == nil && Is(f.Name())
}

// Tightened collects what was open to other users. The zero value is ready to use.
type Tightened struct {
	Closed int      // files and folders that are closed now
	Open   []string // those that could not be closed
	Err    error    // why the first of them could not
}

// Tree takes all permissions on path, and on everything in it, from group and others; those of the owner stay as they
// are. If path is a symbolic link it is followed, unless it belongs to another user; links below it are not. A missing path is no error.
func (t *Tightened) Tree(path string) {
	link, err := os.Lstat(path)
	if err != nil || !KeepsModes {
		return
	}
	if foreign(link) {
		return
	}
	root, err := filepath.EvalSymlinks(path)
	if err != nil {
		return
	}
	_ = filepath.WalkDir(root, func(at string, entry fs.DirEntry, err error) error {
		if err == nil && (entry.IsDir() || entry.Type().IsRegular()) {
			if info, err := entry.Info(); err == nil {
				t.close(at, info)
			}
		}
		return nil
	})
}

// Folder does what Tree does for a folder, but not for its content.
func (t *Tightened) Folder(path string) {
	if info, err := os.Stat(path); err == nil && info.IsDir() && KeepsModes {
		t.close(path, info)
	}
}

// close closes one file or folder.
func (t *Tightened) close(path string, info fs.FileInfo) {
	if info.Mode()&others == 0 {
		return
	}
	if err := closeToOthers(path, info.Mode()); err == nil {
		t.Closed++
	} else if t.Open = append(t.Open, path); t.Err == nil {
		t.Err = err
	}
}

func closeToOthers(path string, mode fs.FileMode) error {
	if mode&fs.ModeSticky != 0 {
		return errors.New("it is a folder that all users share")
	}
	if err := os.Chmod(path, mode&^others); err != nil {
		return err
	}
	if now, err := os.Stat(path); err == nil && now.Mode()&others != 0 {
		return errors.New("the disk does not keep permissions")
	}
	return nil
}
