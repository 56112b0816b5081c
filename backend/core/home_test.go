package core_test

import (
	"os"
	"path/filepath"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
)

// Whoever takes a folder of their own for the library must not lose what is in it: files of those names are the library's to delete.
func TestOpen_AFolderWithSomebodysOwnFilesIsNoNewLibrary(t *testing.T) {
	for _, own := range []string{"uploads/2024/thesis.pdf", "files/thesis.pdf", "files/ab/thesis.pdf", "reports/2024/report.md"} {
		home := t.TempDir()
		path := filepath.Join(home, filepath.FromSlash(own))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := core.Open(t.Context(), core.Config{Home: home, Env: noEnv})
		if err == nil {
			_, err = c.ResumeAdding(t.Context(), core.AddOptions{})
			t.Errorf("%s: a library was made around it (%v)", own, err)
			c.Close()
		} else if kind := fault.KindOf(err); kind != fault.Usage && kind != fault.Storage || fault.Hint(err) == "" {
			t.Errorf("%s: %v", own, err)
		}
		if data, err := os.ReadFile(path); err != nil || string(data) != "mine" {
			t.Errorf("%s is gone: %v", own, err)
		}
		if left, err := os.ReadDir(home); err != nil || len(left) > 2 { // what was there, and the lock
			t.Errorf("%s: it left %v (%v)", own, left, err)
		}
	}
	home := t.TempDir() // a folder with anything else is nobody's loss
	if err := os.WriteFile(filepath.Join(home, "thesis.pdf"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := core.Open(t.Context(), core.Config{Home: home, Env: noEnv})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}
