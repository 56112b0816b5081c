package ingest

import (
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// OnDisk restores a path that has passed through JSON. Names that are not UTF-8 come back from the window, a browser or
// the settings with U+FFFD in place of each invalid byte. If exactly one file on disk matches such a name, OnDisk
// returns its real path; any other path is returned unchanged.
func OnDisk(path string) string {
	if !strings.ContainsRune(path, utf8.RuneError) {
		return path
	}
	folder, name := filepath.Split(filepath.Clean(path))
	if name == "" {
		return path
	}
	if folder = filepath.Clean(folder); folder != "." {
		folder = OnDisk(folder)
	}
	whole := filepath.Join(folder, name)
	if _, err := os.Lstat(whole); err == nil || !strings.ContainsRune(name, utf8.RuneError) {
		return whole
	}
	entries, _ := os.ReadDir(folder)
	var meant []string
	for _, e := range entries {
		if garbled(e.Name()) == name {
			meant = append(meant, e.Name())
		}
	}
	if len(meant) != 1 {
		return path
	}
	return filepath.Join(folder, meant[0])
}

// garbled returns a name as it looks after passing through JSON.
func garbled(name string) string { return string([]rune(name)) }
