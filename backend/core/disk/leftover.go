package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Leftover is what interrupted work of one kind left behind and what became of it.
type Leftover struct {
	Of    string // kind of work, such as "backup"
	Files int    // removed
	Bytes int64  // in them
	Stuck error  // why some of it could not be removed
}

// Remove deletes a file, or a folder with its content. A path that does not exist counts nothing. It is for paths whose names only
// the program gives: what a person may have put into the library's folder is never deleted.
func (l *Leftover) Remove(path string) {
	files, bytes := 0, int64(0)
	_ = filepath.WalkDir(path, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil
		}
		files++
		if info, err := entry.Info(); err == nil {
			bytes += info.Size()
		}
		return nil
	})
	if err := os.RemoveAll(path); err != nil {
		l.Stuck = errors.Join(l.Stuck, err)
		return
	}
	l.Files, l.Bytes = l.Files+files, l.Bytes+bytes
}

// Sentences say what was removed and what could not be.
func (l Leftover) Sentences() (out []string) {
	if l.Files > 0 {
		out = append(out, fmt.Sprintf("Removed what an interrupted %s left: %s, %s.",
			l.Of, Count(l.Files, "file", "files"), Megabytes(l.Bytes)))
	}
	if l.Stuck != nil {
		out = append(out, fmt.Sprintf("What an interrupted %s left could not be removed: %v.", l.Of, l.Stuck))
	}
	return out
}

// Megabytes formats a number of bytes for a person.
func Megabytes(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d kB", (n+1023)>>10)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
}

// Count writes "1 row" or "3 rows".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// MadeAt returns the modification time of the first path that exists.
func MadeAt(paths ...string) (at time.Time) {
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil {
			return info.ModTime()
		}
	}
	return at
}

// Add adds what became of more of it.
func (l *Leftover) Add(o Leftover) {
	l.Files, l.Bytes, l.Stuck = l.Files+o.Files, l.Bytes+o.Bytes, errors.Join(l.Stuck, o.Stuck)
}
