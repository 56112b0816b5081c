//go:build unix

package core_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// freeze stops a process without ending it.
func freeze(p *os.Process) error { return p.Signal(syscall.SIGSTOP) }

// sleep stops a process for a while.
func sleep(p *os.Process, d time.Duration) error {
	if err := freeze(p); err != nil {
		return err
	}
	time.Sleep(d)
	return p.Signal(syscall.SIGCONT)
}

// lockAway takes the right to write to a library away, from root too where a read-only mount can be made.
func lockAway(t *testing.T, home string) {
	t.Helper()
	if os.Getuid() == 0 {
		if err := exec.Command("mount", "--bind", home, home).Run(); err != nil {
			t.Skipf("root may write everywhere, and nothing can be mounted here: %v", err)
		}
		t.Cleanup(func() {
			if out, err := exec.Command("umount", home).CombinedOutput(); err != nil {
				t.Errorf("umount: %v: %s", err, out)
			}
		})
		if out, err := exec.Command("mount", "-o", "remount,ro,bind", home).CombinedOutput(); err != nil {
			t.Fatalf("remount: %v: %s", err, out)
		}
		return
	}
	err := filepath.WalkDir(home, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chmod(path, map[bool]os.FileMode{true: 0o500, false: 0o400}[d.IsDir()])
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		filepath.WalkDir(home, func(path string, _ os.DirEntry, _ error) error { return os.Chmod(path, 0o700) })
	})
}
