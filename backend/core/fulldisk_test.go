//go:build unix

package core_test

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/backup"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fake"
	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
	"rabbithole/kb"
)

// disk is a place that can be filled and emptied.
type tightDisk struct {
	folder string
	fill   func(free int64) // leaves about so many bytes
	empty  func()
}

// smallDisk returns a disk of its own where the test may mount one, else a folder for whose files there is a largest size.
func smallDisk(t *testing.T) tightDisk {
	t.Helper()
	folder := t.TempDir()
	if err := exec.Command("mount", "-t", "tmpfs", "-o", "size=64m", "rabbithole-test", folder).Run(); err != nil {
		t.Logf("no disk can be mounted here (%v): the size of files is limited instead", err)
		return limitedFiles(t, folder)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", folder).CombinedOutput(); err != nil {
			t.Errorf("umount: %v: %s", err, out)
		}
	})
	ballast := filepath.Join(folder, "ballast")
	return tightDisk{folder, func(free int64) {
		t.Helper()
		var s syscall.Statfs_t
		if err := syscall.Statfs(folder, &s); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(ballast, make([]byte, max(0, int64(s.Bavail)*int64(s.Bsize)-free)), 0o600); err != nil {
			t.Fatal(err)
		}
	}, func() { os.Remove(ballast) }}
}

// limitedFiles makes every file full that grows beyond what the library's log has.
func limitedFiles(t *testing.T, folder string) tightDisk {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	empty := func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
			t.Error(err)
		}
	}
	t.Cleanup(empty)
	return tightDisk{folder, func(free int64) {
		t.Helper()
		grown := int64(0) // the database grows by its log
		if info, err := os.Stat(filepath.Join(folder, "home", "library.db-wal")); err == nil {
			grown = info.Size()
		}
		limit := before
		limit.Cur = uint64(grown + free)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
			t.Fatal(err)
		}
	}, empty}
}

// full fails unless err says that there is no room and what to do.
func full(t *testing.T, what string, err error) {
	t.Helper()
	if hint := fault.Hint(err); fault.KindOf(err) != fault.Storage || !strings.Contains(hint, "full") {
		t.Errorf("%s on a full disk: %v (hint %q)", what, err, hint)
	}
}

