//go:build unix

package private_test

import (
	"os"
	"path/filepath"
	"testing"

	"rabbithole/backend/private"
)

func TestUntouched_NobodyElseWroteThere(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "cache")
	if !private.Untouched(folder) {
		t.Error("a folder that is not there was touched")
	}
	if err := private.MkdirAll(folder); err != nil {
		t.Fatal(err)
	}
	code := filepath.Join(folder, "code")
	if err := private.WriteFile(code, []byte("code")); err != nil || !private.Untouched(folder) {
		t.Errorf("my own: %v", err)
	}
	for name, touch := range map[string]func() error{
		"a file others can write":   func() error { return os.Chmod(code, 0o666) },
		"a folder others can write": func() error { return os.Chmod(folder, 0o777) },
		"a link":                    func() error { return os.Symlink("/etc/hosts", filepath.Join(folder, "link")) },
		"another user's file":       func() error { return os.Chown(code, 65534, 65534) },
	} {
		if name == "another user's file" && os.Getuid() != 0 {
			continue
		}
		if err := touch(); err != nil {
			t.Fatal(err)
		}
		if private.Untouched(folder) {
			t.Errorf("%s is trusted", name)
		}
		os.Remove(filepath.Join(folder, "link"))
		for path, mode := range map[string]os.FileMode{folder: 0o700, code: 0o600} {
			if err := os.Chmod(path, mode); err != nil {
				t.Fatal(err)
			}
		}
		_ = os.Chown(code, os.Getuid(), os.Getgid())
		if !private.Untouched(folder) {
			t.Errorf("after %s was undone", name)
		}
	}
}
