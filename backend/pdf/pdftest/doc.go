// Package pdftest makes small PDF files for tests: text at known places, outlines, labels, links, forms, scans, encryption.
//
// It promises files of which every byte is known, written without a PDF library, so that a test of a reader does not test a
// writer. It refuses to be a typesetter.
package pdftest

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"

	"rabbithole/backend/private"
)

// Doc describes a PDF file. The zero value is a file without pages.
type Doc struct {
	Title, Author string
	Created       string // a PDF date, "D:20200102030405Z"
	Pages         []Page
	Outline       []Mark
	Labels        string // a PageLabels dictionary, "<< /Nums [0 << /S /r >>] >>"
	Password      string // the user's password; "" leaves the file open
}

// Page describes a page: US letter unless it says otherwise.
type Page struct {
	Runs          []Run
	Width, Height float64
	Crop          []float64 // x0 y0 x1 y1
	Rotate        int       // 0, 90, 180, 270
	Content       string    // operators after the runs
	Fonts         string    // more fonts for them, "/F3 << /Type /Font ... >>"
	Links         []Link
	Fields        []Field
	Scan          bool // a picture covers the page
}

// Run is a string set at a place, in points from the bottom left corner.
type Run struct {
	X, Y, Size float64 // Size 0 means 12
	Bold       bool
	S          string // characters of Windows-1252
}

// Mark is an entry of the outline.
type Mark struct {
	Title string
	Page  int // 1-based
	Kids  []Mark
}

// Link is a link annotation over a rectangle.
type Link struct {
	X0, Y0, X1, Y1 float64
	URI            string
	Page           int // 1-based, when URI is empty
}

// Field is a form field that shows Text.
type Field struct {
	X, Y float64
	Text string
}

// Lines returns runs of lines one below the other, from the top of a letter page.
func Lines(lines ...string) []Run {
	var runs []Run
	for i, s := range lines {
		runs = append(runs, Run{X: 72, Y: 720 - 16*float64(i), S: s})
	}
	return runs
}

// Write writes data to a file of that name in a directory of the test and returns its path.
func Write(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := private.WriteFile(path, data); err != nil {
		t.Fatal(err)
	}
	return path
}

// Numbers of the objects that every file has.
const (
	catalog = 1
	tree    = 2
	regular = 3
	bold    = 4
	info    = 5
	picture = 6
	first   = 7 // the first page
)

