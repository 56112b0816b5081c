//go:build unix

package core_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/core"
)

// openToOthers gives group and others the right to look at a library.
func openToOthers(t *testing.T, home string) {
	t.Helper()
	err := filepath.WalkDir(home, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chmod(path, map[bool]os.FileMode{true: 0o755, false: 0o644}[d.IsDir()])
	})
	if err != nil {
		t.Fatal(err)
	}
}

// permissions returns what the doctor says about them.
func permissions(t *testing.T, home string) core.Finding {
	t.Helper()
	c, err := core.Open(t.Context(), core.Config{Home: home, ReadOnly: true, Env: noEnv})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, f := range c.Doctor(t.Context()) {
		if f.Name == "permissions" {
			return f
		}
	}
	t.Fatal("the doctor says nothing about permissions")
	return core.Finding{}
}

func TestDoctor_NamesWhatAReadOnlyMountLeavesOpen(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root may mount")
	}
	home := library(t)
	openToOthers(t, home)
	lockAway(t, home)
	f := permissions(t, home)
	if f.OK || f.Cure == "" || !strings.Contains(f.Text, "could not be closed (read-only file system): "+home+"; library.db; ") {
		t.Errorf("%+v", f)
	}
}

// A token that others could read is replaced, which closing it would hide.
func TestOpen_RemovesAServersTokenThatOthersCouldRead(t *testing.T) {
	home := library(t)
	token := filepath.Join(home, "server.token")
	for mode, kept := range map[os.FileMode]bool{0o600: true, 0o640: false} {
		if err := os.WriteFile(token, []byte("secret"), mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(token, mode); err != nil {
			t.Fatal(err)
		}
		if err := open(t, home, noEnv).Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(token); (err == nil) != kept {
			t.Errorf("with mode %v: %v", mode, err)
		}
	}
}
