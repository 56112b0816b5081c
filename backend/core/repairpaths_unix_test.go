//go:build unix

package core_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"rabbithole/backend/core"
)

// A path of a document that a stranger wrote leads a repair to no pipe, no device and no larger file.
func TestCheck_ReadsNoPipesAndDevices(t *testing.T) {
	pipe, large := filepath.Join(t.TempDir(), "pipe"), filepath.Join(t.TempDir(), "large")
	if err := errors.Join(syscall.Mkfifo(pipe, 0o600), os.WriteFile(large, nil, 0o600), os.Truncate(large, 1<<30)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, "/dev/zero", large} {
		t.Run(filepath.Base(path), func(t *testing.T) {
			home := t.TempDir()
			c := open(t, home, noEnv)
			addNotes(t, c)
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			rewriteDatabase(t, filepath.Join(home, "library.db"), `UPDATE documents SET path = '`+path+`'`)
			copies, _ := filepath.Glob(filepath.Join(home, "files", "??", "*"))
			for _, place := range copies {
				if err := os.Remove(place); err != nil {
					t.Fatal(err)
				}
			}
			done := make(chan struct{})
			go func() {
				defer close(done)
				r, err := core.Check(t.Context(), core.Config{Home: home, Env: noEnv}, core.CheckOptions{Repair: true})
				lost := func(f core.Finding) bool { return strings.Contains(f.Text, "3 of 3 copies are lost") }
				if err != nil || !slices.ContainsFunc(r.Findings, lost) {
					t.Errorf("%+v, %v", r, err)
				}
			}()
			select {
			case <-done:
			case <-time.After(2 * time.Minute):
				t.Fatal("it does not end")
			}
			if parts, _ := filepath.Glob(filepath.Join(home, "files", "??", "*")); len(parts) > 0 {
				t.Errorf("left: %v", parts)
			}
		})
	}
}
