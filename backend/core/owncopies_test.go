package core_test

import (
	"os"
	"path/filepath"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/ingest"
)

// A file manager that was sent to a document may show the library's own copy, which is named by its hash. Whoever drops that on the window,
// or the library's folder, must not find their document under that name.
func TestAdd_TheLibrarysOwnCopyChangesNothing(t *testing.T) {
	home := t.TempDir()
	c, err := core.Open(t.Context(), core.Config{Home: home, Env: noEnv})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	own := filepath.Join(t.TempDir(), "Radon.md")
	if err := os.WriteFile(own, []byte("# Radon\n\nRadon is a gas.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Add(t.Context(), []string{own}, core.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(own); err != nil {
		t.Fatal(err)
	}
	before, err := c.Documents(t.Context(), true)
	if err != nil || len(before) != 1 {
		t.Fatal(before, err)
	}
	copied, err := c.FilePath(t.Context(), before[0].Hash)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{copied, filepath.Dir(copied), filepath.Join(home, "files"), home} {
		results, _ := c.Add(t.Context(), []string{path}, core.AddOptions{})
		if len(results) != 1 || results[0].Status != ingest.NotAdded || results[0].Reason == "" {
			t.Errorf("%s: %+v", path, results)
		}
		if docs, err := c.Documents(t.Context(), true); err != nil || len(docs) != 1 || docs[0].Name != "Radon.md" || docs[0].Path != own {
			t.Fatalf("%s: documents %+v, %v", path, docs, err)
		}
	}
}
