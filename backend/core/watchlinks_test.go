package core_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/watch"
	"rabbithole/backend/fault"
	"rabbithole/backend/private"
	"rabbithole/backend/source"
)

// linked returns a folder and a link to it elsewhere.
func linked(t *testing.T) (folder, link string) {
	t.Helper()
	folder, link = filepath.Join(t.TempDir(), "Documents"), filepath.Join(t.TempDir(), "Documents")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(folder, link); err != nil {
		t.Skip("links cannot be made here: ", err)
	}
	return folder, link
}

// put writes a file that has not been changed for a minute.
func put(t *testing.T, path, text string) {
	t.Helper()
	old := time.Now().Add(-time.Minute)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600), os.Chtimes(path, old, old)); err != nil {
		t.Fatal(err)
	}
}

// searched returns the documents that are searched, by name.
func searched(t *testing.T, c *core.Core) map[string]source.Document {
	t.Helper()
	docs, err := c.Documents(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]source.Document{}
	for _, d := range docs {
		if d.Live() {
			byName[d.Name] = d
		}
	}
	return byName
}

// A file is one, whether its folder is reached through a link or not, added or watched.
func TestWatch_AFolderBehindALink(t *testing.T) {
	folder, link := linked(t)
	for _, name := range []string{"a", "g"} {
		put(t, filepath.Join(folder, name+".md"), "# "+name+"\nThe first version.")
	}
	c := open(t, t.TempDir(), noEnv)
	if _, err := c.Add(t.Context(), []string{link}, core.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	w := watchFolder(t, c, link, true)
	w.write(t, "a.md", "# a\nThe second version, which is longer.")
	w.await(t, watch.Replaced, "a.md")
	if err := os.Remove(filepath.Join(folder, "g.md")); err != nil {
		t.Fatal(err)
	}
	w.await(t, watch.Gone, "g.md")
	docs := searched(t, c)
	if len(docs) != 2 || docs["a.md"].Path != filepath.Join(folder, "a.md") || !strings.Contains(docs["g.md"].Reason, "not in its watched folder") {
		t.Errorf("%+v", docs)
	}
}

// The same without watching; and a document that an earlier version stored behind a link is known again.
func TestAdd_AFileBehindALink(t *testing.T) {
	folder, link := linked(t)
	home := t.TempDir()
	c := open(t, home, noEnv)
	for name, path := range map[string]string{"b.md": link, "c.md": folder, "d.md": filepath.Join(link, "d.md")} {
		put(t, filepath.Join(folder, name), "# "+name+"\nThe first version.")
		if _, err := c.Add(t.Context(), []string{path}, core.AddOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	rewriteDatabase(t, filepath.Join(home, "library.db"), `UPDATE documents SET path = '`+filepath.Join(link, "d.md")+`' WHERE name = 'd.md'`)
	c = open(t, home, noEnv)
	if _, err := c.Add(t.Context(), []string{folder}, core.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{"b.md": filepath.Join(link, "b.md"), "c.md": link, "d.md": folder} {
		put(t, filepath.Join(folder, name), "# "+name+"\nThe second version, which is longer.")
		if _, err := c.Add(t.Context(), []string{path}, core.AddOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	docs := searched(t, c)
	if len(docs) != 3 {
		t.Errorf("%+v", docs)
	}
	for name, d := range docs {
		if d.Path != filepath.Join(folder, name) {
			t.Errorf("%s is known at %s", name, d.Path)
		}
	}
}

// Of what a link out of a watched folder leads to, the watch sees that it is gone.
func TestWatch_BehindALinkOutOfTheFolder(t *testing.T) {
	other, link := linked(t)
	put(t, filepath.Join(other, "theirs.md"), "# Theirs\nWords.")
	c := open(t, t.TempDir(), env("FOLLOW_LINKS", "true"))
	w := watchFolder(t, c, filepath.Dir(link), true)
	w.await(t, watch.Added, "theirs.md")
	if err := os.Remove(filepath.Join(other, "theirs.md")); err != nil {
		t.Fatal(err)
	}
	w.await(t, watch.Gone, "theirs.md")
}

// What belongs to a library is no document: not the one that is open, whatever link leads to it, nor one that was moved aside by a restore.
func TestWatch_LibrariesAreLeftAlone(t *testing.T) {
	folder := t.TempDir()
	home, link := filepath.Join(folder, "lib"), filepath.Join(t.TempDir(), "homelink")
	if err := errors.Join(os.MkdirAll(home, 0o700), os.Symlink(home, link)); err != nil {
		t.Skip("links cannot be made here: ", err)
	}
	aside := home + "-before-restore-20260101-000000"
	c := open(t, aside, noEnv)
	addNotes(t, c)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	c = open(t, link, noEnv)
	for _, of := range []string{home, link, aside} {
		put(t, filepath.Join(of, "reports", "report.md"), "# Report\nIt was written by the program.")
		for _, path := range []string{of, filepath.Join(of, "reports")} {
			if _, err := c.WatchFolder(t.Context(), path); fault.KindOf(err) != fault.Usage {
				t.Errorf("watch %s: %v", path, err)
			}
		}
	}
	if err := os.Symlink(filepath.Join(aside, "reports"), filepath.Join(folder, "latest")); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(folder, "zz.md"), "# Own\nIt was written by the person.")
	if err := c.ChangeSetting(t.Context(), "FOLLOW_LINKS", "true"); err != nil {
		t.Fatal(err)
	}
	w := watchFolder(t, c, folder, true)
	w.await(t, watch.Added, "zz.md")
	if _, err := c.Add(t.Context(), []string{folder}, core.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	if docs := searched(t, c); len(docs) != 1 {
		t.Errorf("%+v", docs)
	}
}

// A watched file that became something else is gone, and a watched folder that became a link to another is not followed.
func TestWatch_FilesAndFoldersThatBecomeSomethingElse(t *testing.T) {
	other, link := linked(t)
	put(t, filepath.Join(other, "theirs.md"), "# Theirs\nWords.")
	c := open(t, t.TempDir(), noEnv)
	folder := filepath.Join(t.TempDir(), "in")
	for _, name := range []string{"link.md", "folder.md", "inner.md", "stays.md"} {
		put(t, filepath.Join(folder, name), "# "+name+"\nWords.")
	}
	w := watchFolder(t, c, folder, true)
	w.await(t, watch.Added, "stays.md")
	at := func(name string) string { return filepath.Join(folder, name) }
	if err := errors.Join(os.Remove(at("link.md")), os.Symlink(filepath.Join(other, "theirs.md"), at("link.md")), os.Remove(at("inner.md")),
		os.Symlink(at("stays.md"), at("inner.md")), os.Remove(at("folder.md")), os.Mkdir(at("folder.md"), 0o700)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"link.md", "inner.md", "folder.md"} {
		w.await(t, watch.Gone, name)
	}
	if err := errors.Join(os.Rename(folder, folder+"-away"), os.Symlink(link, folder)); err != nil {
		t.Fatal(err)
	}
	w.await(t, watch.Unreadable, "in")
	w.stop()
	if docs := searched(t, c); len(docs) != 4 || strings.Contains(docs["stays.md"].Reason, "not in its watched folder") {
		t.Errorf("%+v", docs)
	}
	w = watchFolder(t, c, folder, true) // the person says so
	w.await(t, watch.Added, "theirs.md")
}

// A file that was changed while nobody watched is noticed, though its size is the same and its modification time an old one, as cp -p and rsync leave it.
func TestWatch_ACopyWithAnOldTime(t *testing.T) {
	if _, ok := private.Changed(t.TempDir()); !ok {
		t.Skip("this system does not tell when a file was put in its place")
	}
	folder := t.TempDir()
	for _, name := range []string{"a.md", "b.md"} {
		put(t, filepath.Join(folder, name), "# "+name+"\nThe first version.")
	}
	c := open(t, t.TempDir(), noEnv)
	w := watchFolder(t, c, folder, true)
	w.await(t, watch.Added, "a.md")
	w.stop()
	time.Sleep(20 * time.Millisecond) // file systems tell time in ticks
	put(t, filepath.Join(folder, "a.md"), "# a.md\nThe other version.")
	w = watchFolder(t, c, folder, true)
	w.await(t, watch.Replaced, "a.md")
	if n := w.count(watch.Replaced, "b.md"); n > 0 {
		t.Errorf("b.md was replaced %d times", n)
	}
}
