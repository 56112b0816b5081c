package pdf

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/pdf/worker"
	"rabbithole/backend/source"
)

// file is an opened document. It holds no process between calls: a process keeps its last document open, and the pool finds it.
type file struct {
	x    *Extractor
	id   int64
	op   string // "open report.pdf", for faults
	open worker.File
	meta source.Meta
}

// Meta returns what the file says about itself.
func (f *file) Meta() source.Meta { return f.meta }

func (f *file) readMeta(ctx context.Context) error {
	l, err := f.lease(ctx, docKey{id: f.id})
	if err != nil {
		return err
	}
	defer l.end()
	if f.open.Size >= manyBytes && !f.open.Light && !f.open.Text {
		f.x.pool.warm()
	}
	reply, err := l.openAs(ctx, f.open)
	if err != nil {
		return f.fault(err)
	}
	if reply.Meta == nil {
		return f.fault(errDied)
	}
	f.meta = *reply.Meta
	f.open.Bare = true
	return nil
}

// Rects returns the rectangles of span, one per line.
func (f *file) Rects(ctx context.Context, span source.Span) ([]source.Rect, error) {
	if span.Start >= span.End {
		return nil, nil
	}
	rects, err := f.PageRects(ctx, span.Page, []source.Span{span})
	if err != nil || len(rects) == 0 {
		return nil, err
	}
	return rects[0], nil
}

// PageRects returns the rectangles of many spans of one page, by span. The page is read once.
func (f *file) PageRects(ctx context.Context, page int, spans []source.Span) ([][]source.Rect, error) {
	if page < 1 || page > f.meta.Pages {
		return make([][]source.Rect, len(spans)), nil
	}
	reply, err := f.ask(ctx, worker.Request{Op: worker.OpRects, Page: page, Spans: spans}, f.x.o.PageTime)
	return reply.Rects, err
}

// Render draws page at dpi dots per inch as a PNG.
func (f *file) Render(ctx context.Context, page int, dpi float64) ([]byte, error) {
	if page < 1 || page > f.meta.Pages {
		return nil, fault.New(fmt.Sprintf("draw page %d", page), fault.NotFound, "Choose a page of the document.", nil)
	}
	reply, err := f.ask(ctx, worker.Request{Op: worker.OpRender, Page: page, DPI: dpi}, f.x.o.RenderTime)
	return reply.PNG, err
}

// ask opens the document in a process, if it is not there already, and asks it one thing.
func (f *file) ask(ctx context.Context, r worker.Request, wait time.Duration) (worker.Reply, error) {
	l, err := f.lease(ctx, docKey{id: f.id, draw: r.Op == worker.OpRender})
	if err != nil {
		return worker.Reply{}, err
	}
	defer l.end()
	reply, err := l.askOpened(ctx, r, wait)
	if err == nil && reply.Failure != nil {
		err = reply.Failure
	}
	if err != nil {
		return worker.Reply{}, f.fault(err)
	}
	return reply, nil
}

// Close lets go of the document. The file must not be used afterwards.
func (f *file) Close() error {
	for {
		proc := f.x.pool.holding(f.id)
		if proc == nil {
			return nil
		}
		proc.open = docKey{}
		if _, err := proc.ask(context.Background(), worker.Request{Op: worker.OpClose}, f.x.o.PageTime); err != nil {
			proc.kill()
			continue
		}
		f.x.pool.giveBack(proc)
	}
}

// fault turns an error into one a person can act on.
func (f *file) fault(err error) error {
	var bad *worker.Failure
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%s: %w", f.op, err)
	case errors.As(err, &bad) && bad.Hint != "":
		return fault.New(f.op, bad.Kind, bad.Hint, named{bad})
	case f.open.Text && (errors.Is(err, errOverdue) || errors.Is(err, errDied)):
		return fault.New(f.op, fault.Unreadable, "Split it into smaller files, or save it as plain text, and add that.",
			errors.New("reading it takes too much time or memory"))
	case errors.As(err, &bad) && bad.Kind == fault.Password:
		return fault.New(f.op, fault.Password, "Give the file's password, or save a copy without one and add that.", err)
	case errors.As(err, &bad) && bad.Kind == fault.Unreadable:
		return fault.New(f.op, fault.Unreadable, "Open the file in a PDF viewer; if it shows there, print it to a new PDF and add that.", err)
	case errors.Is(err, errOverdue), errors.Is(err, errDied):
		return fault.New(f.op, fault.Unreadable, "The file is too heavy or damaged; print it to a new PDF and add that.", err)
	}
	return fmt.Errorf("%s: %w", f.op, err)
}

// named is a failure whose trouble has a name: source.TroubleOf finds it.
type named struct{ *worker.Failure }

// Trouble returns the name, "" when there is none.
func (n named) Trouble() source.Trouble { return n.Why }
