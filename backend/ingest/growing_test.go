package ingest

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"rabbithole/backend/source"
)

// growing keeps a file of three bytes that gets size bytes before a read, and returns the most that half copies took meanwhile.
func growing(t *testing.T, read int, size int64) (most int64, err error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	files := Files{Folder: filepath.Join(t.TempDir(), "files")}
	ctx := &meddler{Context: t.Context(), meddle: func(asked int) {
		if asked >= read {
			if err := os.Truncate(path, size); err != nil {
				t.Error(err)
			}
			size++
		}
		parts, _ := filepath.Glob(filepath.Join(files.Folder, "part-*"))
		for _, part := range parts {
			if info, err := os.Stat(part); err == nil {
				most = max(most, info.Size())
			}
		}
	}}
	_, _, err = files.keep(ctx, path, source.Text, func(string) error { return nil })
	for _, form := range []string{"part-*", "??/*"} {
		if left, _ := filepath.Glob(filepath.Join(files.Folder, form)); len(left) > 0 {
			t.Errorf("left: %v", left)
		}
	}
	return most, err
}

// A file that grows past what is read of one, after it was looked at, is refused as one that was so large from the beginning.
func TestKeep_AFileThatGrowsTooLarge(t *testing.T) {
	_, err := growing(t, 2, mostTextBytes+1<<20)
	if trouble, _ := source.TroubleOf(err); trouble != source.TooLarge {
		t.Errorf("keep = %v, want one that is too large", err)
	}
}

// Of a file that grows while it is copied, no more is written than it had before.
func TestKeep_AFileThatGrowsFillsNoDisk(t *testing.T) {
	most, err := growing(t, 3, 32<<20)
	if !errors.Is(err, errChanged) || most > 4 {
		t.Errorf("keep = %v after %d bytes were copied", err, most)
	}
}
