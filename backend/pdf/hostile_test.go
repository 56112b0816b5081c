package pdf

import (
	"bytes"
	"compress/zlib"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/pdf/pdftest"
	"rabbithole/backend/source"
)

// bomb returns a file of one page with this content stream and these resources.
func bomb(dict, content, resources string, more ...string) []byte {
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << " + resources + " >> >>",
		fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", dict, len(content), content),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	}
	return pdftest.Raw("", append(objects, more...)...)
}

// deflated returns piece, repeated, as a Flate stream.
func deflated(piece string, times int) string {
	var b bytes.Buffer
	w, _ := zlib.NewWriterLevel(&b, zlib.BestSpeed)
	for range times {
		io.WriteString(w, piece)
	}
	w.Close()
	return b.String()
}

const helvetica = "/Font << /F1 5 0 R >>"

// hostile are files made to take a reader's time or memory.
func hostile() map[string]func() []byte {
	return map[string]func() []byte{
		"half a gigabyte of blanks": func() []byte {
			return bomb("/Filter /FlateDecode", deflated(strings.Repeat(" ", 1<<20), 512), helvetica)
		},
		"hundred million forms": func() []byte {
			var forms []string
			for i := range 8 {
				body := strings.Repeat("/X Do ", 10)
				if i == 7 {
					body = "BT /F1 9 Tf (x) Tj ET"
				}
				forms = append(forms, fmt.Sprintf("<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << %s /XObject << /X %d 0 R >> >> /Length %d >>\nstream\n%s\nendstream",
					helvetica, 7+i, len(body), body))
			}
			return bomb("", strings.Repeat("/X Do ", 10), "/XObject << /X 6 0 R >>", forms...)
		},
		"three million strings": func() []byte {
			return bomb("/Filter /FlateDecode", deflated("BT /F1 9 Tf (ab) Tj ET ", 3_000_000), helvetica)
		},
		"eight million brackets": func() []byte {
			return bomb("/Filter /FlateDecode", deflated(strings.Repeat("[", 1000), 8000), helvetica)
		},
		"table that starts at two thousand million": func() []byte {
			b := numbered(1).Bytes()
			return bytes.Replace(b, []byte("xref\n0 "), []byte("xref\n2000000000 "), 1)
		},
		"page tree in a circle": func() []byte {
			return pdftest.Raw("", "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 3 /Kids [2 0 R 2 0 R] /Parent 2 0 R >>")
		},
		"table before itself": func() []byte {
			b := numbered(1).Bytes()
			at := bytes.LastIndex(b, []byte("xref\n0 "))
			return bytes.Replace(b, []byte("/Info 5 0 R"), fmt.Appendf(nil, "/Prev %d", at), 1)
		},
		"a million pages that are not there": func() []byte {
			b := numbered(3).Bytes()
			return bytes.Replace(b, []byte("/Count 3 "), []byte("/Count 999999 "), 1)
		},
		"outline in a circle": func() []byte {
			return pdftest.Raw("", "<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R >>", "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
				"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>", "<< /First 5 0 R /Last 5 0 R >>", "<< /Title (a) /Next 5 0 R /First 5 0 R /Parent 4 0 R >>")
		},
		"truncated": func() []byte { b := numbered(40).Bytes(); return b[:len(b)/2] },
	}
}

// TestHostile_EndsWithPagesOrAReason reads files made to harm; what counts is that the next file can be read.
func TestHostile_EndsWithPagesOrAReason(t *testing.T) {
	if raced {
		t.Skip("bombs need the memory and time that the race detector takes")
	}
	x := newExtractor(t, Options{Workers: 1, PageTime: 5 * time.Second, FileTime: 8 * time.Second})
	good := pdftest.Write(t, "good.pdf", numbered(1).Bytes())
	for name, data := range hostile() {
		path := pdftest.Write(t, "bad.pdf", data())
		for _, light := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/light=%t", name, light), func(t *testing.T) {
				began := time.Now()
				f, err := x.Open(context.Background(), path, source.OpenOptions{Light: light})
				switch {
				case err == nil:
					n := len(read(t, f))
					t.Logf("%d pages in %s", n, time.Since(began))
					f.Close()
					if n > 100 {
						t.Errorf("%d pages of a file that has 3 at most", n)
					}
				case fault.KindOf(err) != fault.Unreadable || fault.Hint(err) == "":
					t.Errorf("kind %s: %v", fault.KindOf(err), err)
				}
				if took := time.Since(began); took > 30*time.Second {
					t.Errorf("took %s", took)
				}
				if p := read(t, open(t, x, good, source.OpenOptions{Light: light})); p[0].Text == "" {
					t.Error("the next file cannot be read")
				}
			})
		}
	}
	x.Close()
	if rss := childMemory(); rss > 1400<<20 {
		t.Errorf("a child held %d MB", rss>>20)
	} else {
		t.Logf("the largest child held %d MB", rss>>20)
	}
}

