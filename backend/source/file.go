package source

import "context"

// OpenOptions are what a reader may need to open a file. The zero value works for files without a password.
type OpenOptions struct {
	Password string
	Light    bool // use the light engine even where the regular one works
}

// File is an opened document. A File is used by one goroutine at a time and must be closed.
//
// No method panics or hangs on hostile input: each is bounded in time and memory by the implementation. A page that cannot be
// read is yielded with the flag PageFailed and no text; only a cancelled context or the yield function's error ends Pages early.
type File interface {
	// Meta returns what the file says about itself.
	Meta() Meta
	// Pages yields the pages from number from (1-based) to the last, in order.
	Pages(ctx context.Context, from int, yield func(Page) error) error
	// Rects returns the rectangles that cover span on its page, one per line, in reading order; nil when the format has no geometry.
	Rects(ctx context.Context, span Span) ([]Rect, error)
	// Render draws a page at dpi dots per inch as a PNG.
	Render(ctx context.Context, page int, dpi float64) ([]byte, error)
	Close() error
}
