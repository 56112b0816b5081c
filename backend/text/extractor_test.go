package text_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf16"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
	"rabbithole/backend/text"
)

func open(t *testing.T, name, content string) (source.File, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return new(text.Extractor).Open(context.Background(), path, source.OpenOptions{})
}

func mustOpen(t *testing.T, name, content string) source.File {
	t.Helper()
	f, err := open(t, name, content)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func pages(t *testing.T, f source.File) []source.Page {
	t.Helper()
	var all []source.Page
	if err := f.Pages(context.Background(), 1, func(p source.Page) error { all = append(all, p); return nil }); err != nil {
		t.Fatal(err)
	}
	if len(all) != f.Meta().Pages {
		t.Errorf("%d pages, Meta says %d", len(all), f.Meta().Pages)
	}
	for i, p := range all {
		checkPage(t, p, i+1)
	}
	return all
}

// checkPage checks what holds for every page: its number, and that lines and links lie in its text.
func checkPage(t *testing.T, p source.Page, n int) {
	t.Helper()
	if p.Number != n || p.Label != fmt.Sprint(n) {
		t.Errorf("page %d has number %d, label %q", n, p.Number, p.Label)
	}
	if lines := strings.Count(p.Text, "\n") + 1; len(p.Lines) != lines {
		t.Errorf("page %d has %d lines, says %d", n, lines, len(p.Lines))
	}
	for i, line := range strings.Split(p.Text, "\n") {
		if i < len(p.Lines) && p.Text[p.Lines[i].Start:p.Lines[i].End] != line {
			t.Errorf("page %d line %d is %q, Lines says %q", n, i, line, p.Text[p.Lines[i].Start:p.Lines[i].End])
		}
	}
	for _, l := range p.Links {
		if l.Start < 0 || l.End > len(p.Text) || l.Start > l.End {
			t.Errorf("page %d has a link outside its text: %+v", n, l)
		}
	}
}

const guide = `---
title: "A guide to radon"
author: N. N.
date: 2024-03-01
---
# A guide to radon

Radon is a *noble* gas. See the
[handbook](https://example.org/handbook), section 2.

## Measuring

1. Place the detector.
2. Wait a year.

| room | Bq/m³ |
|------|------:|
| cellar | 300 |

<p>Not <b>hidden</b>.</p>
<script>alert(1)</script>
`

func TestMarkdown_GivesPlainTextHeadingsAndMeta(t *testing.T) {
	f := mustOpen(t, "guide.md", guide)
	m := f.Meta()
	if m.Format != source.Markdown || m.Engine != "text" || m.Title != "A guide to radon" || m.Author != "N. N." || m.Date != "2024-03-01" {
		t.Errorf("meta = %+v", m)
	}
	want := []source.Mark{{Title: "A guide to radon", Level: 1, Page: 1}, {Title: "Measuring", Level: 2, Page: 1}}
	if !reflect.DeepEqual(m.Outline, want) {
		t.Errorf("outline = %+v", m.Outline)
	}
	p := pages(t, f)[0]
	wantText := "A guide to radon\n\nRadon is a noble gas. See the\nhandbook, section 2.\n\nMeasuring\n\n1. Place the detector.\n2. Wait a year.\n\n| room | Bq/m³ |\n| cellar | 300 |\n\nNot hidden."
	if p.Text != wantText {
		t.Errorf("text = %q\nwant   %q", p.Text, wantText)
	}
	if len(p.Links) != 1 || p.Text[p.Links[0].Start:p.Links[0].End] != "handbook" || p.Links[0].URI != "https://example.org/handbook" {
		t.Errorf("links = %+v", p.Links)
	}
	if h, body := p.Lines[0], p.Lines[2]; !h.Bold || body.Bold || h.Size <= body.Size {
		t.Errorf("heading %+v does not stand out from %+v", h, body)
	}
}

func TestHTML_GivesVisibleTextOnly(t *testing.T) {
	f := mustOpen(t, "page.html", `<!doctype html><html><head><title>Radon &amp; homes</title>
<meta name="author" content="A. Author"><meta property="article:published_time" content="2023-05-06T10:00:00Z">
<style>p{}</style></head><body><nav><a href="/">Home</a></nav><h1>Radon at home</h1>
<p>First
paragraph with a <a href="https://example.org/x">link</a>.</p><p style="display: none">secret</p>
<ul><li>one<li>two</ul><table><tr><th>a<th>b<tr><td>1<td>2</table><script>var x = "no"</script><pre>x
  y</pre></body></html>`)
	m := f.Meta()
	if m.Title != "Radon & homes" || m.Author != "A. Author" || m.Date != "2023-05-06" || m.Format != source.HTML {
		t.Errorf("meta = %+v", m)
	}
	p := pages(t, f)[0]
	want := "Radon at home\n\nFirst paragraph with a link.\n- one\n- two\na | b\n1 | 2\n\nx\n  y"
	if p.Text != want {
		t.Errorf("text = %q\nwant   %q", p.Text, want)
	}
	if len(p.Links) != 1 || p.Text[p.Links[0].Start:p.Links[0].End] != "link" {
		t.Errorf("links = %+v", p.Links)
	}
}

func TestPlain_EncodingsGiveTheSameText(t *testing.T) {
	const want = "Häuser über § 62.\n\nSeite"
	wide := func(s string, big bool) string {
		var b bytes.Buffer
		for _, u := range utf16.Encode([]rune(s)) {
			if big {
				b.Write([]byte{byte(u >> 8), byte(u)})
			} else {
				b.Write([]byte{byte(u), byte(u >> 8)})
			}
		}
		return b.String()
	}
	tests := map[string]string{
		"utf-8":                  want,
		"utf-8 with mark":        "\uFEFF" + want,
		"latin-1":                "H\xe4user \xfcber \xa7 62.\r\n\r\nSeite",
		"utf-16 le":              wide("\uFEFF"+want, false),
		"utf-16 be":              wide("\uFEFF"+want, true),
		"utf-16 le without mark": wide(want, false),
		"old mac line ends":      strings.ReplaceAll(want, "\n", "\r"),
	}
	for name, content := range tests {
		t.Run(name, func(t *testing.T) {
			if got := pages(t, mustOpen(t, "a.txt", content))[0].Text; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestHTML_NamedEncoding(t *testing.T) {
	f := mustOpen(t, "a.htm", "<meta charset=iso-8859-2><p>Pr\xf9\xb9vih")
	if got := pages(t, f)[0].Text; got != "Průšvih" {
		t.Errorf("got %q", got)
	}
}

func TestPages_AreCutAtParagraphEnds(t *testing.T) {
	paragraph := strings.TrimSpace(strings.Repeat("Radon moves from soil into houses. ", 20))
	f := mustOpen(t, "a.txt", strings.Repeat(paragraph+"\n\n", 30))
	all := pages(t, f)
	if len(all) < 5 {
		t.Fatalf("%d pages", len(all))
	}
	for _, p := range all {
		if n := len([]rune(p.Text)); n > 4500 || (n < 2000 && p.Number < len(all)) {
			t.Errorf("page %d has %d characters", p.Number, n)
		}
		if !strings.HasPrefix(p.Text, "Radon moves") || !strings.HasSuffix(p.Text, "houses.") {
			t.Errorf("page %d is cut within a paragraph", p.Number)
		}
	}
}

func TestPages_LongParagraphIsCutAtSentences(t *testing.T) {
	f := mustOpen(t, "a.md", strings.Repeat("Radon moves from soil into houses. ", 1000))
	for _, p := range pages(t, f) {
		if !strings.HasSuffix(p.Text, "houses.") || len(p.Text) > 4500 {
			t.Errorf("page %d ends with %q", p.Number, p.Text[max(0, len(p.Text)-20):])
		}
	}
}

func TestPages_FormFeedsAreKept(t *testing.T) {
	all := pages(t, mustOpen(t, "rfc.txt", "one\n\f two\n\fthree\n"))
	if len(all) != 3 || all[1].Text != " two" {
		t.Errorf("pages = %+v", all)
	}
}

func TestPages_StartInTheMiddleAndStopOnError(t *testing.T) {
	f := mustOpen(t, "a.txt", "a\fb\fc")
	stop := errors.New("stop")
	var seen []int
	err := f.Pages(context.Background(), 2, func(p source.Page) error { seen = append(seen, p.Number); return stop })
	if !errors.Is(err, stop) || !reflect.DeepEqual(seen, []int{2}) {
		t.Errorf("err = %v, seen = %v", err, seen)
	}
}

func TestOpen_RefusesWhatIsNotText(t *testing.T) {
	tests := []struct{ name, file, content, reason string }{
		{"empty", "a.txt", "", "empty"},
		{"blanks", "a.md", " \n\n ", "blanks"},
		{"binary", "a.txt", "abc\x00\x01\x02def\x00", "not text"},
		{"control characters", "a.txt", strings.Repeat("a\x01", 100), "not text"},
		{"pdf", "a.txt", "%PDF-1.4\n", "PDF"},
		{"office", "a.txt", "PK\x03\x04....", "office"},
		{"html without text", "a.html", "<html><script>x()</script></html>", "no text"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := open(t, tt.file, tt.content)
			if fault.KindOf(err) != fault.Unreadable || fault.Hint(err) == "" || !strings.Contains(err.Error(), tt.reason) {
				t.Errorf("err = %v, kind %s, hint %q", err, fault.KindOf(err), fault.Hint(err))
			}
		})
	}
}

func TestOpen_MissingAndTooLarge(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none.txt")
	if _, err := new(text.Extractor).Open(context.Background(), path, source.OpenOptions{}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("missing: %v", err)
	}
	if err := os.WriteFile(path, []byte("0123456789"), 0o600); err != nil {
		t.Fatal(err)
	}
	x := text.Extractor{MaxBytes: 5}
	if _, err := x.Open(context.Background(), path, source.OpenOptions{}); fault.KindOf(err) != fault.Unreadable {
		t.Errorf("too large: %v", err)
	}
}

// What would take a parser quadratic time is not given to it: nobody then finds the title. What is given to it is little work, or the test would not end.
func TestOpen_HostileInputIsNotParsed(t *testing.T) {
	const n = 100000
	tests := map[string]struct {
		content string
		parsed  bool
	}{
		"brackets.md":   {strings.Repeat("[", n), false},
		"emphasis.md":   {strings.Repeat("*a_ ", n), false},
		"links.md":      {strings.Repeat("[a](", n), false},
		"quotes.md":     {strings.Repeat(">", n), false},
		"nestedlist.md": {strings.Repeat("- ", n) + "text", false},
		"table.md":      {strings.Repeat("|", n) + "\n" + strings.Repeat("|-", n) + "\n" + strings.Repeat("|a|\n", n), true},
		"divs.html":     {strings.Repeat("<div>text", n), false},
		"tables.html":   {strings.Repeat("<table>text", n), true},
		"format.html":   {strings.Repeat("<p><i>text", n), true},
		"longline.txt":  {strings.Repeat("a", 50*n), false},
	}
	title := map[string]string{".md": "# Parsed\n\n", ".html": "<title>Parsed</title>"}
	for name, c := range tests {
		t.Run(name, func(t *testing.T) {
			f := mustOpen(t, name, title[filepath.Ext(name)]+c.content)
			if parsed := f.Meta().Title == "Parsed"; parsed != c.parsed {
				t.Errorf("parsed: %v", parsed)
			}
			pages(t, f)
		})
	}
}