func TestFullDisk_AddingGoesOnWhenThereIsRoom(t *testing.T) {
	if testing.Short() {
		t.Skip("adds many documents, which is very slow under the race detector")
	}
	d := smallDisk(t)
	home := filepath.Join(d.folder, "home")
	c := open(t, home, noEnv)
	folder := filepath.Join(t.TempDir(), "radon")
	if err := fake.Unpack(folder); err != nil {
		t.Fatal(err)
	}
	for _, free := range []int64{0, 60_000, 300_000} {
		d.fill(free)
		_, err := c.Add(t.Context(), []string{folder}, core.AddOptions{})
		full(t, "Add", err)
		d.empty()
	}
	results, err := c.Add(t.Context(), []string{folder}, core.AddOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.ResumeAdding(t.Context(), core.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	docs, err := c.Documents(t.Context(), false)
	if err != nil || len(docs) != 7 || len(results) < 7 {
		t.Errorf("%d documents, %d results, %v", len(docs), len(results), err)
	}
	for _, doc := range docs {
		if !doc.Live() {
			t.Errorf("%s is %s: %s", doc.Name, doc.State, doc.Reason)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if r := check(t, home, false); !r.Sound() {
		t.Errorf("findings: %+v", r.Findings)
	}
}

func TestFullDisk_RunGoesOnWhenThereIsRoom(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	undisturbed, other := twins(t, core.Begin{Question: kb.Question, Engine: settings.Extractive}, nil)
	if _, err := undisturbed.resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	d := smallDisk(t)
	home := filepath.Join(d.folder, "home")
	if err := os.CopyFS(home, os.DirFS(other.Home)); err != nil {
		t.Fatal(err)
	}
	c := open(t, home, noEnv)
	stops := 0
	var run graph.Run
	for _, free := range []int64{0, 50_000, 200_000, 400_000, 800_000} {
		d.fill(free)
		var err error
		if run, err = c.Resume(t.Context(), other.Run); err != nil {
			full(t, "Resume", err)
			stops++
		}
		d.empty()
	}
	if stops < 3 {
		t.Errorf("the run stopped only %d times", stops)
	}
	if run, err := c.Resume(t.Context(), other.Run); err != nil || run.Status != graph.Finished {
		t.Fatalf("the run is %s, %v", run.Status, err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	same(t, victim{Home: home, Run: run.ID}, undisturbed)
}

func TestFullDisk_ReportsAndBackupsAreWholeOrNotThere(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole run is very slow under the race detector")
	}
	d := smallDisk(t)
	home := filepath.Join(d.folder, "home")
	if err := os.CopyFS(home, os.DirFS(library(t))); err != nil {
		t.Fatal(err)
	}
	c := open(t, home, noEnv)
	run, _ := finish(t, c, core.Begin{Question: kb.Question, Engine: settings.Extractive})
	page := filepath.Join(home, "reports", run.ID, "report.html")
	before, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	target := filepath.Join(d.folder, "backups", "backup")
	if err := os.Mkdir(filepath.Dir(target), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Backup(t.Context(), target, backup.Options{}); err != nil {
		t.Fatal(err)
	}
	old, err := os.ReadFile(target)
	if err != nil {
		t.Fatal(err)
	}

	d.fill(4096)
	if _, isLimit := os.Stat(filepath.Join(d.folder, "ballast")); isLimit == nil { // no report is as large as the database
		_, err = c.WriteReport(t.Context(), run.ID)
		full(t, "WriteReport", err)
		if after, err := os.ReadFile(page); err != nil || string(after) != string(before) {
			t.Errorf("the report that was there has %d bytes now, %v", len(after), err)
		}
	} else if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 100_000, Max: ^uint64(0)}); err != nil {
		t.Fatal(err)
	}
	_, err = c.Backup(t.Context(), target, backup.Options{Force: true})
	full(t, "Backup", err)
	left(t, filepath.Dir(target), "backup")
	if after, err := os.ReadFile(target); err != nil || string(after) != string(old) {
		t.Errorf("the backup that was there has %d bytes now, %v", len(after), err)
	}
	if got := checked(t, c, run); len(got.Claims) == 0 {
		t.Error("the report is gone")
	}
	_, err = core.Restore(t.Context(), target, core.Config{Home: filepath.Join(d.folder, "restored"), Env: noEnv}, backup.RestoreOptions{})
	full(t, "Restore", err)
	left(t, d.folder, "home", "backups", "ballast")

	d.empty()
	if _, err := c.WriteReport(t.Context(), run.ID); err != nil {
		t.Error(err)
	}
	if _, err := c.Backup(t.Context(), target, backup.Options{Force: true}); err != nil {
		t.Error(err)
	}
}

// TestFullDisk_StillReadExportedAndBackedUp looks at a library on a disk with hardly any room, and takes it to another
// disk.
func TestFullDisk_StillReadExportedAndBackedUp(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole run is very slow under the race detector")
	}
	home, run, _ := researched(t)
	d := smallDisk(t)
	place := filepath.Join(d.folder, "home")
	if err := os.CopyFS(place, os.DirFS(home)); err != nil {
		t.Fatal(err)
	}
	for _, free := range []int64{0, 4 << 10, 16 << 10} {
		d.empty()
		d.fill(free)
		if _, err := os.Stat(filepath.Join(d.folder, "ballast")); err != nil {
			t.Skip("needs a disk of its own, which root can mount")
		}
		c, err := core.Open(t.Context(), core.Config{Home: place, Env: noEnv, ReadOnly: true})
		if err != nil {
			t.Fatalf("%d bytes free: %v (hint %q)", free, err, fault.Hint(err))
		}
		if hits, err := c.Search(t.Context(), "radon", core.SearchOptions{}); err != nil || len(hits) == 0 {
			t.Errorf("search: %d hits, %v", len(hits), err)
		}
		checked(t, c, run)
		other := t.TempDir()
		if _, _, err := c.ExportReport(t.Context(), run.ID, 0, "pdf", filepath.Join(other, "report.pdf")); err != nil {
			t.Errorf("export: %v", err)
		}
		saved := filepath.Join(other, "backup.zip")
		if _, err := c.Backup(t.Context(), saved, backup.Options{}); err != nil {
			t.Errorf("backup: %v", err)
		}
		_, err = c.Backup(t.Context(), filepath.Join(d.folder, "backup.zip"), backup.Options{})
		if full(t, "Backup", err); !strings.Contains(fault.Hint(err), "needs up to") {
			t.Errorf("the hint does not say how much is needed: %q", fault.Hint(err))
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		restored := core.Config{Home: filepath.Join(other, "home"), Env: noEnv}
		if _, err := core.Restore(t.Context(), saved, restored, backup.RestoreOptions{}); err != nil {
			t.Errorf("restore: %v", err)
		}
		if r := check(t, restored.Home, false); !r.Sound() {
			t.Errorf("findings of the restored library: %+v", r.Findings)
		}
		if c, err = core.Open(t.Context(), core.Config{Home: place, Env: noEnv}); err == nil {
			_, err = c.Add(t.Context(), []string{library(t)}, core.AddOptions{})
			c.Close()
		}
		if full(t, "writing", err); !strings.Contains(fault.Hint(err), "Free at least") {
			t.Errorf("the hint does not say how much is needed: %v (hint %q)", err, fault.Hint(err))
		}
	}
}
