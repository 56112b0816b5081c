package worker

import (
	"encoding/gob"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// scripted is an engine and its document: page 2 cannot be read, page 3 panics.
type scripted struct{ closed int }

func (s *scripted) Prepare(File) error { return nil }

func (s *scripted) Open(f File) (Document, error) {
	switch f.Password {
	case "panic":
		panic("a defect")
	case "wrong":
		return nil, &Failure{Kind: fault.Password, Reason: "the password is wrong"}
	}
	return s, nil
}

func (s *scripted) Meta() source.Meta { return source.Meta{Pages: 3} }

func (s *scripted) Page(n int) (source.Page, error) {
	switch n {
	case 2:
		return source.Page{}, errors.New("broken")
	case 3:
		panic("a defect")
	}
	return source.Page{Number: n, Text: "text"}, nil
}

func (s *scripted) Rects(int, []source.Span) ([][]source.Rect, error) {
	return [][]source.Rect{{{X: 1}}}, nil
}
func (s *scripted) Render(int, float64) ([]byte, error) { return nil, Unreadable("cannot draw") }
func (s *scripted) Close()                              { s.closed++ }

// conversation is a served pair of pipes.
type conversation struct {
	t    *testing.T
	in   io.Closer
	enc  *gob.Encoder
	dec  *gob.Decoder
	exit chan int
}

func converse(t *testing.T, e Engine) *conversation {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	c := &conversation{t: t, in: inW, enc: gob.NewEncoder(inW), dec: gob.NewDecoder(outR), exit: make(chan int, 1)}
	s := &Server{Engine: e, Exit: func(code int) { c.exit <- code }}
	go s.Serve(inR, outW) // ends with the test process: a server's only end is the process's
	t.Cleanup(func() { inW.Close() })
	return c
}

func (c *conversation) ask(r Request) Reply {
	c.t.Helper()
	if err := c.enc.Encode(r); err != nil {
		c.t.Fatal(err)
	}
	return c.next()
}

func (c *conversation) next() (r Reply) {
	c.t.Helper()
	if err := c.dec.Decode(&r); err != nil {
		c.t.Fatal(err)
	}
	return r
}

func aFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.pdf")
	if err := os.WriteFile(path, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestServer_AnswersAndFailsPageByPage(t *testing.T) {
	e := &scripted{}
	c := converse(t, e)
	if r := c.ask(Request{Op: OpRects}); r.Failure == nil {
		t.Error("rectangles without a document")
	}
	if r := c.ask(Request{Op: OpOpen, File: File{Path: aFile(t)}}); r.Failure != nil || r.Meta == nil || r.Meta.Pages != 3 || !r.Done {
		t.Errorf("open: %+v", r)
	}
	r := c.ask(Request{Op: OpPages, From: 1, To: 3})
	for n := 1; n <= 3; n++ {
		if r.Page == nil || r.Page.Number != n || r.Page.Has(source.PageFailed) != (n > 1) {
			t.Errorf("page %d: %+v", n, r.Page)
		}
		r = c.next()
	}
	if !r.Done {
		t.Error("no end after the pages")
	}
	if r := c.ask(Request{Op: OpRender}); r.Failure == nil || r.Failure.Kind != fault.Unreadable {
		t.Errorf("render: %+v", r)
	}
	if r := c.ask(Request{Op: OpClose}); r.Failure != nil || e.closed != 1 {
		t.Errorf("close: %+v, closed %d", r, e.closed)
	}
}

func TestServer_OpenFails(t *testing.T) {
	path := aFile(t)
	for name, tt := range map[string]struct {
		f    File
		kind fault.Kind
	}{
		"password": {File{Path: path, Password: "wrong"}, fault.Password},
		"panic":    {File{Path: path, Password: "panic"}, fault.Unreadable},
		"gone":     {File{Path: path + "x"}, fault.Unreadable},
		"changed":  {File{Path: path, Size: 7}, fault.Unreadable},
	} {
		if r := converse(t, &scripted{}).ask(Request{Op: OpOpen, File: tt.f}); r.Failure == nil || r.Failure.Kind != tt.kind {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestServer_EndsWithItsInput(t *testing.T) {
	c := converse(t, &scripted{})
	c.in.Close()
	select {
	case code := <-c.exit:
		if code != 0 {
			t.Errorf("code %d", code)
		}
	case <-time.After(5 * time.Second):
		t.Error("the server outlives its input")
	}
}

func TestWatchMemory_EndsAProcessAboveItsLimit(t *testing.T) {
	exit := make(chan int)
	go watchMemory(1, func(code int) { exit <- code; select {} })
	if code := <-exit; code != ExitMemory {
		t.Errorf("code %d", code)
	}
}
