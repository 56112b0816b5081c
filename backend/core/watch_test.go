package core_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/core/watch"
	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// watching is a watch under way.
type watching struct {
	core   *core.Core
	folder string
	stop   func()
	mu     sync.Mutex
	events []watch.Event
}

// watch watches a new folder; silent takes the events of the file system away.
func watchFolder(t *testing.T, c *core.Core, folder string, silent bool) *watching {
	t.Helper()
	if _, err := c.WatchFolder(t.Context(), folder); err != nil {
		t.Fatal(err)
	}
	w := &watching{core: c, folder: folder}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	opt := watch.Options{Settle: 40 * time.Millisecond, Poll: time.Hour, Silent: silent, Tell: func(e watch.Event) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.events = append(w.events, e)
	}}
	if silent {
		opt.Poll = 50 * time.Millisecond
	}
	go func() { done <- c.Watch(ctx, opt) }()
	w.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(w.stop)
	w.await(t, watch.Scanned, "")
	return w
}

// count returns how often an event of a kind came for a file.
func (w *watching) count(kind watch.Kind, name string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := 0
	for _, e := range w.events {
		if e.Kind == kind && (name == "" || filepath.Base(e.Path) == name) {
			n++
		}
	}
	return n
}

// await waits until an event of a kind has come for a file.
func (w *watching) await(t *testing.T, kind watch.Kind, name string) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); w.count(kind, name) == 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			w.mu.Lock()
			defer w.mu.Unlock()
			t.Fatalf("no %s of %s; events: %+v", kind, name, w.events)
		}
	}
}

func (w *watching) write(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join(w.folder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (w *watching) document(t *testing.T, name string) source.Document {
	t.Helper()
	d, err := w.core.Document(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestWatch_FilesComeChangeGoAndComeBack(t *testing.T) {
	for name, silent := range map[string]bool{"Events": false, "Polling": true} {
		t.Run(name, func(t *testing.T) {
			c := open(t, t.TempDir(), noEnv)
			folder := filepath.Join(t.TempDir(), "Eingang")
			if err := os.MkdirAll(filepath.Join(folder, "below"), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(folder, "first.md"), []byte("# First\nIt was there before."), 0o600); err != nil {
				t.Fatal(err)
			}
			w := watchFolder(t, c, folder, silent)
			w.await(t, watch.Added, "first.md")

			w.write(t, "below/late.txt", "This came later.")
			w.write(t, "new/deeper/late.md", "# Deep\nThis came into a new folder.")
			w.await(t, watch.Added, "late.txt")
			w.await(t, watch.Added, "late.md")
			old := w.document(t, "late.txt")
			if old.Collection != "Eingang" {
				t.Errorf("collection %q", old.Collection)
			}

			w.write(t, "below/late.txt", "This came later and was changed.")
			w.await(t, watch.Replaced, "late.txt")
			if now := w.document(t, "late.txt"); now.Hash == old.Hash {
				t.Error("the changed file was not read again")
			}

			if err := os.Remove(filepath.Join(folder, "first.md")); err != nil {
				t.Fatal(err)
			}
			w.await(t, watch.Gone, "first.md")
			if d := w.document(t, "first.md"); !d.Live() || !strings.Contains(d.Reason, "not in its watched folder") {
				t.Errorf("the document of a deleted file is %s: %q", d.State, d.Reason)
			}
			w.write(t, "first.md", "# First\nIt was there before.")
			w.await(t, watch.Back, "first.md")
			if d := w.document(t, "first.md"); d.Reason != "" {
				t.Errorf("reason %q", d.Reason)
			}
		})
	}
}

// TestWatch_ReplacedVersionStaysCitable researches over a watched folder, changes the cited file and opens the report again.
func TestWatch_ReplacedVersionStaysCitable(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole run is very slow under the race detector")
	}
	c := open(t, t.TempDir(), noEnv)
	w := watchFolder(t, c, t.TempDir(), false)
	w.write(t, "note.md", "# Cellar\nThe radon level in the cellar of the mill was 912 becquerels per cubic metre in March.")
	w.await(t, watch.Added, "note.md")
	run, before := finish(t, c, core.Begin{Question: "What was the radon level in the cellar of the mill?", Engine: settings.Extractive})
	if !strings.Contains(said(before), "912") {
		t.Fatalf("the report does not cite the note:\n%s", said(before))
	}
	w.write(t, "note.md", "# Cellar\nThe cellar of the mill was filled in.")
	w.await(t, watch.Replaced, "note.md")
	if after := checked(t, c, run); said(after) != said(before) {
		t.Errorf("the report says\n%s\nit said\n%s", said(after), said(before))
	}
}

func TestWatch_UnfinishedAndForeignFilesAreLeftAlone(t *testing.T) {
	c := open(t, t.TempDir(), noEnv)
	w := watchFolder(t, c, t.TempDir(), false)
	for _, name := range []string{".hidden.md", "~$letter.md", "a.pdf.part", "b.pdf.crdownload", "c.tmp.md", "d.part.txt", "e.jpg", ".git/f.md", "empty.md"} {
		text := "Some words."
		if name == "empty.md" {
			text = ""
		}
		w.write(t, name, text)
	}
	// A download that grows: in the end the whole of it is there.
	for i := range 6 {
		w.write(t, "growing.txt", strings.Repeat("more words ", i+1))
		time.Sleep(15 * time.Millisecond)
	}
	w.write(t, "whole.md", "# Whole\nThis one is to be added.")
	w.await(t, watch.Added, "whole.md")
	w.await(t, watch.Added, "growing.txt")
	docs, err := c.Documents(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range docs {
		if d.Live() && d.Name != "whole.md" && d.Name != "growing.txt" {
			t.Errorf("%s was added", d.Name)
		}
	}
	const grown = int64(len("more words ") * 6)
	for deadline := time.Now().Add(30 * time.Second); w.document(t, "growing.txt").Bytes != grown; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the file that grew is in the library with %d bytes", w.document(t, "growing.txt").Bytes)
		}
	}
}

func TestWatch_LoopsUnreadableFoldersAndLostDisks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links and permissions are other ones there")
	}
	c := open(t, t.TempDir(), noEnv)
	folder := t.TempDir()
	for _, err := range []error{
		os.MkdirAll(filepath.Join(folder, "a", "b"), 0o700), os.Symlink(folder, filepath.Join(folder, "a", "b", "loop")),
		os.Symlink("self", filepath.Join(folder, "self")), os.Symlink("nowhere.md", filepath.Join(folder, "dangling.md")),
		os.Mkdir(filepath.Join(folder, "locked"), 0), os.WriteFile(filepath.Join(folder, "a", "b", "deep.md"), []byte("# Deep\nWords."), 0o600),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	w := watchFolder(t, c, folder, false)
	w.await(t, watch.Added, "deep.md")
	if n := w.count(watch.Added, ""); n != 1 {
		t.Errorf("%d files were added", n)
	}
	if os.Getuid() != 0 { // root may look into everything
		w.await(t, watch.Unreadable, "locked")
	}
	away := folder + "-away"
	if err := os.Rename(folder, away); err != nil { // the disk is unplugged
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(away) })
	w.await(t, watch.Unreadable, filepath.Base(folder))
	if d := w.document(t, "deep.md"); d.Reason != "" {
		t.Errorf("a document of an unplugged disk: %q", d.Reason)
	}
}

