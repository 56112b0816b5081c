package core

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"rabbithole/backend/core/backup"
	"rabbithole/backend/core/disk"
	"rabbithole/backend/fault"
)

func TestWriteWhole_TouchesNothingBesideItsFile(t *testing.T) {
	folder := t.TempDir()
	theirs := filepath.Join(folder, "thesis.md.part")
	if err := os.WriteFile(theirs, []byte("a person's own"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := disk.WriteWhole(filepath.Join(folder, "thesis.md"), []byte("report")); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(theirs); err != nil || string(data) != "a person's own" {
		t.Errorf("a file beside it is now %q, %v", data, err)
	}
	longest := filepath.Join(folder, strings.Repeat("n", 252)+".md") // as long as a name may be
	if err := disk.WriteWhole(longest, []byte("report")); err != nil {
		t.Error(err)
	}
	if err := disk.WriteWhole(filepath.Join(folder, "none", "x.md"), nil); err == nil {
		t.Error("wrote into a folder that is not there")
	}
	if left, _ := os.ReadDir(folder); len(left) != 3 {
		t.Errorf("%d files are there", len(left))
	}
}

func TestExportReport_NotOverTheLibrary(t *testing.T) {
	home := t.TempDir()
	c, err := Open(t.Context(), Config{Home: home, Env: func(string) string { return "" }})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, name := range []string{disk.DatabaseName, "server.token", filepath.Join("files", "x.md")} {
		if _, _, err := c.ExportReport(t.Context(), "any", 0, "md", filepath.Join(home, name)); fault.KindOf(err) != fault.Usage || !strings.Contains(fault.Hint(err), "outside") {
			t.Errorf("export over %s: %v", name, err)
		}
	}
}

func TestIsBackup_OnlyWhatBackupWrote(t *testing.T) {
	c, err := Open(t.Context(), Config{Home: t.TempDir(), Env: func(string) string { return "" }})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	folder := t.TempDir()
	whole, thesis := filepath.Join(folder, "all.backup"), filepath.Join(folder, "thesis.pdf")
	if _, err := c.Backup(t.Context(), whole, backup.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(thesis, []byte("%PDF-1.7"), 0o600); err != nil {
		t.Fatal(err)
	}
	if !backup.Is(whole) || backup.Is(thesis) || backup.Is(filepath.Join(folder, "none")) || backup.Is(folder) {
		t.Error("taken for a backup, or not, wrongly")
	}
}

// What is exported takes the place of a file at once and whole, follows links, and is never written over what belongs to a library.
func TestSaveFile_WholeAndNotOverALibrary(t *testing.T) {
	home, folder := t.TempDir(), t.TempDir()
	other := filepath.Join(folder, "other")
	for _, at := range []string{other, home} {
		c, err := Open(t.Context(), Config{Home: at, Env: func(string) string { return "" }})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if at != home {
			continue
		}
		link, file, through := filepath.Join(folder, "link"), filepath.Join(folder, "refs.bib"), filepath.Join(folder, "through.bib")
		if err := errors.Join(os.Symlink(home, link), os.Symlink(filepath.Join(home, disk.DatabaseName), filepath.Join(folder, "direct.md")),
			os.WriteFile(file, []byte("earlier"), 0o600), os.Symlink(file, through)); err != nil {
			t.Skip("links cannot be made here: ", err)
		}
		for _, path := range []string{filepath.Join(home, disk.DatabaseName), filepath.Join(link, disk.DatabaseName), filepath.Join(link, "new.md"),
			filepath.Join(folder, "direct.md"), filepath.Join(other, disk.DatabaseName), "/proc/self/root" + filepath.Join(home, disk.DatabaseName),
			"/proc/self/root" + filepath.Join(home, "new.md")} {
			if _, err := os.Stat(filepath.Dir(path)); err != nil {
				continue // no such name on this system
			}
			if err := c.SaveFile(path, []byte("report")); fault.KindOf(err) != fault.Usage {
				t.Errorf("written over %s: %v", path, err)
			}
		}
		before, err := os.Open(file) // whoever has it open keeps the whole of what it was
		if err != nil {
			t.Fatal(err)
		}
		defer before.Close()
		if err := c.SaveFile(through, []byte("later")); err != nil {
			t.Fatal(err)
		}
		was, err := io.ReadAll(before)
		now, odd := os.ReadFile(file)
		if err = errors.Join(err, odd); err != nil || string(was) != "earlier" || string(now) != "later" {
			t.Errorf("it was %q, is %q, %v", was, now, err)
		}
		if info, err := os.Lstat(through); err != nil || info.Mode().IsRegular() {
			t.Errorf("the link is one no more: %v", err)
		}
	}
}

// A file that is replaced keeps who may read it, and one that may not be written to is not replaced.
func TestSaveFile_KeepsWhoMayReadIt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have the permissions of their folder there")
	}
	c, err := Open(t.Context(), Config{Home: t.TempDir(), Env: func(string) string { return "" }})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for mode, replaced := range map[os.FileMode]bool{0o600: true, 0o640: true, 0o400: false} {
		path := filepath.Join(t.TempDir(), "report.md")
		if err := errors.Join(os.WriteFile(path, []byte("earlier"), 0o600), os.Chmod(path, mode)); err != nil {
			t.Fatal(err)
		}
		err := c.SaveFile(path, []byte("report"))
		info, statErr := os.Stat(path)
		data, _ := os.ReadFile(path)
		if statErr != nil || info.Mode().Perm() != mode || (string(data) == "report") != replaced || (err == nil) != replaced {
			t.Errorf("mode %o: %v, then %v with %q", mode, err, info.Mode(), data)
		}
	}
}
