package ingest_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
)

// linked is a folder with links of all kinds, beside another folder with files in it that lead back.
func linked(t *testing.T) (folder string) {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	folder, other := filepath.Join(base, "mine"), filepath.Join(base, "other")
	text := func(path, words string) error { return os.WriteFile(path, []byte(words), 0o600) }
	link := func(to, name string) error { return os.Symlink(to, filepath.Join(folder, name)) }
	err = errors.Join(os.MkdirAll(filepath.Join(folder, "deep"), 0o700), os.MkdirAll(filepath.Join(other, "below"),
		0o700),
		text(filepath.Join(folder, "own.md"), "own words"), text(filepath.Join(folder, "deep", "deeper.md"),
			"deeper words"),
		text(filepath.Join(other, "theirs.md"), "their words"), text(filepath.Join(other, "below", "lower.md"),
			"lower words"),
		text(filepath.Join(other, "secret"), "secret words"), text(filepath.Join(other, "secret.conf"), "conf words"))
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(link("own.md", "again.md"), link("deep", "way"), link(folder, "deep/loop"), link("self", "self"),
		link("nowhere.md", "gone.md"),
		link(filepath.Join(other, "theirs.md"), "theirs.md"), link(filepath.Join(other, "theirs.md"), "twice.md"),
		link(filepath.Join(other, "secret"), "notes.md"),
		link(filepath.Join(other, "secret.conf"), "conf.txt"), link(filepath.Join(other, "theirs.md"), "bare"),
		link(other, "out"), link(base, "up"),
		os.Symlink(folder, filepath.Join(other, "below", "back")), os.Symlink(other, filepath.Join(other, "round")))
	if err != nil {
		t.Skip("links cannot be made here: ", err)
	}
	return folder
}

func TestAdd_LinksAreNotFollowedOutOfAFolder(t *testing.T) {
	folder := linked(t)
	var left []string
	s := newShelf(t)
	results, err := s.Add(t.Context(), []string{folder}, ingest.Options{Left: func(link string) {
		left = append(left,
			filepath.Base(link))
	}})
	if err != nil || !slices.Equal(paths(folder, results), []string{"deep/deeper.md", "own.md"}) {
		t.Errorf("%v, %v", paths(folder, results), err)
	}
	if want := []string{"bare", "conf.txt", "notes.md", "out", "theirs.md", "twice.md", "up"}; !slices.Equal(left,
		want) {
		t.Errorf("left alone: %v, want %v", left, want)
	}
}

func TestAdd_LinksAreFollowedOnceWhereThatIsWanted(t *testing.T) {
	folder := linked(t)
	s := newShelf(t)
	results, err := s.Add(t.Context(), []string{folder}, ingest.Options{FollowLinks: true,
		Left: func(link string) { t.Errorf("%s was left alone", link) }})
	// What stands in the other folder is found once, where it is; a link's target has to be a file that can be read, too.
	if got := paths(folder, results); err != nil || !slices.Equal(got, []string{"../other/below/lower.md", "../other/theirs.md",
		"deep/deeper.md", "own.md"}) {
		t.Errorf("%v, %v", got, err)
	}
}

// paths are where results were found, below a folder, sorted.
func paths(folder string, results []ingest.Result) []string {
	var out []string
	for _, r := range results {
		below, _ := filepath.Rel(folder, r.Path)
		out = append(out, filepath.ToSlash(below)+strings.Repeat(" failed", min(1, len(r.Reason))))
	}
	slices.Sort(out)
	return out
}

func TestAdd_AFolderOfLinksSaysSo(t *testing.T) {
	folder := t.TempDir()
	if err := os.Symlink(filepath.Join(linked(t), "own.md"), filepath.Join(folder, "own.md")); err != nil {
		t.Skip("links cannot be made here: ", err)
	}
	s := newShelf(t)
	_, err := s.Add(t.Context(), []string{folder}, ingest.Options{})
	if fault.KindOf(err) != fault.Usage || !strings.Contains(fault.Hint(err), "--follow-links") {
		t.Errorf("%v, hint %q", err, fault.Hint(err))
	}
	// What the person names is followed.
	for _, named := range []string{folder + "/own.md", folder} {
		if results, err := s.Add(t.Context(), []string{named}, ingest.Options{FollowLinks: true}); err != nil ||
			len(results) != 1 {
			t.Errorf("%s: %+v, %v", named, results, err)
		}
	}
}