// Bytes returns the file.
func (d Doc) Bytes() []byte {
	w := newWriter(d.Password)
	next := first + 2*len(d.Pages)
	var kids []string
	for i, p := range d.Pages {
		page, content := first+2*i, first+2*i+1
		kids = append(kids, fmt.Sprintf("%d 0 R", page))
		annots := w.annotations(p, &next)
		w.object(page, fmt.Sprintf("<< /Type /Page /Parent 2 0 R %s /Contents %d 0 R /Annots [%s] "+
			"/Resources << /Font << /F1 3 0 R /F2 4 0 R %s >> /XObject << /Im 6 0 R >> >> >>",
			p.boxes(), content, annots, p.Fonts))
		w.stream(content, "", p.content())
	}
	root := "<< /Type /Catalog /Pages 2 0 R"
	if d.Labels != "" {
		root += " /PageLabels " + d.Labels
	}
	if len(d.Outline) > 0 {
		root += fmt.Sprintf(" /Outlines %d 0 R", w.outline(d.Outline, &next))
	}
	w.object(catalog, root+" >>")
	w.object(tree, fmt.Sprintf("<< /Type /Pages /Count %d /Kids [%s] >>", len(d.Pages), strings.Join(kids, " ")))
	w.object(regular, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	w.object(bold, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>")
	w.object(info, fmt.Sprintf("<< /Title %s /Author %s /CreationDate %s >>", w.text(info, d.Title), w.text(info, d.Author), w.text(info, d.Created)))
	w.stream(picture, "/Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 1 /ColorSpace /DeviceGray",
		"\xAA\x55\xAA\x55\xAA\x55\xAA\x55")
	return w.finish("/Info 5 0 R")
}

func (p Page) boxes() string {
	width, height := p.Width, p.Height
	if width == 0 {
		width, height = 612, 792
	}
	s := fmt.Sprintf("/MediaBox [0 0 %g %g] /Rotate %d", width, height, p.Rotate)
	if len(p.Crop) == 4 {
		s += fmt.Sprintf(" /CropBox [%g %g %g %g]", p.Crop[0], p.Crop[1], p.Crop[2], p.Crop[3])
	}
	return s
}

func (p Page) content() string {
	var b strings.Builder
	if p.Scan {
		b.WriteString("q 612 0 0 792 0 0 cm /Im Do Q\n")
	}
	for _, r := range p.Runs {
		font, size := "F1", r.Size
		if r.Bold {
			font = "F2"
		}
		if size == 0 {
			size = 12
		}
		fmt.Fprintf(&b, "BT /%s %g Tf %g %g Td (%s) Tj ET\n", font, size, r.X, r.Y, escape(ansi(r.S)))
	}
	return b.String() + p.Content
}

// ansi returns s in Windows-1252.
func ansi(s string) string {
	out, err := charmap.Windows1252.NewEncoder().String(s)
	if err != nil {
		panic("pdftest: " + s + " has characters outside Windows-1252")
	}
	return out
}

func escape(s string) string {
	return strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`, "\r", `\r`, "\n", `\n`).Replace(s)
}

// annotations writes the links and fields of a page and returns references to them.
func (w *writer) annotations(p Page, next *int) string {
	var refs []string
	for _, l := range p.Links {
		target := fmt.Sprintf("/Dest [%d 0 R /Fit]", first+2*(l.Page-1))
		if l.URI != "" {
			target = fmt.Sprintf("/A << /S /URI /URI %s >>", w.text(*next, l.URI))
		}
		w.object(*next, fmt.Sprintf("<< /Type /Annot /Subtype /Link /Rect [%g %g %g %g] %s >>", l.X0, l.Y0, l.X1, l.Y1, target))
		refs = append(refs, fmt.Sprintf("%d 0 R", *next))
		*next++
	}
	for _, f := range p.Fields {
		look := *next + 1
		w.object(*next, fmt.Sprintf("<< /Type /Annot /Subtype /Widget /FT /Tx /T (f%d) /F 4 /Rect [%g %g %g %g] /AP << /N %d 0 R >> >>",
			*next, f.X, f.Y, f.X+300, f.Y+20, look))
		w.stream(look, "/Type /XObject /Subtype /Form /BBox [0 0 300 20] /Resources << /Font << /F1 3 0 R >> >>",
			fmt.Sprintf("BT /F1 12 Tf 2 5 Td (%s) Tj ET", escape(ansi(f.Text))))
		refs = append(refs, fmt.Sprintf("%d 0 R", *next))
		*next += 2
	}
	return strings.Join(refs, " ")
}

// outline writes the outline and returns the number of its root.
func (w *writer) outline(marks []Mark, next *int) int {
	root := *next
	*next++
	head, last := w.marks(marks, root, next)
	w.object(root, fmt.Sprintf("<< /Type /Outlines /First %d 0 R /Last %d 0 R /Count %d >>", head, last, len(marks)))
	return root
}

func (w *writer) marks(marks []Mark, parent int, next *int) (head, last int) {
	at := *next
	*next += len(marks)
	for i, m := range marks {
		var b bytes.Buffer
		fmt.Fprintf(&b, "<< /Title %s /Parent %d 0 R /Dest [%d 0 R /Fit]", w.text(at+i, m.Title), parent, first+2*(m.Page-1))
		if i > 0 {
			fmt.Fprintf(&b, " /Prev %d 0 R", at+i-1)
		}
		if i+1 < len(marks) {
			fmt.Fprintf(&b, " /Next %d 0 R", at+i+1)
		}
		if len(m.Kids) > 0 {
			kid, end := w.marks(m.Kids, at+i, next)
			fmt.Fprintf(&b, " /First %d 0 R /Last %d 0 R /Count %d", kid, end, len(m.Kids))
		}
		w.object(at+i, b.String()+" >>")
	}
	return at, at + len(marks) - 1
}
