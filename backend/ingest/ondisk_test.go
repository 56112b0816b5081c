package ingest_test

import (
	"os"
	"path/filepath"
	"testing"

	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
)

func TestOnDisk_FindsWhatJSONCannotName(t *testing.T) {
	folder := t.TempDir()
	odd := filepath.Join(folder, "caf\xe9", "\xfcber.md")
	if err := os.MkdirAll(filepath.Dir(odd), 0o700); err != nil {
		t.Skip("file names here are UTF-8: ", err)
	}
	write := func(path string) {
		t.Helper()
		if err := os.WriteFile(path, []byte("words of "+path), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(odd)
	garbled := filepath.Join(folder, "caf\uFFFD", "\uFFFDber.md")
	if got := ingest.OnDisk(garbled); got != odd {
		t.Errorf("%q is %q", garbled, got)
	}
	for _, same := range []string{odd, filepath.Join(folder, "nowhere.md"), filepath.Join(folder, "n\uFFFDwhere.md"),
		"\uFFFD", ""} {
		if got := ingest.OnDisk(same); got != same {
			t.Errorf("%q became %q", same, got)
		}
	}
	write(filepath.Join(folder, "caf\xe9", "\xe4ber.md"))
	if got := ingest.OnDisk(garbled); got != garbled {
		t.Errorf("one of two was taken: %q", got)
	}
	s := newShelf(t)
	results := s.add(t, filepath.Join(folder, "caf\uFFFD"))
	if len(results) != 2 || results[0].Name != "äber.md" || results[1].Name != "über.md" {
		t.Errorf("%+v", results)
	}
}

func TestFileName_IsText(t *testing.T) {
	for path, want := range map[string]string{"/a/b.pdf": "b.pdf", "/a/M\xe4rz.pdf": "März.pdf", "März.pdf": "März.pdf",
		"/x/\x80\xff": "\uFFFDÿ", "日\xe9本": "日é本"} {
		if got := source.FileName(path); got != want {
			t.Errorf("%q is called %q, want %q", path, got, want)
		}
	}
}
