package pdf

import (
	"context"
	"errors"

	"rabbithole/backend/fault"
	"rabbithole/backend/pdf/worker"
	"rabbithole/backend/source"
	"rabbithole/backend/text"
)

// texts is the engine for text files.
type texts struct{}

// Prepare does nothing.
func (texts) Prepare(worker.File) error { return nil }

// Open reads a file whole.
func (texts) Open(f worker.File) (worker.Document, error) {
	opened, err := new(text.Extractor).Open(context.Background(), f.Path, source.OpenOptions{})
	if err != nil {
		return nil, failed(err)
	}
	d := &textDocument{file: opened}
	return d, opened.Pages(context.Background(), 1, func(p source.Page) error {
		d.pages = append(d.pages, p)
		return nil
	})
}

// failed puts what package text says of a file into a form that survives the pipe.
func failed(err error) *worker.Failure {
	why, _ := source.TroubleOf(err)
	f := &worker.Failure{Kind: fault.KindOf(err), Reason: err.Error(), Hint: fault.Hint(err), Why: why}
	if cause := errors.Unwrap(err); cause != nil {
		f.Reason = cause.Error()
	}
	return f
}

// textDocument is a text file with its pages.
type textDocument struct {
	file  source.File
	pages []source.Page
}

// Meta returns what the file says about itself.
func (d *textDocument) Meta() source.Meta { return d.file.Meta() }

// Page returns a page.
func (d *textDocument) Page(n int) (source.Page, error) { return d.pages[n-1], nil }

// Rects returns nothing: text has no geometry.
func (d *textDocument) Rects(_ int, spans []source.Span) ([][]source.Rect, error) {
	return make([][]source.Rect, len(spans)), nil
}

// Render fails: there is nothing to draw.
func (d *textDocument) Render(page int, dpi float64) ([]byte, error) {
	if _, err := d.file.Render(context.Background(), page, dpi); err != nil {
		return nil, failed(err)
	}
	return nil, nil
}

// Close does nothing.
func (d *textDocument) Close() {}
