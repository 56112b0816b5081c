package core_test

import (
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/backup"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
)

// drawn writes a picture of some colours.
func drawn(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	f, err := os.Create(path)
	if err == nil {
		err = png.Encode(f, image.NewRGBA(image.Rect(0, 0, 30, 20)))
	}
	if err != nil || f.Close() != nil {
		t.Fatal(err)
	}
	return path
}

// The picture of a query stays as long as a run of it does: over a start of the program, a fork, a backup; it goes with the last of them.
func TestPicture_StaysAsLongAsARunOfIt(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := t.TempDir()
	c, err := core.Open(t.Context(), core.Config{Home: home, Env: noEnv})
	if err != nil {
		t.Fatal(err)
	}
	addNotes(t, c)
	path := drawn(t, "cellar radon.png")
	run, s := discovered(t, c, core.Discover{Query: liveQuestion, Image: path, Engine: settings.Extractive})
	if s.Image == nil || s.Image.Name != "cellar radon.png" || len(s.Warnings) == 0 {
		t.Fatalf("image %+v, warnings %q", s.Image, s.Warnings)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	forked, err := c.Fork(t.Context(), run.ID, 1)
	if err != nil {
		t.Fatal(err)
	}
	saved := filepath.Join(t.TempDir(), "library.zip")
	if _, err := c.Backup(t.Context(), saved, backup.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := core.Restore(t.Context(), saved, core.Config{Home: home, Env: noEnv}, backup.RestoreOptions{}); err != nil {
		t.Fatal(err)
	}
	c = open(t, home, noEnv)
	if p, err := c.Picture(t.Context(), s.Image.Hash); err != nil || p.MIME != "image/png" {
		t.Fatalf("after a restore: %+v, %v", p, err)
	}
	if err := c.DeleteRun(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Resume(t.Context(), forked.ID); err != nil { // looks at it again
		t.Fatal(err)
	}
	if err := c.DeleteRun(t.Context(), forked.ID); err != nil {
		t.Fatal(err)
	}
	if p, err := c.Picture(t.Context(), s.Image.Hash); fault.KindOf(err) != fault.NotFound {
		t.Errorf("it outlived its runs: %+v, %v", p, err)
	}
	if left, _ := filepath.Glob(filepath.Join(home, "files", "*", s.Image.Hash+"*")); len(left) != 0 {
		t.Errorf("left is %q", left)
	}
}
