package ingest

import (
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// OnDisk returns a path as the file system knows it. A name that is not UTF-8 does not survive JSON: windows, browsers and settings give it back
// with U+FFFD in the place of each odd byte. Where exactly one file is called like that, it is meant; any other path comes back as it is.
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

// garbled is a name as JSON carries it.
func garbled(name string) string { return string([]rune(name)) }
