package core

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A folder of a person's that a link called "uploads" leads to is the person's: nothing in it is deleted, however known its files are.
func TestUploads_ALinkLeadsToFilesOfThePerson(t *testing.T) {
	home, theirs := t.TempDir(), t.TempDir()
	batch := filepath.Join(theirs, "2026")
	file := filepath.Join(batch, "letter.txt")
	if err := os.MkdirAll(batch, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("The lantern is lit at dusk by the harbour master."), 0o600); err != nil {
		t.Fatal(err)
	}
	for opened := range 3 { // it is known from the third opening on
		c, err := Open(t.Context(), Config{Home: home, Env: func(string) string { return "" }})
		if err != nil {
			t.Fatal(err)
		}
		if opened == 0 {
			if err := errors.Join(os.RemoveAll(filepath.Join(home, "uploads")), os.Symlink(theirs, filepath.Join(home, "uploads"))); err != nil {
				t.Skip("links cannot be made here: ", err)
			}
		}
		if _, err := c.Add(t.Context(), []string{file}, AddOptions{}); err != nil {
			t.Error(err)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(file); err != nil {
			t.Fatalf("the person's file is gone: %v", err)
		}
	}
}
