package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"rabbithole/backend/fault"
	"rabbithole/backend/pdf/pdftest"
	"rabbithole/backend/source"
)

// TestContract holds both engines to what source.File promises.
func TestContract(t *testing.T) {
	x := newExtractor(t, Options{Workers: 2})
	for _, engine := range []struct {
		name string
		o    source.OpenOptions
	}{{"pdfium", source.OpenOptions{}}, {"ledongthuc", source.OpenOptions{Light: true}}} {
		t.Run(engine.name, func(t *testing.T) {
			c := contract{x: x, o: engine.o, engine: engine.name}
			t.Run("meta", c.meta)
			t.Run("pages in order", c.order)
			t.Run("pages from the middle", c.middle)
			t.Run("error of yield", c.yieldError)
			t.Run("cancelled", c.cancelled)
			t.Run("text and lines", c.lines)
			t.Run("divided words", c.divided)
			t.Run("rectangles", c.rects)
			t.Run("rectangles on turned and cropped pages", c.turned)
			t.Run("drawing", c.render)
			t.Run("password", c.password)
			t.Run("refused", c.refused)
			t.Run("many open files", c.many)
		})
	}
}

type contract struct {
	x      *Extractor
	o      source.OpenOptions
	engine string
}

func (c contract) open(t *testing.T, d pdftest.Doc) source.File {
	t.Helper()
	return open(t, c.x, pdftest.Write(t, "doc.pdf", d.Bytes()), c.o)
}

// numbered returns a document of n pages that say which they are.
func numbered(n int) pdftest.Doc {
	var d pdftest.Doc
	for i := range n {
		d.Pages = append(d.Pages, pdftest.Page{Runs: pdftest.Lines(fmt.Sprintf("This is page %d", i+1), "of the document.")})
	}
	return d
}

// checkPage checks what holds for every page: its number, a label, valid text, and lines and links that fit it.
func checkPage(t testing.TB, p source.Page, n int) {
	t.Helper()
	if p.Number != n || p.Label == "" {
		t.Errorf("page %d has number %d and label %q", n, p.Number, p.Label)
	}
	if !utf8.ValidString(p.Text) || strings.ContainsAny(p.Text, "\r\uFFFE\x02\u00AD") || p.Text != strings.TrimSpace(p.Text) {
		t.Errorf("page %d: text is not clean: %.200q", n, p.Text)
	}
	if p.Text == "" {
		return
	}
	lines := strings.Split(p.Text, "\n")
	if len(lines) != len(p.Lines) {
		t.Errorf("page %d: %d lines of text, %d in Lines", n, len(lines), len(p.Lines))
		return
	}
	for i, l := range p.Lines {
		if p.Text[l.Start:l.End] != lines[i] {
			t.Errorf("page %d: line %d is %q, Lines say %q", n, i, lines[i], p.Text[l.Start:l.End])
		}
	}
	for _, l := range p.Links {
		if l.Start < 0 || l.Start > l.End || l.End > len(p.Text) {
			t.Errorf("page %d: link outside the text: %+v", n, l)
		}
	}
}

func (c contract) meta(t *testing.T) {
	d := numbered(3)
	d.Title, d.Author, d.Created = "Radon in Häusern", "A. Author", "D:20200102030405+01'00'"
	m := c.open(t, d).Meta()
	m.Outline = nil
	want := source.Meta{Format: source.PDF, Title: d.Title, Author: d.Author, Date: "2020-01-02", Pages: 3, Engine: c.engine}
	if !reflect.DeepEqual(m, want) {
		t.Errorf("meta = %+v\nwant   %+v", m, want)
	}
}

func (c contract) order(t *testing.T) {
	for _, n := range []int{1, 9, 100} { // one process, two runs, several processes
		f := c.open(t, numbered(n))
		for i, p := range read(t, f) {
			if want := fmt.Sprintf("This is page %d\nof the document.", i+1); p.Text != want {
				t.Errorf("page %d of %d is %q", i+1, n, p.Text)
			}
			if p.Has(source.LightEngine) != (c.engine == "ledongthuc") {
				t.Errorf("flags = %v", p.Flags)
			}
		}
	}
}

func (c contract) middle(t *testing.T) {
	var seen []int
	err := c.open(t, numbered(12)).Pages(context.Background(), 11, func(p source.Page) error { seen = append(seen, p.Number); return nil })
	if err != nil || !reflect.DeepEqual(seen, []int{11, 12}) {
		t.Errorf("err = %v, seen = %v", err, seen)
	}
}

func (c contract) yieldError(t *testing.T) {
	f := c.open(t, numbered(70))
	stop := errors.New("stop")
	n := 0
	err := f.Pages(context.Background(), 1, func(source.Page) error {
		if n++; n == 20 {
			return stop
		}
		return nil
	})
	if !errors.Is(err, stop) || n != 20 {
		t.Errorf("err = %v after %d pages", err, n)
	}
	if got := read(t, f); len(got) != 70 {
		t.Errorf("%d pages when read again", len(got))
	}
}

