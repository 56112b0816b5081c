// Package disk is what a library looks like on the disk: the names in its folder, its lock, files written whole or not at all, and what is
// left of interrupted work.
//
// It promises that what the program writes appears whole, and that nothing is deleted whose name only a person could have given. It reads
// no database.
package disk

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/store"
)

// What there is in a library's folder: the database, the copies of documents, and the reports.
const (
	DatabaseName = "library.db"
	CopiesName   = "files"
	ReportsName  = "reports"
)

// Inside reports whether a file lies, or would lie, in a folder, whatever links lead there.
func Inside(folder, path string) bool {
	home, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return false
	}
	at, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return false
	}
	if at, err = filepath.Abs(at); err != nil {
		return false
	}
	if home, err = filepath.Abs(home); err != nil {
		return false
	}
	return at == home || Within(at, home)
}

// Within reports whether path is folder or stands in it.
func Within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, string(filepath.Separator))+string(filepath.Separator))
}

// Matching returns the paths below folder that match a pattern with slashes. Unlike filepath.Glob it allows any
// character in the name of the folder.
func Matching(folder, pattern string) []string {
	paths, _ := fs.Glob(os.DirFS(folder), pattern) // fails only for a malformed pattern
	for i, path := range paths {
		paths[i] = filepath.Join(folder, filepath.FromSlash(path))
	}
	return paths
}

// HasContent reports whether there is a file with something in it.
func HasContent(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode().IsRegular() && info.Size() > 0
}

// Exists reports whether there is anything at a path.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// folderName keeps our data apart from what a web view stores under the program's name.
const folderName = "org.rabbithole.library"

// DefaultHome returns where a person's library is unless they say otherwise: the operating system's place for user data.
func DefaultHome(env func(string) string) (string, error) {
	if dir := env("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, folderName), nil
	}
	if dir := env("LocalAppData"); runtime.GOOS == "windows" && dir != "" {
		return filepath.Join(dir, folderName), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	if runtime.GOOS == "darwin" {
		return filepath.Join(home, "Library", "Application Support", folderName), nil
	}
	return filepath.Join(home, ".local", "share", folderName), nil
}

// LockFolder locks a folder for this process.
func LockFolder(folder string) (*store.Lock, error) {
	return store.AcquireLock(folder, store.Owner{PID: os.Getpid(), Since: time.Now()})
}

// longestHome is the most bytes in the path of a library's folder. SQLite opens no file with a path beyond 512 bytes,
// and its log files have the longest names.
const longestHome = 490

// ShorterHome is what to do about a path that is too long.
const ShorterHome = "Choose a folder with a shorter path, with --home or RABBITHOLE_HOME."

// CheckHome returns why a folder cannot hold a library, nil if it can.
func CheckHome(home string) error {
	if home == "" {
		return fault.New("open the library", fault.Usage, "Name its folder with --home or RABBITHOLE_HOME.", nil)
	}
	whole, err := filepath.Abs(home)
	if err == nil && len(whole) > longestHome {
		err = fault.New("open the library", fault.Usage, ShorterHome,
			fmt.Errorf("the path of its folder has %d bytes, and at most %d can be used", len(whole), longestHome))
	}
	return err
}
