package main

import (
	"io"
	"strings"
	"testing"

	"rabbithole/backend/fault"
)

// endless counts what is read of an input without lines.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	if e.read > 64<<20 {
		return 0, io.EOF
	}
	for i := range p {
		p[i] = 'x'
	}
	e.read += len(p)
	return len(p), nil
}

// An input without end is no key, and is not held in memory.
func TestKeySet_ReadsNoMoreThanALine(t *testing.T) {
	in := &endless{}
	s := &shell{in: in, err: io.Discard}
	if _, err := s.secret(t.Context(), ""); fault.KindOf(err) != fault.Usage {
		t.Error(err)
	}
	if in.read > 2*longestLine {
		t.Errorf("%d bytes were read", in.read)
	}
	s.in = strings.NewReader("  key\nmore")
	if key, err := s.secret(t.Context(), ""); err != nil || key != "key" {
		t.Errorf("%q, %v", key, err)
	}
}
