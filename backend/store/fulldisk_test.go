//go:build linux

package store

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// fullDisk mounts a small disk, puts the files of a library on it and leaves free bytes.
func fullDisk(t *testing.T, from string, sides []string, free int64) (path string) {
	t.Helper()
	folder := t.TempDir()
	mount := exec.Command("mount", "-t", "tmpfs", "-o", "size=8m", "rabbithole-test", folder)
	if out, err := mount.CombinedOutput(); err != nil {
		t.Skipf("no disk can be mounted here: %v: %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", folder).CombinedOutput(); err != nil {
			t.Errorf("umount: %v: %s", err, out)
		}
	})
	path = filepath.Join(folder, "library.db")
	for _, side := range sides {
		if err := copyFile(from+side, path+side); err != nil {
			t.Fatal(err)
		}
	}
	var s syscall.Statfs_t
	if err := syscall.Statfs(folder, &s); err != nil {
		t.Fatal(err)
	}
	ballast := make([]byte, int64(s.Bavail)*s.Bsize-free)
	if err := os.WriteFile(filepath.Join(folder, "ballast"), ballast, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestOpenReadOnly_FullDisk reads and copies a library on a disk with hardly any room: one that was closed, one that
// was killed in the middle of writing, and one of which only the log is left beside the database. What lies in the log
// is read too.
func TestOpenReadOnly_FullDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("copies a library again and again, which is very slow under the race detector")
	}
	db := openNew(t)
	put(t, db, "h0", "in the file.pdf", "", source.Ready)
	if _, err := db.write.Exec(`PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
		t.Fatal(err)
	}
	closed := filepath.Join(t.TempDir(), "closed.db")
	if err := copyFile(db.path, closed); err != nil {
		t.Fatal(err)
	}
	for n := 1; n < 300; n++ {
		put(t, db, fmt.Sprint("h", n), fmt.Sprintf("in the log %d.pdf", n), "", source.Ready)
	}
	for name, c := range map[string]struct {
		from  string
		sides []string
		want  int
	}{
		"closed":       {closed, []string{""}, 1},
		"killed":       {db.path, []string{"", "-wal", "-shm"}, 300},
		"killed, copy": {db.path, []string{"", "-wal"}, 300},
	} {
		for _, free := range []int64{0, 4 << 10, 16 << 10} {
			t.Run(fmt.Sprintf("%s, %d KB free", name, free>>10), func(t *testing.T) {
				path := fullDisk(t, c.from, c.sides, free)
				var log []byte
				if c.want > 1 {
					log = read(t, path+"-wal")
				}
				full, err := OpenReadOnly(t.Context(), path)
				if err != nil {
					t.Fatalf("%v (hint %q)", err, fault.Hint(err))
				}
				defer full.Close() // a second time when all goes well
				docs, err := full.Documents(t.Context(), source.DocumentFilter{})
				if err != nil || len(docs) != c.want {
					t.Errorf("%d documents, %v; want %d", len(docs), err, c.want)
				}
				copied := filepath.Join(t.TempDir(), "copy.db")
				if err := full.Snapshot(t.Context(), copied); err != nil {
					t.Fatal(err)
				}
				if contents(t, copied) != contents(t, path) {
					t.Error("the copy has other contents")
				}
				if err := full.Check(t.Context()); err != nil {
					t.Error(err)
				}
				if c.want > 1 && string(read(t, path+"-wal")) != string(log) {
					t.Error("the log was changed")
				}
				if err := full.Close(); err != nil {
					t.Fatal(err)
				}
				err = write(t, path)
				if fault.KindOf(err) != fault.Storage || !strings.Contains(fault.Hint(err), "full") {
					t.Errorf("writing: %v (hint %q)", err, fault.Hint(err))
				}
			})
		}
	}
}

// write tries to write more than the disk holds.
func write(t *testing.T, path string) error {
	t.Helper()
	db, err := Open(t.Context(), path)
	if err != nil {
		return err
	}
	defer db.Close()
	return db.SetSetting(t.Context(), "k", strings.Repeat("x", 8<<20))
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
