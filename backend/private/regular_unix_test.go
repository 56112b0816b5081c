//go:build unix

package private

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A pipe and a device are refused at once, and so is a folder; a link to a file is not.
func TestOpenRegular_RefusesWhatHasNoEnd(t *testing.T) {
	folder := t.TempDir()
	pipe, file, link := filepath.Join(folder, "pipe"), filepath.Join(folder, "file"), filepath.Join(folder, "link")
	if err := errors.Join(syscall.Mkfifo(pipe, 0o600), os.WriteFile(file, []byte("text"), 0o600), os.Symlink(file, link)); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, path := range []string{pipe, "/dev/zero", folder, filepath.Join(folder, "none")} {
			if f, _, err := OpenRegular(path); err == nil {
				t.Errorf("%s was opened", f.Name())
			}
		}
		for _, path := range []string{file, link} {
			f, size, err := OpenRegular(path)
			if err != nil || size != 4 {
				t.Errorf("%s: %d bytes, %v", path, size, err)
				continue
			}
			f.Close()
		}
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Error("it waits")
	}
}
