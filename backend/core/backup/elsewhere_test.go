package backup

import (
	"crypto/rand"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"rabbithole/backend/core/disk"
	"rabbithole/backend/private"
)

// noted leaves a note about path as a killed backup does.
func noted(t *testing.T, home, name, path string) {
	t.Helper()
	folder := filepath.Join(home, NotesName, name)
	raw, err := json.Marshal(Unfinished{Path: path})
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
	home, plugged := t.TempDir(), t.TempDir()
	target := filepath.Join(plugged, "backup")
	part, other := disk.PartBeside(target), disk.PartBeside(target)
	precious, folder := filepath.Join(plugged, "precious.part"), disk.PartBeside(target)
	files(t, part, part+".db", part+".db-wal", other, precious, filepath.Join(folder, "inside"))
	noted(t, home, "backup-1", part)
	noted(t, home, "backup-2", precious)
	noted(t, home, "backup-3", folder)
	noted(t, home, "backup-4", "")
	left := ClearElsewhere(home, time.Now())
	if left.Files != 3 || left.Bytes != 30 || left.Stuck != nil {
		t.Errorf("%+v", left)
	}
	want := []string{filepath.Base(other), filepath.Base(precious), filepath.Base(folder)}
	slices.Sort(want)
	if now := inFolder(t, plugged); !slices.Equal(now, want) {
		t.Errorf("there is %q, want %q", now, want)
	}
	if notes := inFolder(t, filepath.Join(home, NotesName)); slices.Contains(notes, "backup-1") {
		t.Error("the note is still there")
	}
}

// A disk that is not plugged in is waited for, for a month.
func TestClearElsewhere_WaitsForADisk(t *testing.T) {
	home, other := t.TempDir(), filepath.Join(t.TempDir(), "other")
	part := disk.PartBeside(filepath.Join(other, "backup"))
	noted(t, home, "backup-1", part)
	left := ClearElsewhere(home, time.Now())
	if notes := inFolder(t, filepath.Join(home, NotesName)); left.Files != 0 || left.Stuck != nil || len(notes) != 1 {
		t.Errorf("%+v, notes: %q", left, notes)
	}
	files(t, part)
	if left := ClearElsewhere(home, time.Now()); left.Files != 1 || len(inFolder(t, home)) > 0 {
		t.Errorf("%+v, in the library: %q", left, inFolder(t, home))
	}
	noted(t, home, "backup-1", part) // the disk is mounted in an empty folder
	if ClearElsewhere(home, time.Now()); len(inFolder(t, filepath.Join(home, NotesName))) != 1 {
		t.Error("the note is gone")
	}
	if ClearElsewhere(home, time.Now().Add(keepNotes+time.Hour)); len(inFolder(t, home)) > 0 {
		t.Errorf("a month later: %q", inFolder(t, home))
	}
}

// A backup that was killed before its first byte, or after its last, leaves no note.
func TestClearElsewhere_NothingWasWrittenYetOrAllWas(t *testing.T) {
	for name, before := range map[string][]string{"an empty folder": nil, "a folder with files": {"backup"}} {
		home, other := t.TempDir(), t.TempDir()
		for _, file := range before {
			files(t, filepath.Join(other, file))
		}
		forget := Library{Home: home}.Note(disk.PartBeside(filepath.Join(other, "backup")))
		if left := ClearElsewhere(home, time.Now()); left.Stuck != nil || len(inFolder(t, filepath.Join(home, NotesName))) != 1 {
			t.Errorf("%s: the note of a backup that is being written is gone: %+v", name, left)
		}
		note := filepath.Join(home, NotesName, inFolder(t, filepath.Join(home, NotesName))[0])
		raw, err := private.ReadFile(filepath.Join(note, placeName))
		forget()
		if err != nil {
			t.Fatal(err)
		}
		files(t, filepath.Join(note, placeName))
		if err := private.WriteFile(filepath.Join(note, placeName), raw); err != nil { // as a kill leaves it
			t.Fatal(err)
		}
		if left := ClearElsewhere(home, time.Now()); left.Files != 0 || len(inFolder(t, home)) > 0 {
			t.Errorf("%s: %+v, in the library: %q", name, left, inFolder(t, home))
		}
	}
	home := t.TempDir()
	if err := private.MkdirAll(filepath.Join(home, NotesName, "backup-7")); err != nil {
		t.Fatal(err)
	}
	if ClearElsewhere(home, time.Now()); len(inFolder(t, home)) > 0 {
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
		if lock, err := disk.LockFolder(filepath.Join(base, name)); err != nil || lock.Release() != nil {
			t.Fatal(err)
		}
	}
	if finished, err := FinishRestore(home); finished || err != nil {
		t.Errorf("took a folder of somebody else: %v, %v", finished, err)
	}
	mine, lock, err := newRestoring(home)
	if err != nil {
		t.Fatal(err)
	}
	files(t, filepath.Join(mine, disk.DatabaseName))
	if left := ClearRestores(home); left.Files != 0 || len(inFolder(t, base)) != len(theirs)+1 {
		t.Errorf("while it is unpacked: %+v, %q", left, inFolder(t, base))
	}
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
	if left := ClearRestores(home); left.Files != 3 || left.Stuck != nil { // the database, the lock and the mark
		t.Errorf("after a kill: %+v", left)
	}
	if now := inFolder(t, base); len(now) != len(theirs) {
		t.Errorf("there is %q, want %q", now, theirs)
	}
}
