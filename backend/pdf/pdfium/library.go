// Package pdfium reads PDF files with PDFium, compiled to WebAssembly and run by wasmtime or wazero: a sandbox around a large C++
// program that is fed files from anywhere.
//
// It speaks to PDFium's C functions directly: the Go wrapper around them looks up names and allocates on every call, which
// matters where characters are asked about one by one. It promises that Document's text and rectangles fit together: an offset
// in a page's text leads back to the characters it came from. It refuses to limit time: it runs in a process that can be killed.
package pdfium

import (
	"context"
	"errors"
	"fmt"
)

// Library is PDFium, compiled once; every document gets an instance of its own.
type Library struct {
	start func() (sandbox, error)
	ready sandbox // the first instance, until it is used
}

// LibraryOptions say how PDFium is run.
type LibraryOptions struct {
	CacheDir    string // where compiled code is kept between runs; "" compiles anew (seconds)
	MemoryPages uint32 // limit of one instance, in pages of 64 KiB
	Portable    bool   // run by wazero also where wasmtime is there
	Interpret   bool   // run where no compiler exists: works everywhere, 50 times slower
}

// ErrNoCompiler says that WebAssembly cannot be compiled for this processor.
var ErrNoCompiler = errors.New("webassembly cannot be compiled on this processor")

// Load compiles PDFium, or takes the compiled code from the cache. It returns ErrNoCompiler where only the interpreter would run.
func Load(ctx context.Context, o LibraryOptions) (*Library, error) {
	if !o.Portable && !o.Interpret {
		if l, err := ready(loadWasmtime(o)); err == nil {
			return l, nil
		}
	}
	return ready(loadWazero(ctx, o))
}

// ready starts the first instance: where that fails, so will the others.
func ready(start func() (sandbox, error), err error) (*Library, error) {
	if err != nil {
		return nil, err
	}
	first, err := start()
	if err != nil {
		return nil, fmt.Errorf("start PDFium: %w", err)
	}
	return &Library{start, first}, nil
}

// instance starts an instance of the compiled code.
func (l *Library) instance() (*module, error) {
	s := l.ready
	if l.ready = nil; s == nil {
		var err error
		if s, err = l.start(); err != nil {
			return nil, fmt.Errorf("start PDFium: %w", err)
		}
	}
	return &module{sandbox: s, fns: map[string]function{}}, nil
}
