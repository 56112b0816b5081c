package core_test

import (
	"reflect"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/pdf"
	"rabbithole/backend/pdf/pdftest"
	"rabbithole/backend/source"
)

func TestRects_BehindAWordThatGotItsHyphenBack(t *testing.T) {
	const divided, elsewhere = "The limits on anti-", "An anti-amplification limit is set."
	path := pdftest.Write(t, "limits.pdf", pdftest.Doc{Pages: []pdftest.Page{
		{Runs: pdftest.Lines(divided, "amplification apply", "to all senders.")}, {Runs: pdftest.Lines(elsewhere)}}}.Bytes())
	c := open(t, t.TempDir(), noEnv)
	results, err := c.Add(t.Context(), []string{path}, core.AddOptions{})
	if err != nil || len(results) != 1 {
		t.Fatal(results, err)
	}
	text, err := c.PageText(t.Context(), results[0].Document, 1)
	if err != nil || !strings.Contains(text, "anti-amplification\napply") {
		t.Fatalf("%q, %v", text, err)
	}
	x := pdf.New(pdf.Options{})
	defer x.Close()
	f, err := x.Open(t.Context(), path, source.OpenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var read string
	if err := f.Pages(t.Context(), 1, func(p source.Page) error { read += p.Text + "\f"; return nil }); err != nil || !strings.Contains(read, "antiamplification") {
		t.Fatalf("%q, %v", read, err)
	}
	for _, word := range []string{"limits", "amplification", "apply", "senders"} {
		at, was := strings.Index(text, word), strings.Index(read, word)
		got, err := c.Rects(t.Context(), results[0].Document, source.Span{Page: 1, Start: at, End: at + len(word)})
		if err != nil {
			t.Fatal(err)
		}
		want, err := f.Rects(t.Context(), source.Span{Page: 1, Start: was, End: was + len(word)})
		if err != nil || len(want) != 1 || !reflect.DeepEqual(got, want) {
			t.Errorf("%q stands at %v, not %v; %v", word, want, got, err)
		}
	}
}
