// Package private creates files and folders that only their owner can open, and closes existing ones to others.
//
// Files have mode 0600 and folders 0700 under every umask, from the moment they exist. A disk that does not store modes
// is no error. On Windows, where files inherit the permissions of their folder, the package changes none.
package private

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

const (
	fileMode   = 0o600
	folderMode = 0o700
	others     = 0o077 // what group and others may do
)

// KeepsModes says whether this system has modes that tell who may open a file.
const KeepsModes = runtime.GOOS != "windows"

// OpenFile is os.OpenFile for a private file. An existing file becomes private before anything is written to it.
// What is there and no regular file is refused: a pipe would keep whoever opens it.
func OpenFile(path string, flag int) (*os.File, error) {
	if err := Regular(path); err != nil {
		return nil, err
	}
	return settled(os.OpenFile(path, flag, fileMode))
}

// settled corrects the mode of an opened file: the umask may have taken away too much, or the file existed before.
// Some disks do not store modes, so a failure is ignored.
func settled(f *os.File, err error) (*os.File, error) {
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && KeepsModes && info.Mode().IsRegular() && info.Mode().Perm() != fileMode {
		_ = f.Chmod(fileMode)
	}
	return f, nil
}

// CreateNew creates a private file. It is an error if the file exists.
func CreateNew(path string) (*os.File, error) {
	return OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL)
}

// CreateTemp is os.CreateTemp for a private file.
func CreateTemp(folder, pattern string) (*os.File, error) {
	return settled(os.CreateTemp(folder, pattern))
}

// WriteFile is os.WriteFile for a private file.
func WriteFile(path string, data []byte) error {
	f, err := OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// Mkdir is os.Mkdir for a private folder.
func Mkdir(path string) error {
	err := os.Mkdir(path, folderMode)
	if err == nil {
		settleFolder(path)
	}
	return err
}

// settleFolder gives a new folder its mode when the umask has taken away too much.
func settleFolder(path string) {
	if info, err := os.Lstat(path); err == nil && KeepsModes && info.Mode().Perm() != folderMode {
		_ = os.Chmod(path, folderMode)
	}
}

// MkdirAll is os.MkdirAll for private folders. Existing folders keep their permissions.
func MkdirAll(path string) error {
	switch info, err := os.Stat(path); {
	case err == nil && info.IsDir():
		return nil
	case err == nil:
		return &os.PathError{Op: "mkdir", Path: path, Err: syscall.ENOTDIR}
	}
	if above := filepath.Dir(path); above != path {
		if err := MkdirAll(above); err != nil {
			return err
		}
	}
	err := Mkdir(path)
	if info, is := os.Stat(path); err != nil && is == nil && info.IsDir() {
		return nil // another process was faster
	}
	return err
}

// MkdirTemp is os.MkdirTemp for a private folder.
func MkdirTemp(folder, pattern string) (string, error) {
	path, err := os.MkdirTemp(folder, pattern)
	if err == nil {
		settleFolder(path)
	}
	return path, err
}