func (c contract) cancelled(t *testing.T) {
	f := c.open(t, numbered(70))
	ctx, cancel := context.WithCancel(context.Background())
	err := f.Pages(ctx, 1, func(source.Page) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
}

func (c contract) lines(t *testing.T) {
	f := c.open(t, pdftest.Doc{Pages: []pdftest.Page{{Runs: []pdftest.Run{
		{X: 72, Y: 700, Size: 18, Bold: true, S: "§ 62 Dose limits"},
		{X: 90, Y: 670, Size: 10, S: "The limit is 20 mSv, für alle."},
	}}}})
	p := read(t, f)[0]
	if p.Text != "§ 62 Dose limits\nThe limit is 20 mSv, für alle." || p.Width != 612 || p.Height != 792 {
		t.Fatalf("page = %+v", p)
	}
	want := []source.Line{{Start: 0, End: 17, Size: 18, Bold: true, X: 72, Y: 92}, {Start: 18, End: 49, Size: 10, X: 90, Y: 122}}
	if !reflect.DeepEqual(p.Lines, want) {
		t.Errorf("lines = %+v\nwant    %+v", p.Lines, want)
	}
}

func (c contract) divided(t *testing.T) {
	f := c.open(t, pdftest.Doc{Pages: []pdftest.Page{{Runs: pdftest.Lines("Der Strahlen-", "schutz und die Strahlenschutz-", "und Atombehörde der EU-", "Kommission.")}}})
	want := "Der Strahlenschutz\nund die Strahlenschutz- und\nAtombehörde der EU-Kommission."
	if got := read(t, f)[0].Text; got != want {
		t.Errorf("text = %q\nwant   %q", got, want)
	}
}

func (c contract) render(t *testing.T) {
	f := c.open(t, numbered(2))
	data, err := f.Render(context.Background(), 2, 36)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil || img.Bounds().Dx() != 306 || img.Bounds().Dy() != 396 {
		t.Fatalf("image %v, err = %v", img.Bounds(), err)
	}
	dark := 0
	for y := range 396 {
		for x := range 306 {
			if r, _, _, a := img.At(x, y).RGBA(); r < 0x8000 && a == 0xFFFF {
				dark++
			}
		}
	}
	if dark < 20 || dark > 3000 {
		t.Errorf("%d dark points: the text is not drawn", dark)
	}
	if _, err := f.Render(context.Background(), 3, 72); fault.KindOf(err) != fault.NotFound {
		t.Errorf("missing page: %v", err)
	}
}

func (c contract) password(t *testing.T) {
	d := numbered(1)
	d.Password = "geheim"
	path := pdftest.Write(t, "locked.pdf", d.Bytes())
	for _, password := range []string{"", "wrong"} {
		o := c.o
		o.Password = password
		_, err := c.x.Open(context.Background(), path, o)
		if fault.KindOf(err) != fault.Password || fault.Hint(err) == "" {
			t.Errorf("password %q: %v", password, err)
		}
	}
	o := c.o
	o.Password = "geheim"
	p := read(t, open(t, c.x, path, o))[0]
	if c.engine == "ledongthuc" {
		return // its library opens such a file and decrypts it wrongly
	}
	if got := p.Text; got != "This is page 1\nof the document." {
		t.Errorf("text = %q", got)
	}
}

func (c contract) refused(t *testing.T) {
	for name, data := range map[string]string{
		"empty":     "",
		"zeros":     strings.Repeat("\x00", 5000),
		"text":      "This is not a PDF file, whatever its name says.",
		"truncated": string(numbered(3).Bytes()[:300]),
		"no pages":  string(pdftest.Doc{}.Bytes()),
	} {
		_, err := c.x.Open(context.Background(), pdftest.Write(t, name+".pdf", []byte(data)), c.o)
		if fault.KindOf(err) != fault.Unreadable || fault.Hint(err) == "" {
			t.Errorf("%s: kind %s, hint %q, %v", name, fault.KindOf(err), fault.Hint(err), err)
		}
	}
	if _, err := c.x.Open(context.Background(), t.TempDir(), c.o); fault.KindOf(err) != fault.Unreadable {
		t.Errorf("folder: %v", err)
	}
	if _, err := c.x.Open(context.Background(), t.TempDir()+"/none.pdf", c.o); fault.KindOf(err) != fault.NotFound {
		t.Errorf("missing: %v", err)
	}
}

func (c contract) many(t *testing.T) {
	var files []source.File
	for range 5 { // more than there are processes
		files = append(files, c.open(t, numbered(2)))
	}
	for i := range 2 {
		for _, f := range files {
			if p := read(t, f); len(p) != 2 || p[1].Text == "" {
				t.Errorf("round %d: %+v", i, p)
			}
		}
	}
}
