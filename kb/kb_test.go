package kb_test

import (
	"bytes"
	"strings"
	"testing"

	"rabbithole/kb"
)

func TestFiles_AreTheSevenPDFs(t *testing.T) {
	entries, err := kb.Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 7 {
		t.Errorf("%d files, want 7", len(entries))
	}
	for _, entry := range entries {
		data, err := kb.Files.ReadFile(entry.Name())
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(data, []byte("%PDF-")) || !strings.HasSuffix(entry.Name(), ".pdf") {
			t.Errorf("%s is not a PDF", entry.Name())
		}
		if !bytes.Contains(data, []byte("/Outlines")) || !bytes.Contains(data, []byte("/PageLabels")) {
			t.Errorf("%s lacks an outline or page labels", entry.Name())
		}
	}
}
