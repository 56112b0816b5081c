package core

import (
	"crypto/rand"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"rabbithole/backend/private"
)

// noted leaves a note about path as a killed backup does.
func noted(t *testing.T, home, name, path string) {
	t.Helper()
	folder := filepath.Join(home, notesName, name)
	raw, err := json.Marshal(place{Path: path})
	if err == nil {
		err = private.MkdirAll(folder)
	}
	if err == nil {
		err = private.WriteFile(filepath.Join(folder, placeName), raw)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// files makes files of ten bytes.
func files(t *testing.T, paths ...string) {
	t.Helper()
	for _, path := range paths {
		if err := private.MkdirAll(filepath.Dir(path)); err != nil {
			t.Fatal(err)
		}
		if err := private.WriteFile(path, []byte("ten bytes.")); err != nil {
			t.Fatal(err)
		}
	}
}

func inFolder(t *testing.T, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestClearElsewhere_RemovesOnlyWhatIsNotedAndOurs(t *testing.T) {
	home, disk := t.TempDir(), t.TempDir()
	target := filepath.Join(disk, "backup")
	part, other := PartBeside(target), PartBeside(target)
	precious, folder := filepath.Join(disk, "precious.part"), PartBeside(target)
	files(t, part, part+".db", part+".db-wal", other, precious, filepath.Join(folder, "inside"))
	noted(t, home, "backup-1", part)
	noted(t, home, "backup-2", precious)
	noted(t, home, "backup-3", folder)
	noted(t, home, "backup-4", "")
	left := clearElsewhere(home, time.Now())
	if left.files != 3 || left.bytes != 30 || left.stuck != nil {
		t.Errorf("%+v", left)
	}
	want := []string{filepath.Base(other), filepath.Base(precious), filepath.Base(folder)}
	slices.Sort(want)
	if now := inFolder(t, disk); !slices.Equal(now, want) {
		t.Errorf("there is %q, want %q", now, want)
	}
	if notes := inFolder(t, filepath.Join(home, notesName)); slices.Contains(notes, "backup-1") {
		t.Error("the note is still there")
	}
}

// A disk that is not plugged in is waited for, for a month.
func TestClearElsewhere_WaitsForADisk(t *testing.T) {
	home, disk := t.TempDir(), filepath.Join(t.TempDir(), "disk")
	part := PartBeside(filepath.Join(disk, "backup"))
	noted(t, home, "backup-1", part)
	left := clearElsewhere(home, time.Now())
	if notes := inFolder(t, filepath.Join(home, notesName)); left.files != 0 || left.stuck != nil || len(notes) != 1 {
		t.Errorf("%+v, notes: %q", left, notes)
	}
	files(t, part)
	if left := clearElsewhere(home, time.Now()); left.files != 1 || len(inFolder(t, home)) > 0 {
		t.Errorf("%+v, in the library: %q", left, inFolder(t, home))
	}
	noted(t, home, "backup-1", part) // the disk is mounted in an empty folder
	if clearElsewhere(home, time.Now()); len(inFolder(t, filepath.Join(home, notesName))) != 1 {
		t.Error("the note is gone")
	}
	if clearElsewhere(home, time.Now().Add(keepNotes+time.Hour)); len(inFolder(t, home)) > 0 {
		t.Errorf("a month later: %q", inFolder(t, home))
	}
}

// A backup that was killed before its first byte, or after its last, leaves no note.
func TestClearElsewhere_NothingWasWrittenYetOrAllWas(t *testing.T) {
	for name, before := range map[string][]string{"an empty folder": nil, "a folder with files": {"backup"}} {
		c := &Core{config: Config{Home: t.TempDir()}}
		disk := t.TempDir()
		for _, file := range before {
			files(t, filepath.Join(disk, file))
		}
		forget := c.note(PartBeside(filepath.Join(disk, "backup")))
		if left := clearElsewhere(c.config.Home, time.Now()); left.stuck != nil || len(inFolder(t, filepath.Join(c.config.Home, notesName))) != 1 {
			t.Errorf("%s: the note of a backup that is being written is gone: %+v", name, left)
		}
		note := filepath.Join(c.config.Home, notesName, inFolder(t, filepath.Join(c.config.Home, notesName))[0])
		raw, err := private.ReadFile(filepath.Join(note, placeName))
		forget()
		if err != nil {
			t.Fatal(err)
		}
		files(t, filepath.Join(note, placeName))
		if err := private.WriteFile(filepath.Join(note, placeName), raw); err != nil { // as a kill leaves it
			t.Fatal(err)
		}
		if left := clearElsewhere(c.config.Home, time.Now()); left.files != 0 || len(inFolder(t, c.config.Home)) > 0 {
			t.Errorf("%s: %+v, in the library: %q", name, left, inFolder(t, c.config.Home))
		}
	}
	home := t.TempDir()
	if err := private.MkdirAll(filepath.Join(home, notesName, "backup-7")); err != nil {
		t.Fatal(err)
	}
	if clearElsewhere(home, time.Now()); len(inFolder(t, home)) > 0 {
		t.Errorf("a note that was not written: %q", inFolder(t, home))
	}
}

func TestClearRestores_LeavesOthersAlone(t *testing.T) {
	base := t.TempDir()
	home := filepath.Join(base, "home")
	opened := "home.restored-" + rand.Text() // somebody went on with a library there
	theirs := []string{"home.restoring-notes", "home.restoring-7", "home.restored-2026", "home-before-restore-9",
		"other.restoring-" + rand.Text(), opened}
	for _, name := range theirs {
		files(t, filepath.Join(base, name, "precious"))
		if lock, err := lockFolder(filepath.Join(base, name)); err != nil || lock.Release() != nil {
			t.Fatal(err)
		}
	}
	if finished, err := finishRestore(home); finished || err != nil {
		t.Errorf("took a folder of somebody else: %v, %v", finished, err)
	}
	mine, lock, err := newRestoring(home)
	if err != nil {
		t.Fatal(err)
	}
	files(t, filepath.Join(mine, databaseName))
	if left := clearRestores(home); left.files != 0 || len(inFolder(t, base)) != len(theirs)+1 {
		t.Errorf("while it is unpacked: %+v, %q", left, inFolder(t, base))
	}
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
	if left := clearRestores(home); left.files != 3 || left.stuck != nil { // the database, the lock and the mark
		t.Errorf("after a kill: %+v", left)
	}
	if now := inFolder(t, base); len(now) != len(theirs) {
		t.Errorf("there is %q, want %q", now, theirs)
	}
}
