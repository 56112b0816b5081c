package core_test

import (
	"os"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
)

// TestAdd_ATextThatIsTooLarge says what to do about a plain text of 100 MB, which is plain text already.
func TestAdd_ATextThatIsTooLarge(t *testing.T) {
	c := open(t, t.TempDir(), noEnv)
	for _, name := range []string{"ledger.txt", "ledger.md", "ledger.html"} {
		path := file(t, name, "The lantern keeper lights a lantern.\n")
		if err := os.Truncate(path, 100<<20); err != nil {
			t.Fatal(err)
		}
		results, err := c.Add(t.Context(), []string{path}, core.AddOptions{})
		if err != nil || len(results) != 1 || results[0].Status != ingest.NotAdded ||
			results[0].Trouble != source.TooLarge {
			t.Fatalf("%+v, %v", results, err)
		}
		if why := results[0].Reason; why != "The file could not be read: it is larger than 64 MB. Split it into smaller files and add those." {
			t.Errorf("%s: %s", name, why)
		}
	}
}
