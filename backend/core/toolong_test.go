package core_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
)

// A small text may have a heading to every word: each makes a passage, which takes hundreds of times its bytes. It is refused where it is read, and the file
// after it is not.
func TestAdd_MorePassagesThanAreRead(t *testing.T) {
	folder := t.TempDir()
	var b strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&b, "# On radon %d.%d\nradon\n", i/100, i%100)
	}
	for name, text := range map[string]string{"heads.md": b.String(), "short.md": "Radon was measured in the cellar.\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := open(t, t.TempDir(), noEnv)
	results, err := c.Add(t.Context(), []string{folder}, core.AddOptions{})
	if err != nil || len(results) != 2 {
		t.Fatal(results, err)
	}
	for _, r := range results {
		refused := r.Status == ingest.NotAdded && r.Trouble == source.TooLarge && strings.Contains(r.Reason, "Split it into several files")
		if refused != (r.Name == "heads.md") {
			t.Errorf("%+v", r)
		}
	}
}
