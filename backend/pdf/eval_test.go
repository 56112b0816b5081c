package pdf

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

func pdfsIn(t testing.TB, parts ...string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(evalDir(t, parts...), "*.pdf"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no PDFs: %v", err)
	}
	return paths
}

func TestAwkward_EveryFileEndsWithPagesOrAReason(t *testing.T) {
	x := newExtractor(t, Options{Workers: 2})
	for _, light := range []bool{false, true} {
		opened := 0
		for _, path := range pdfsIn(t, "awkward", "pdfs") {
			began := time.Now()
			f, err := x.Open(context.Background(), path, source.OpenOptions{Light: light})
			if err == nil {
				opened++
				read(t, f)
				f.Close()
			} else if kind := fault.KindOf(err); (kind != fault.Unreadable && kind != fault.Password) || fault.Hint(err) == "" {
				t.Errorf("%s: kind %s: %v", filepath.Base(path), kind, err)
			}
			if took := time.Since(began); took > 30*time.Second {
				t.Errorf("%s took %s", filepath.Base(path), took)
			}
		}
		t.Logf("light %t: %d files opened", light, opened)
		if opened < 150 {
			t.Errorf("light %t: only %d files opened", light, opened)
		}
	}
}

// words returns how often each run of letters and digits stands in s.
func words(s string) map[string]int {
	n := map[string]int{}
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		n[w]++
	}
	return n
}

var dividedWord = regexp.MustCompile(`(\p{L})[-‐]\n`)

func TestXref_WordsAgreeWithPdftotext(t *testing.T) {
	tool, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skip("pdftotext is not installed")
	}
	x := newExtractor(t, Options{})
	for _, path := range pdfsIn(t, "xref", "pdf") {
		for _, light := range []bool{false, true} {
			var ours strings.Builder
			for _, p := range read(t, open(t, x, path, source.OpenOptions{Light: light})) {
				ours.WriteString(p.Text + "\n")
			}
			out, err := exec.Command(tool, path, "-").Output()
			if err != nil {
				t.Fatal(err)
			}
			joined := dividedWord.ReplaceAllString(string(out), "$1") // it leaves some hyphens at line ends
			want, got := words(joined), words(ours.String())
			found, all := 0, 0
			for w, n := range want {
				found, all = found+min(n, got[w]), all+n
			}
			recall := float64(found) / float64(max(all, 1))
			t.Logf("%-14s light %-5t recall %.4f of %d words", filepath.Base(path), light, recall, all)
			if floor := map[bool]float64{false: 0.985, true: 0.9}[light]; recall < floor {
				t.Errorf("%s, light %t: recall %.3f", filepath.Base(path), light, recall)
			}
		}
	}
}

var phrase = regexp.MustCompile(`(\S+\s+){7}\S+`)

// TestXref_PhrasesHaveRectangles takes phrases from anywhere, also over line ends and joined words, and asks where they stand.
func TestXref_PhrasesHaveRectangles(t *testing.T) {
	x := newExtractor(t, Options{})
	random := rand.New(rand.NewPCG(1, 2))
	asked, good := 0, 0
	for _, path := range pdfsIn(t, "xref", "pdf") {
		f := open(t, x, path, source.OpenOptions{})
		for _, p := range read(t, f) {
			all := phrase.FindAllStringIndex(p.Text, -1)
			if len(all) == 0 || random.IntN(4) > 0 {
				continue
			}
			at := all[random.IntN(len(all))]
			rects, err := f.Rects(context.Background(), source.Span{Page: p.Number, Start: at[0], End: at[1]})
			if err != nil {
				t.Fatal(err)
			}
			asked++
			if plausible(p, at, rects) {
				good++
			} else if testing.Verbose() {
				t.Logf("%s p. %d %q: %v", filepath.Base(path), p.Number, p.Text[at[0]:at[1]], rects)
			}
		}
	}
	t.Logf("%d of %d phrases", good, asked)
	if float64(good) < 0.99*float64(asked) {
		t.Errorf("only %d of %d phrases have rectangles", good, asked)
	}
}

// plausible reports whether rects lie on the page, at the height of the lines that the text says they are on.
func plausible(p source.Page, at []int, rects []source.Rect) bool {
	if len(rects) == 0 || len(rects) > 8 { // words of a table's row stand apart
		return false
	}
	for _, r := range rects {
		if r.X < 0 || r.Y < 0 || r.X+r.W > p.Width+0.1 || r.Y+r.H > p.Height+0.1 {
			return false
		}
	}
	for _, l := range p.Lines {
		if l.Start <= at[0] && at[0] < l.End {
			if strings.Contains(p.Text[l.Start:l.End], "\t") { // a row of a table: its cells go down from the height of the first
				return rects[0].Y+rects[0].H > l.Y-l.Size && rects[0].Y < l.Y+20*l.Size
			}
			return rects[0].Y < l.Y && l.Y < rects[0].Y+rects[0].H+l.Size/2
		}
	}
	return false
}

// BenchmarkPages reads whole documents, the start of processes included; compare with pdftotext on the same files.
func BenchmarkPages(b *testing.B) {
	paths := pdfsIn(b, "xref", "pdf")
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			pages := 0
			for b.Loop() {
				x := New(Options{Workers: workers})
				for _, path := range paths {
					f, err := x.Open(context.Background(), path, source.OpenOptions{})
					if err != nil {
						b.Fatal(err)
					}
					if err := f.Pages(context.Background(), 1, func(source.Page) error { pages++; return nil }); err != nil {
						b.Fatal(err)
					}
					f.Close()
				}
				x.Close()
			}
			b.ReportMetric(float64(pages)/b.Elapsed().Seconds(), "pages/s")
		})
	}
}
