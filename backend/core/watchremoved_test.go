package core_test

import (
	"path/filepath"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/watch"
	"rabbithole/backend/fault"
)

// What a person removed does not come back by itself from a watched folder: not under its path, nor edited, nor under another name. It comes
// back when the person adds it.
func TestWatch_WhatWasRemovedStaysOut(t *testing.T) {
	home, folder := t.TempDir(), t.TempDir()
	c := open(t, home, noEnv)
	w := watchFolder(t, c, folder, true)
	w.write(t, "s.md", "# Secret\nNobody is to find this.")
	w.write(t, "o.md", "# Other\nThis may be found.")
	w.await(t, watch.Added, "s.md")
	w.await(t, watch.Added, "o.md")
	removed, err := c.Remove(t.Context(), "s.md")
	if err != nil {
		t.Fatal(err)
	}
	again := func(name, text string) *watching {
		t.Helper()
		w.stop()
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		c = open(t, home, noEnv)
		w = watchFolder(t, c, folder, true)
		w.write(t, name, text)
		w.await(t, watch.Added, name) // by then the others have been looked at
		return w
	}
	stays := func(when string) {
		t.Helper()
		for _, name := range []string{"s.md", "t.md"} {
			if d, err := c.Document(t.Context(), name); fault.KindOf(err) != fault.NotFound {
				t.Errorf("%s: %s is %s again, %v", when, name, d.State, err)
			}
		}
	}
	again("first.md", "# First\nIt came first.")
	stays("as it was")
	w.write(t, "t.md", "# Secret\nNobody is to find this.")
	again("second.md", "# Second\nIt came second.")
	stays("under another name")
	w.write(t, "s.md", "# Secret\nNobody is to find this, nor that.")
	again("third.md", "# Third\nIt came third.")
	stays("edited")

	w.write(t, "s.md", "# Secret\nNobody is to find this.")
	if _, err := c.Add(t.Context(), []string{filepath.Join(folder, "s.md")}, core.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	if d := w.document(t, "s.md"); !d.Live() || d.Hash != removed.Hash {
		t.Errorf("what was added again is %s", d.State)
	}
	w.write(t, "s.md", "# Secret\nEverybody may find this by now.")
	w.await(t, watch.Replaced, "s.md")

	// Nothing is remembered of a folder that is not watched any more.
	if _, err := c.Remove(t.Context(), "o.md"); err != nil {
		t.Fatal(err)
	}
	w.stop()
	if _, err := c.UnwatchFolder(t.Context(), folder); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if files := filesWith(t, home, filepath.Join(folder, "o.md")); len(files) > 0 {
		t.Errorf("the path of what was removed is still in %v", files)
	}
}
