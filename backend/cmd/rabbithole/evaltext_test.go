package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/pdf/pdftest"
)

const textLabels = `{"document": "a.pdf", "page": 1, "kind": "divided", "text": "rooms"}
{"document": "a.pdf", "page": 1, "kind": "divided", "text": "cellars"}
{"document": "a.pdf", "page": 1, "kind": "paragraph", "text": "Every year"}
{"document": "elsewhere.pdf", "page": 1, "kind": "mark", "text": "word", "mark": "1"}
`

func TestEvalText_CountsWhatHolds(t *testing.T) {
	doc := pdftest.Doc{Pages: []pdftest.Page{{Runs: pdftest.Lines(
		"The keeper of the house looks into all of the ro-",
		"oms on the first floor and the second floor of it.",
		"Every year somebody else reads the meters that stand there.")}}}
	folder := filepath.Dir(pdftest.Write(t, "a.pdf", doc.Bytes()))
	labels := file(t, "labels.jsonl", []byte(textLabels))
	path := t.TempDir()
	tool, err := exec.LookPath("pdftotext")
	t.Setenv("PATH", path)
	alone := rabbithole(t, t.TempDir(), "eval", "text", folder, "--labels", labels, "--wrong").ok(t)
	for _, want := range []string{"1 document, 1 page; 1 label of other documents left out\n", "divided   1 of 2 right, 0.500\n", "paragraph 1 of 1 right, 1.000\n", `wrong divided: a.pdf p. 1 "cellars"`} {
		if !strings.Contains(alone.out, want) {
			t.Errorf("%q is not in\n%s", want, alone.out)
		}
	}
	if !strings.Contains(alone.err, "pdftotext is not installed") || strings.Contains(alone.out, "pages/s") {
		t.Errorf("without pdftotext: %s%s", alone.err, alone.out)
	}
	if err != nil {
		t.Skip("pdftotext is not installed")
	}
	t.Setenv("PATH", filepath.Dir(tool))
	beside := one[object](t, rabbithole(t, t.TempDir(), "eval", "text", folder, "--labels", labels, "--json").ok(t))
	keysOf(t, "the figures", beside, "documents pages kinds left_out compared")
	c, _ := beside["compared"].(object)
	keysOf(t, "the comparison", c, "pages theirs ours worst our_pages_per_second their_pages_per_second")
	if c["theirs"] != 1.0 || c["ours"] != 1.0 || c["our_pages_per_second"] == 0.0 {
		t.Errorf("%v", c)
	}
}

func TestEvalText_NeedsPDFs(t *testing.T) {
	if s := rabbithole(t, t.TempDir(), "eval", "text", t.TempDir()); s.code == 0 || !strings.Contains(s.err, "PDF") {
		t.Errorf("%+v", s)
	}
}
