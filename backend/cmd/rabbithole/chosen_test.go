package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/pdf/pdftest"
)

// TestChosen_AScanAloneSaysSo limits every command that can be limited to a scan without text: it says so, as a person
// and as a program reads it.
func TestChosen_AScanAloneSaysSo(t *testing.T) {
	home, folder := t.TempDir(), t.TempDir()
	for name, data := range map[string][]byte{
		"scan.pdf": pdftest.Doc{Pages: []pdftest.Page{{Scan: true}}}.Bytes(),
		"beacon.md": []byte(
			"# Beacon Act\n\n## Section 5 Lanterns\n\nThe quokkalamp rule: the keeper lights 77 lanterns on page 1.\n"),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	rabbithole(t, home, "add", "--no-ocr", folder)
	const asked, sentence = "What does Section 5 on page 1 require of the keeper?",
		"Nothing readable in the documents you chose."
	for _, command := range [][]string{{"search"}, {"ask"}, {"research", "--yes"}, {"explore"}, {"discover"}} {
		command = append(command, "--document", "scan.pdf", asked)
		s := rabbithole(t, home, command...).ok(t)
		if all := s.out + s.err; strings.Count(all, sentence) != 1 || !strings.Contains(all,
			"scan.pdf: No text layer") || !strings.Contains(all, "tesseract") || strings.Contains(all, "quokkalamp") {
			t.Errorf("%v: %s\n%s", command, s.out, s.err)
		}
		s = rabbithole(t, home, append(command, "--json")...).ok(t)
		if all := s.out + s.err; !strings.Contains(all, sentence) || strings.Contains(all, "quokkalamp") {
			t.Errorf("%v --json: %s\n%s", command, s.out, s.err)
		}
	}
	if s := rabbithole(t, home, "search", "--json", "--document", "scan.pdf",
		asked).ok(t); strings.TrimSpace(s.out) != "[]" {
		t.Errorf("search --json: %s", s.out)
	}
}
