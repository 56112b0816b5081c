// Package light reads PDF files in pure Go, with ledongthuc/pdf, where PDFium cannot run or is not wanted.
//
// It finds less than PDFium: blanks and reading order are guessed, form fields, page labels and links are left out. It promises
// to flag every page it read. It may run out of memory or into an endless loop on broken files, and relies on being run in a
// process that can be killed.
package light

import (
	"errors"
	"os"
	"strconv"

	"github.com/ledongthuc/pdf"

	"rabbithole/backend/fault"
	"rabbithole/backend/pdf/pagetext"
	"rabbithole/backend/pdf/worker"
	"rabbithole/backend/source"
)

// Engine opens PDF files.
type Engine struct{}

// Prepare does nothing: there is nothing to load.
func (Engine) Prepare(worker.File) error { return nil }

// Open opens a file. The error is a *worker.Failure when the file is at fault.
func (Engine) Open(f worker.File) (worker.Document, error) {
	osFile, err := os.Open(f.Path)
	if err != nil {
		return nil, worker.Unreadable("the file is gone or may not be read")
	}
	d := &Document{file: osFile}
	if err := d.open(f.Password); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// Document is a file opened by the light engine.
type Document struct {
	file  *os.File
	r     *pdf.Reader
	pages int
}

// maxPages bounds what a file may claim: the claim is not checked against anything.
const maxPages = 100000

func (d *Document) open(password string) error {
	info, err := d.file.Stat()
	if err != nil {
		return worker.Unreadable("the file cannot be read: %v", err)
	}
	tries := []string{password, ""}
	d.r, err = pdf.NewReaderEncrypted(d.file, info.Size(), func() string {
		next := tries[0]
		tries = tries[1:]
		return next
	})
	switch {
	case errors.Is(err, pdf.ErrInvalidPassword) && password != "":
		return &worker.Failure{Kind: fault.Password, Reason: "the password is wrong, or kept in a way that the light engine does not know"}
	case errors.Is(err, pdf.ErrInvalidPassword):
		return &worker.Failure{Kind: fault.Password, Reason: "the file is protected by a password"}
	case err != nil:
		return worker.Unreadable("this is not a PDF file, or one the light engine cannot read (%s)", brief(err))
	}
	d.pages = d.r.NumPage()
	if d.pages < 1 || d.pages > maxPages {
		return worker.Unreadable("the light engine finds no pages in the file")
	}
	return nil
}

// brief returns the beginning of an error's text: the library quotes whole structures.
func brief(err error) string {
	rs := []rune(pagetext.Tidy(err.Error()))
	if len(rs) > 80 {
		return string(rs[:80]) + "…"
	}
	return string(rs)
}

// Close closes the file.
func (d *Document) Close() { d.file.Close() }

// Meta returns what the file says about itself. Marks carry no pages.
func (d *Document) Meta() (meta source.Meta) {
	meta = source.Meta{Format: source.PDF, Engine: "ledongthuc", Pages: d.pages}
	defer func() { _ = recover() }() // what was read before the defect stands
	info := d.r.Trailer().Key("Info")
	meta.Title = pagetext.Title(info.Key("Title").Text())
	meta.Author = pagetext.Tidy(info.Key("Author").Text())
	if meta.Date = pagetext.Date(info.Key("CreationDate").Text()); meta.Date == "" {
		meta.Date = pagetext.Date(info.Key("ModDate").Text())
	}
	outline(d.r.Trailer().Key("Root").Key("Outlines"), 1, &meta.Outline)
	return meta
}

const (
	maxMarks = 5000
	maxDepth = 16
)

// outline appends the entries under parent. Loops end at maxMarks.
func outline(parent pdf.Value, level int, marks *[]source.Mark) {
	for e := parent.Key("First"); e.Kind() == pdf.Dict && len(*marks) < maxMarks; e = e.Key("Next") {
		*marks = append(*marks, source.Mark{Title: pagetext.Tidy(e.Key("Title").Text()), Level: level})
		if level < maxDepth {
			outline(e, level+1, marks)
		}
	}
}

// Page reads page n, 1-based.
func (d *Document) Page(n int) (source.Page, error) {
	p, err := d.load(n)
	if err != nil {
		return source.Page{}, err
	}
	out := source.Page{Number: n, Label: strconv.Itoa(n), Width: p.width, Height: p.height}
	out.Text = p.text.String()
	out.Flags = []source.PageFlag{source.LightEngine}
	if out.Text == "" {
		out.Flags = append(out.Flags, p.emptyFlag())
	}
	out.Lines = p.lines()
	return out, nil
}

// Rects returns for each span of a page the rectangles of its characters, line by line.
func (d *Document) Rects(page int, spans []source.Span) ([][]source.Rect, error) {
	p, err := d.load(page)
	if err != nil {
		return nil, err
	}
	rects := make([][]source.Rect, 0, len(spans))
	for _, span := range spans {
		rects = append(rects, p.rects(span))
	}
	return rects, nil
}

// Render fails: the light engine reads text only.
func (d *Document) Render(int, float64) ([]byte, error) {
	return nil, worker.Unreadable("the light engine cannot draw pages")
}