// slowDoc returns a document whose second page takes a second or more to read: letters strewn all over it.
func slowDoc() pdftest.Doc {
	d := numbered(3)
	var b strings.Builder
	b.WriteString("BT /F1 1 Tf ")
	for i := range 300_000 {
		fmt.Fprintf(&b, "1 0 0 1 %d %d Tm (a) Tj ", (i*7919)%600, (i*104729)%780)
	}
	b.WriteString("ET")
	d.Pages[1].Content = b.String()
	return d
}

func TestPages_SlowPageFailsAndTheNextFollows(t *testing.T) {
	if testing.Short() {
		t.Skip("half a second must be enough to open a file, which it is not under the race detector")
	}
	x := newExtractor(t, Options{Workers: 1, PageTime: 500 * time.Millisecond})
	p := read(t, open(t, x, pdftest.Write(t, "slow.pdf", slowDoc().Bytes()), source.OpenOptions{}))
	if p[0].Text == "" || p[2].Text == "" || !p[1].Has(source.PageFailed) || p[1].Text != "" || p[1].Label != "2" {
		t.Errorf("flags %v %v %v", p[0].Flags, p[1].Flags, p[2].Flags)
	}
	if why := p[1].Reason; why == "" || strings.Contains(why, "\n") {
		t.Errorf("reason %q", why)
	}
}

func TestPages_FileTimeEndsAHopelessFile(t *testing.T) {
	if testing.Short() {
		t.Skip("half a second must be enough to open a file, which it is not under the race detector")
	}
	d := slowDoc()
	for range 20 {
		d.Pages = append(d.Pages, d.Pages[1])
	}
	x := newExtractor(t, Options{Workers: 1, PageTime: 500 * time.Millisecond, FileTime: 2500 * time.Millisecond})
	p := read(t, open(t, x, pdftest.Write(t, "hopeless.pdf", d.Bytes()), source.OpenOptions{}))
	if last := p[len(p)-1]; p[0].Text == "" || !last.Has(source.PageFailed) || last.Reason != outOfTime {
		t.Errorf("first %v, last %v: %s", p[0].Flags, last.Flags, last.Reason)
	}
}

func TestPages_FileThatGoesWhileItIsRead(t *testing.T) {
	x := newExtractor(t, Options{Workers: 2})
	path := pdftest.Write(t, "gone.pdf", numbered(60).Bytes())
	f := open(t, x, path, source.OpenOptions{})
	removeFile(t, path)
	if p := read(t, f); p[0].Text == "" || p[59].Text == "" {
		t.Errorf("flags %v, %v: one process had the file open", p[0].Flags, p[59].Flags)
	}
}

func TestPages_FileThatChangesWhileItIsRead(t *testing.T) {
	x := newExtractor(t, Options{Workers: 1})
	path := pdftest.Write(t, "changes.pdf", numbered(2).Bytes())
	f := open(t, x, path, source.OpenOptions{})
	read(t, open(t, x, pdftest.Write(t, "other.pdf", numbered(1).Bytes()), source.OpenOptions{})) // the process lets go of it
	replaceFile(t, path, numbered(3).Bytes())
	for _, p := range read(t, f) {
		if !p.Has(source.PageFailed) {
			t.Errorf("page %d comes from another file: %q", p.Number, p.Text)
		}
	}
}

func TestOpen_AfterTheProcessDied(t *testing.T) {
	x := newExtractor(t, Options{Workers: 1})
	f := open(t, x, pdftest.Write(t, "a.pdf", numbered(2).Bytes()), source.OpenOptions{})
	x.pool.mu.Lock()
	proc := x.pool.idle[0]
	x.pool.mu.Unlock()
	if err := proc.child.Kill(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond)
	if p := read(t, f); p[0].Text == "" {
		t.Errorf("page = %+v", p[0])
	}
	if len(x.pool.idle) != 1 {
		t.Fatalf("%d idle processes after a document was read to its end", len(x.pool.idle))
	}
	if err := x.pool.idle[0].child.Kill(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond)
	if rects, err := f.Rects(context.Background(), source.Span{Page: 1, Start: 0, End: 4}); err != nil || len(rects) != 1 {
		t.Errorf("rects = %v, err = %v", rects, err)
	}
}
