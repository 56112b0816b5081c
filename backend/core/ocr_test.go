package core_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/fake"
	"rabbithole/backend/ingest"
	"rabbithole/backend/pdf/ocr"
	"rabbithole/backend/source"
)

func TestAdd_ScannedPageIsRecognisedFoundAndHighlighted(t *testing.T) {
	if testing.Short() {
		t.Skip("draws and recognises a page, which the race detector makes slower than the limit")
	}
	if err := (&ocr.Tesseract{}).Ready(t.Context()); err != nil {
		t.Skipf("%v: apt install tesseract-ocr tesseract-ocr-deu", err)
	}
	c := open(t, t.TempDir(), func(string) string { return "" })
	folder := t.TempDir()
	if err := fake.Unpack(folder); err != nil {
		t.Fatal(err)
	}
	results, err := c.Add(t.Context(), []string{folder}, core.AddOptions{})
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(results, func(r ingest.Result) bool { return strings.Contains(r.Reason, "OCR") })
	if at < 0 {
		t.Fatalf("no page was recognised: %+v", results)
	}
	d, err := c.Document(t.Context(), results[at].Name)
	if err != nil || len(d.RecognisedPages) != 1 || d.Unreadable != 0 || d.State != source.Ready {
		t.Fatalf("%+v, %v", d, err)
	}
	n := d.RecognisedPages[0]
	text, err := c.PageText(t.Context(), d.Hash, n)
	words := strings.Fields(text)
	if err != nil || len(words) < 10 {
		t.Fatalf("%q, %v", text, err)
	}
	sought := strings.Join(words[len(words)/2:][:6], " ")
	hits, err := c.Search(t.Context(), sought, core.SearchOptions{Limit: 3})
	if err != nil || !slices.ContainsFunc(hits, func(h core.Hit) bool { return h.Document == d.Name && strings.Contains(h.Text, words[len(words)/2]) }) {
		t.Errorf("%q finds %+v, %v", sought, hits, err)
	}
	start := strings.Index(text, words[5])
	for _, page := range []int{n, 1} {
		rects, err := c.Rects(t.Context(), d.Hash, source.Span{Page: page, Start: start, End: start + len(words[5])})
		if err != nil || len(rects) == 0 || rects[0].W <= 0 || rects[0].Y <= 0 {
			t.Errorf("page %d: rectangles %v, %v", page, rects, err)
		}
	}
	doctor := c.Doctor(t.Context())
	if i := slices.IndexFunc(doctor, func(f core.Finding) bool { return f.Name == "ocr" }); i < 0 || !strings.Contains(doctor[i].Text, "tesseract ") || !strings.Contains(doctor[i].Text, "eng") {
		t.Errorf("doctor: %+v", doctor)
	}
}

func TestDoctor_SaysHowToGetTesseract(t *testing.T) {
	c := open(t, t.TempDir(), noEnv)
	for _, f := range c.Doctor(t.Context()) {
		if f.Name == "ocr" && (f.OK || !strings.Contains(f.Cure, "apt install tesseract-ocr")) {
			t.Errorf("%+v", f)
		}
	}
}