// TestWatch_LinksOutOfAFolder are followed only where the setting says so, to files that can be read.
func TestWatch_LinksOutOfAFolder(t *testing.T) {
	for _, follow := range []string{"", "true"} {
		c := open(t, t.TempDir(), env("FOLLOW_LINKS", follow))
		folder, other := t.TempDir(), t.TempDir()
		for _, err := range []error{
			os.WriteFile(filepath.Join(other, "theirs.md"), []byte("# Theirs\nWords."), 0o600),
			os.WriteFile(filepath.Join(other, "secret"), []byte("Words."), 0o600),
			os.Symlink(other, filepath.Join(folder, "out")), os.Symlink(folder, filepath.Join(other, "back")),
			os.Symlink(filepath.Join(other, "secret"), filepath.Join(folder, "notes.md")),
			os.WriteFile(filepath.Join(folder, "own.md"), []byte("# Own\nWords."), 0o600),
		} {
			if err != nil {
				t.Skip("links cannot be made here: ", err)
			}
		}
		w := watchFolder(t, c, folder, false)
		w.await(t, watch.Added, "own.md")
		added := 1
		if follow == "true" {
			w.await(t, watch.Added, "theirs.md")
			added = 2
		}
		w.stop()
		if n := w.count(watch.Added, ""); n != added {
			t.Errorf("FOLLOW_LINKS=%s: %d files were added", follow, n)
		}
	}
}

func TestWatch_StartedAgainReadsOnlyWhatIsNew(t *testing.T) {
	for _, n := range []int{300, 10_000} {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			if testing.Short() && n > 300 {
				t.Skip("-short watches 300 files, not 10,000")
			}
			startAgain(t, n)
		})
	}
}

// startAgain watches a folder of n files, and watches it once more.
func startAgain(t *testing.T, n int) {
	home, folder := t.TempDir(), t.TempDir()
	c := open(t, home, noEnv)
	w := watchFolder(t, c, folder, true)
	w.write(t, "known.md", "# Known\nWords.")
	w.await(t, watch.Added, "known.md")
	for i := range n { // pictures, mostly: they are looked at, not read
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%05d.jpg", i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w.stop()
	again := watchFolder(t, c, folder, true) // a second watch knows what the library knows
	w.write(t, "new.md", "# New\nWords.")
	again.await(t, watch.Added, "new.md")
	if again.count(watch.Added, "known.md")+again.count(watch.Replaced, "known.md") > 0 {
		t.Error("a known file was added again")
	}
}

func TestWatchFolder_List(t *testing.T) {
	home := t.TempDir()
	c := open(t, home, noEnv)
	folder := t.TempDir()
	file := filepath.Join(folder, "f.md")
	if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, kind := range map[string]fault.Kind{filepath.Join(folder, "none"): fault.NotFound, file: fault.Usage, home: fault.Usage, filepath.Join(home, "files"): fault.NotFound} {
		if _, err := c.WatchFolder(t.Context(), path); fault.KindOf(err) != kind || fault.Hint(err) == "" {
			t.Errorf("WatchFolder(%s) = %v (hint %q), want %s", path, err, fault.Hint(err), kind)
		}
	}
	for range 2 {
		if _, err := c.WatchFolder(t.Context(), folder); err != nil {
			t.Fatal(err)
		}
	}
	if list, err := c.Watched(t.Context()); err != nil || len(list) != 1 || list[0] != folder {
		t.Errorf("Watched = %v, %v", list, err)
	}
	if _, err := c.UnwatchFolder(t.Context(), folder); err != nil {
		t.Error(err)
	}
	if _, err := c.UnwatchFolder(t.Context(), folder); fault.KindOf(err) != fault.NotFound {
		t.Errorf("unwatching twice: %v", err)
	}
}
