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
		if start, err := loadWasmtime(o); err == nil {
			return &Library{start}, nil
		}
	}
	start, err := loadWazero(ctx, o)
	if err != nil {
		return nil, err
	}
	return &Library{start}, nil
}

// instance starts an instance of the compiled code.
func (l *Library) instance() (*module, error) {
	s, err := l.start()
	if err != nil {
		return nil, fmt.Errorf("start PDFium: %w", err)
	}
	return &module{sandbox: s, fns: map[string]function{}}, nil
}
