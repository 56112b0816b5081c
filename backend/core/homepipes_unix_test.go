//go:build unix

package core_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"rabbithole/backend/core"
)

// A pipe among the files of a library, which somebody else may have put there, keeps nobody: what cannot do without the file says so.
func TestOpen_PipesInTheLibraryKeepNobody(t *testing.T) {
	for _, name := range []string{"library.lock", "library.owner", "library.owner.new", "library.db", "library.db-wal", "library.db-journal", "library.db.schema", "keys.json",
		"library.repairing", "reports.unwritten", "unfinished/backup-1/place.json", "unfinished/backup-1/library.lock", "unfinished/backup-1/library.owner.new"} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			c := open(t, home, noEnv)
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			pipe := filepath.Join(home, name)
			os.Remove(pipe)
			if err := os.MkdirAll(filepath.Dir(pipe), 0o700); err != nil {
				t.Fatal(err)
			}
			if filepath.Base(name) != "place.json" && filepath.Dir(name) != "." {
				if err := os.WriteFile(filepath.Join(filepath.Dir(pipe), "place.json"), []byte(`{}`), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Skip(err)
			}
			done := make(chan error, 1)
			go func() {
				for _, readOnly := range []bool{false, true} {
					c, err := core.Open(t.Context(), core.Config{Home: home, Env: noEnv, ReadOnly: readOnly})
					if err == nil {
						_, _, _ = c.WebProviders(t.Context())
						err = c.Close()
					}
					t.Log(err)
				}
				done <- nil
			}()
			select {
			case <-done:
			case <-time.After(20 * time.Second):
				t.Error("it waits for the pipe")
				for range 50 { // lets those go that wait
					if f, err := os.OpenFile(pipe, os.O_RDWR|syscall.O_NONBLOCK, 0); err == nil {
						time.Sleep(20 * time.Millisecond)
						f.Close()
					}
				}
			}
		})
	}
}
