package worker

import (
	"fmt"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// Op names what a Request asks for.
type Op string

// The operations of a worker. Every request is answered by replies of which the last has Done set.
const (
	OpLoad   Op = "load"   // get the engine for Request.File ready, which may take seconds; one reply
	OpOpen   Op = "open"   // make Request.File the current document; one reply
	OpPages  Op = "pages"  // one reply per page From..To of the current document, then Done
	OpRects  Op = "rects"  // of Request.Spans, all of one page; one reply
	OpRender Op = "render" // one reply
	OpClose  Op = "close"  // forget the current document; one reply
	OpWork   Op = "work"   // what Server.Work makes of Request.Data; one reply
)

// File names a document to open and how.
type File struct {
	Path     string
	Password string
	Size     int64 // bytes at the first opening; a file that changed since is refused; 0 accepts any
	Light    bool  // read by the light engine
	Text     bool  // Markdown, HTML or plain text
	Draw     bool  // opened to be rendered: more memory, no text
	Bare     bool  // the caller has the Meta already
}

// Request is what the parent asks of a worker.
type Request struct {
	Op       Op
	File     File
	From, To int // pages, 1-based, both included
	Page     int
	Spans    []source.Span
	DPI      float64
	Data     []byte
}

// Reply is a worker's answer, or one of them.
type Reply struct {
	Meta    *source.Meta
	Page    *source.Page
	Rects   [][]source.Rect // by span
	PNG     []byte
	Data    []byte
	Done    bool
	Failure *Failure
}

// Failure says why a request failed, in a form that survives the pipe.
type Failure struct {
	Kind   fault.Kind // Unreadable, Password or Internal
	Reason string     // plain words
	Hint   string     // what to do; "" when the kind says it
	Why    source.Trouble
}

// Error returns the reason.
func (f *Failure) Error() string { return f.Reason }

// Unreadable returns a Failure for a file that cannot be read.
func Unreadable(format string, args ...any) *Failure {
	return &Failure{Kind: fault.Unreadable, Reason: fmt.Sprintf(format, args...)}
}
