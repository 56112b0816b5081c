package ocr_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/pdf"
	"rabbithole/backend/pdf/ocr"
	"rabbithole/backend/pdf/pdftest"
	"rabbithole/backend/source"
)

func TestMain(m *testing.M) {
	pdf.RunWorkerIfAsked()
	os.Exit(m.Run())
}

// installed returns Tesseract, or skips the test.
func installed(t *testing.T) *ocr.Tesseract {
	t.Helper()
	tess := &ocr.Tesseract{}
	if err := tess.Ready(t.Context()); err != nil {
		t.Skipf("%v: apt install tesseract-ocr tesseract-ocr-deu", err)
	}
	return tess
}

// drawn is a page of text and its picture.
func drawn(t *testing.T, dpi float64, lines ...string) (source.File, source.Page, []byte) {
	t.Helper()
	x := pdf.New(pdf.Options{Workers: 1})
	t.Cleanup(func() { x.Close() })
	path := pdftest.Write(t, "page.pdf", pdftest.Doc{Pages: []pdftest.Page{{Runs: pdftest.Lines(lines...)}}}.Bytes())
	f, err := x.Open(t.Context(), path, source.OpenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	var page source.Page
	if err := f.Pages(t.Context(), 1, func(p source.Page) error { page = p; return nil }); err != nil {
		t.Fatal(err)
	}
	png, err := f.Render(t.Context(), 1, dpi)
	if err != nil {
		t.Fatal(err)
	}
	return f, page, png
}

func TestRecognise_WordsStandWhereTheFileHasThem(t *testing.T) {
	tess := installed(t)
	f, page, png := drawn(t, 300, "The radon concentration in the cellar was 320 becquerel per cubic metre.", "Für die Messung im Gebäude ist der Betreiber verantwortlich.")
	seen, err := tess.Recognise(t.Context(), png, 300, "de")
	if err != nil {
		t.Fatal(err)
	}
	for _, quote := range []string{"radon concentration", "320 becquerel", "Gebäude", "Betreiber verantwortlich"} {
		there, here := strings.Index(page.Text, quote), strings.Index(seen.Text, quote)
		if there < 0 || here < 0 {
			t.Fatalf("%q is in %q: %t, in %q: %t", quote, page.Text, there >= 0, seen.Text, here >= 0)
		}
		want, err := f.Rects(t.Context(), source.Span{Page: 1, Start: there, End: there + len(quote)})
		got := seen.Rects(here, here+len(quote))
		if err != nil || len(want) != 1 || len(got) != 1 || !near(want[0], got[0]) {
			t.Errorf("%q stands at %v, recognised at %v (%v)", quote, want, got, err)
		}
	}
}

// near reports whether two rectangles differ by less than four points at each side: a recognised word includes its full stop.
func near(a, b source.Rect) bool {
	return math.Abs(a.X-b.X) < 4 && math.Abs(a.Y-b.Y) < 4 && math.Abs(a.X+a.W-b.X-b.W) < 4 && math.Abs(a.Y+a.H-b.Y-b.H) < 4
}

func TestRecognise_NothingOnABlankPage(t *testing.T) {
	tess := installed(t)
	_, _, png := drawn(t, 100)
	if p, err := tess.Recognise(t.Context(), png, 100, ""); err != nil || p.Text != "" {
		t.Errorf("%q, %v", p.Text, err)
	}
}

func TestRecognise_IsStoppedByTimeAndByThePerson(t *testing.T) {
	tess := installed(t)
	_, _, png := drawn(t, 300, strings.Repeat("many words ", 8))
	tess.Time = time.Millisecond
	if _, err := tess.Recognise(t.Context(), png, 300, "en"); fault.KindOf(err) != fault.Unreadable || !strings.Contains(err.Error(), "longer than") {
		t.Errorf("too long: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tess.Recognise(ctx, png, 300, "en"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	tess.Time = 0
	if _, err := tess.Recognise(t.Context(), []byte("no picture"), 300, "en"); fault.KindOf(err) != fault.Unreadable || fault.Hint(err) == "" {
		t.Errorf("no picture: %v", err)
	}
}

func TestReady_SaysHowToInstall(t *testing.T) {
	err := (&ocr.Tesseract{Program: filepath.Join(t.TempDir(), "tesseract")}).Ready(t.Context())
	if fault.KindOf(err) != fault.Unavailable || !strings.Contains(fault.Hint(err), "apt install tesseract-ocr") {
		t.Errorf("%v: %s", err, fault.Hint(err))
	}
}
