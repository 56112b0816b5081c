package pdfium

import (
	"context"
	"errors"
	"os"

	"rabbithole/backend/pdf/worker"
)

// Engine opens PDF files with PDFium. The zero value works, without a cache of compiled code.
type Engine struct {
	CacheDir string // see LibraryOptions
	Portable bool   // see LibraryOptions

	text, draw *Library
}

// The memory of one instance in pages of 64 KiB: 256 MiB for text, 512 MiB for drawing.
const (
	textMemory = 4096
	drawMemory = 8192
)

// inMemory is the size in bytes up to which a file is copied into the instance; larger ones are read where they lie.
const inMemory = 48 << 20

// Prepare loads PDFium for files such as f.
func (e *Engine) Prepare(f worker.File) error {
	_, err := e.library(f.Draw)
	return err
}

// Open opens a file. The error is a *worker.Failure when the file is at fault, ErrNoCompiler when the processor is.
func (e *Engine) Open(f worker.File) (worker.Document, error) {
	lib, err := e.library(f.Draw)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(f.Path)
	if err != nil {
		return nil, worker.Unreadable("the file is gone or may not be read")
	}
	if info.Size() == 0 {
		return nil, worker.Unreadable("the file is empty")
	}
	d := &Document{lib: lib, file: f, size: info.Size(), skipForm: map[int]bool{}}
	if err := d.open(); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// library loads PDFium at the first use, once for text and once, with more memory, for drawing. Drawing goes on without a
// compiler, slowly.
func (e *Engine) library(draw bool) (*Library, error) {
	slot, o := &e.text, LibraryOptions{CacheDir: e.CacheDir, MemoryPages: textMemory, Portable: e.Portable}
	if draw {
		slot, o.MemoryPages = &e.draw, drawMemory
	}
	if *slot != nil {
		return *slot, nil
	}
	lib, err := Load(context.Background(), o)
	if draw && errors.Is(err, ErrNoCompiler) {
		o.Interpret = true
		lib, err = Load(context.Background(), o)
	}
	if err != nil {
		return nil, err
	}
	*slot = lib
	return lib, nil
}
