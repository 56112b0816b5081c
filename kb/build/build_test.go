package main

import (
	"bytes"
	"compress/zlib"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rabbithole/kb"
)

// The committed PDFs must be what the sources give. Streams are compared after unpacking, so that another version of the
// compressor does not matter.
func TestBuild_CommittedPDFsAreCurrent(t *testing.T) {
	out := t.TempDir()
	if err := buildAll("../text", out); err != nil {
		t.Fatal(err)
	}
	built, err := filepath.Glob(filepath.Join(out, "*.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	committed, err := kb.Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	if len(built) != len(committed) {
		t.Errorf("the sources give %d PDFs, %d are committed", len(built), len(committed))
	}
	for _, path := range built {
		name := filepath.Base(path)
		fresh, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		old, err := kb.Files.ReadFile(name)
		if err != nil {
			t.Errorf("%s is not committed", name)
			continue
		}
		if !bytes.Equal(fresh, old) && !bytes.Equal(unpack(t, fresh), unpack(t, old)) {
			t.Errorf("%s is not what its source gives: run go run ./kb/build", name)
		}
		if len(old) > 200_000 {
			t.Errorf("%s has %d bytes, keep it below 200,000", name, len(old))
		}
	}
}

var (
	stream  = regexp.MustCompile(`(?s)stream\r?\n(.*?)\r?\nendstream`)
	numbers = regexp.MustCompile(`(?m)^\d{10} \d{5} [nf].*$|/Length \d+|startxref\s+\d+|/Prev \d+\s`)
)

// unpack replaces the streams of a PDF by their content and drops lengths and offsets, which depend on the compressor.
func unpack(t *testing.T, pdf []byte) []byte {
	t.Helper()
	plain := stream.ReplaceAllFunc(pdf, func(raw []byte) []byte {
		packed := stream.FindSubmatch(raw)[1]
		r, err := zlib.NewReader(bytes.NewReader(packed))
		if err != nil { // not compressed that way: a picture
			return raw
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		return text
	})
	return numbers.ReplaceAll(plain, nil)
}

func TestUnpack_SeesAChangedWord(t *testing.T) {
	doc, err := parse("---\nfile: x.pdf\ntitle: X\nauthor: Y\nlang: en\nrunning: X\ndate: 2020-01-02\n---\n\n# One\n\nsome words\n")
	if err != nil {
		t.Fatal(err)
	}
	before, err := setInType(doc)
	if err != nil {
		t.Fatal(err)
	}
	doc.blocks[1].text = "some sword"
	after, err := setInType(doc)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(unpack(t, before), unpack(t, after)) {
		t.Error("two texts unpack to the same bytes")
	}
}

func TestParse_SaysWhatIsWrong(t *testing.T) {
	cases := []struct{ text, want string }{
		{"no head", "head"},
		{"---\ncolour: red\n---\nx", "colour"},
		{"---\ndate: soon\n---\nx", "soon"},
		{"---\nfile: x.pdf\n---\n\n[table 1 1] T\n| a | b |\n| c |\n", "1 cells"},
	}
	for _, c := range cases {
		if _, err := parse(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got error %v, want one that names %q", c.text, err, c.want)
		}
	}
}

func TestWords_HyphenatesOnlyWhereMarked(t *testing.T) {
	w := words(`meas\-ure\-ment of **§ 12**`, regular)
	if len(w) != 3 || w[0].text() != "measurement" || w[2].text() != "§ 12" {
		t.Fatalf("got %v", w)
	}
	left, right := w[0].cut(w[0].points[1])
	if left.text() != "measure-" || right.text() != "ment" {
		t.Errorf("cut into %q and %q", left.text(), right.text())
	}
	if w[2].runs[0].font != bold {
		t.Errorf("font %s, want bold", w[2].runs[0].font)
	}
}

func TestScan_IsAlwaysTheSameAndNotEmpty(t *testing.T) {
	sheet, err := typeSheet([]string{"RADON 222"})
	if err != nil {
		t.Fatal(err)
	}
	dark := 0.0
	for _, ink := range sheet.ink() {
		dark += ink
	}
	// Nine letters of 10.5 points: a letter of this face covers about 12 to 40 pixels at 110 dots per inch.
	if dark < 80 || dark > 500 {
		t.Errorf("the letters cover %.0f pixels", dark)
	}
	if _, err := typeSheet([]string{"語"}); err == nil {
		t.Error("a letter the font lacks was passed over")
	}
}
