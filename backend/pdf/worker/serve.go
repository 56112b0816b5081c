// Package worker is the child process's side of PDF reading: it takes requests from its standard input, lets an engine answer
// them, and writes the replies to its standard output.
//
// It promises to end when its input ends, even in the middle of a request, and when it holds more memory than it may. It
// refuses to know how a PDF is read (engines do) and when a request takes too long (the parent does, and kills it).
package worker

import (
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// Engine opens PDF files.
type Engine interface {
	// Prepare gets the engine ready for files such as f.
	Prepare(f File) error
	Open(f File) (Document, error)
}

// Document is a PDF file opened by an engine. Its methods may panic; the worker turns that into a Failure.
type Document interface {
	Meta() source.Meta
	// Page reads a page, 1-based.
	Page(n int) (source.Page, error)
	Rects(page int, spans []source.Span) ([][]source.Rect, error)
	Render(page int, dpi float64) ([]byte, error)
	Close()
}

// Server answers requests on a pair of pipes. When its input ends it calls Exit with code 0. MemoryLimit in bytes ends the process with
// code ExitMemory when its own memory passes it; 0 means no limit.
type Server struct {
	Engine      Engine
	MemoryLimit uint64
	Exit        func(code int)               // os.Exit in a real worker
	Work        func([]byte) ([]byte, error) // answers OpWork

	current Document
}

// ExitMemory is the exit code of a worker that held more memory than its limit.
const ExitMemory = 86

// Serve answers the requests on in until it ends.
//
// Requests are read by a goroutine of their own: a worker whose parent is gone must not finish the page it is on. Nothing can
// wait for that goroutine, as it ends with the process.
func (s *Server) Serve(in io.Reader, out io.Writer) {
	if s.MemoryLimit > 0 {
		go watchMemory(s.MemoryLimit, s.Exit)
	}
	requests := make(chan Request)
	go func() {
		dec := gob.NewDecoder(in)
		for {
			var r Request
			if err := dec.Decode(&r); err != nil {
				s.Exit(0)
				return
			}
			requests <- r
		}
	}()
	enc := gob.NewEncoder(out)
	for r := range requests {
		if err := s.answer(r, enc); err != nil {
			s.Exit(0)
			return
		}
	}
}

func (s *Server) answer(r Request, enc *gob.Encoder) error {
	if r.Op == OpPages {
		return s.pages(r, enc)
	}
	reply := s.one(r)
	reply.Done = true
	return enc.Encode(reply)
}

func (s *Server) pages(r Request, enc *gob.Encoder) error {
	for n := r.From; n <= r.To; n++ {
		page := s.page(n)
		if err := enc.Encode(Reply{Page: &page}); err != nil {
			return err
		}
	}
	return enc.Encode(Reply{Done: true})
}

func (s *Server) page(n int) (p source.Page) {
	failed := source.Page{Number: n, Flags: []source.PageFlag{source.PageFailed}}
	defer func() {
		if v := recover(); v != nil {
			p, p.Reason = failed, fmt.Sprintf("its content defeats the reader (%v)", v)
		}
	}()
	if s.current == nil {
		return failed
	}
	p, err := s.current.Page(n)
	if err != nil {
		p, p.Reason = failed, err.Error()
	}
	return p
}

func (s *Server) one(r Request) (reply Reply) {
	defer func() {
		if v := recover(); v != nil {
			reply = Reply{Failure: &Failure{Kind: fault.Unreadable, Reason: fmt.Sprintf("the file's structure defeats the reader (%v)", v)}}
		}
	}()
	if err := s.do(r, &reply); err != nil {
		reply.Failure = failure(err)
	}
	return reply
}

func (s *Server) do(r Request, reply *Reply) (err error) {
	if r.Op != OpOpen && r.Op != OpLoad && r.Op != OpWork && s.current == nil {
		return errors.New("no document is open")
	}
	switch r.Op {
	case OpLoad:
		return s.Engine.Prepare(r.File)
	case OpOpen:
		return s.open(r.File, reply)
	case OpRects:
		reply.Rects, err = s.current.Rects(r.Page, r.Spans)
	case OpRender:
		reply.PNG, err = s.current.Render(r.Page, r.DPI)
	case OpClose:
		s.close()
	case OpWork:
		s.close()
		reply.Data, err = s.Work(r.Data)
	default:
		err = fmt.Errorf("unknown request %q", r.Op)
	}
	return err
}

func (s *Server) open(f File, reply *Reply) error {
	s.close()
	if err := unchanged(f); err != nil {
		return err
	}
	doc, err := s.Engine.Open(f)
	if err != nil {
		return err
	}
	s.current = doc
	if f.Bare {
		return nil
	}
	meta := doc.Meta()
	reply.Meta = &meta
	return nil
}

// unchanged refuses a file that is not the one first opened: its pages must not mix with the other's.
func unchanged(f File) error {
	info, err := os.Stat(f.Path)
	if err != nil {
		return Unreadable("the file is gone or may not be read")
	}
	if f.Size != 0 && info.Size() != f.Size {
		return Unreadable("the file changed while it was read")
	}
	return nil
}

func (s *Server) close() {
	if s.current != nil {
		doc := s.current
		s.current = nil
		doc.Close()
	}
}

func failure(err error) *Failure {
	var f *Failure
	if errors.As(err, &f) {
		return f
	}
	return &Failure{Kind: fault.Internal, Reason: err.Error()}
}
