package pdf

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"rabbithole/backend/source"
)

func TestMain(m *testing.M) {
	RunWorkerIfAsked()
	runParentIfAsked()
	os.Exit(m.Run())
}

// newExtractor returns an extractor that ends with the test. Compiled code is shared by all tests of a run and the next.
func newExtractor(t testing.TB, o Options) *Extractor {
	t.Helper()
	x := New(o)
	t.Cleanup(func() { x.Close() })
	return x
}

// evalDir returns a folder of the evaluation set, and skips the test where there is none.
func evalDir(t testing.TB, parts ...string) string {
	t.Helper()
	root := os.Getenv("RABBITHOLE_EVAL")
	if root == "" {
		t.Skip("RABBITHOLE_EVAL is not set: no real documents to test with")
	}
	dir := filepath.Join(append([]string{root}, parts...)...)
	if _, err := os.Stat(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

func open(t testing.TB, x *Extractor, path string, o source.OpenOptions) source.File {
	t.Helper()
	f, err := x.Open(context.Background(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// read returns all pages of f and checks what holds for every page of every file.
func read(t testing.TB, f source.File) []source.Page {
	t.Helper()
	var pages []source.Page
	err := f.Pages(context.Background(), 1, func(p source.Page) error {
		pages = append(pages, p)
		checkPage(t, p, len(pages))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(pages) != f.Meta().Pages {
		t.Errorf("%d pages, Meta says %d", len(pages), f.Meta().Pages)
	}
	return pages
}

func removeFile(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

func replaceFile(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
