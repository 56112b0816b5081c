// Package light reads PDF files in pure Go, where PDFium cannot run.
//
// It finds less than PDFium: spaces and reading order are guessed, forms and drawings are skipped. It promises to flag every
// page it read. It may run out of memory or into an endless loop on broken files, and relies on being run in a process that
// can be killed.
package light

import (
	"errors"

	"rabbithole/backend/pdf/worker"
)

// Engine opens PDF files.
type Engine struct{}

// Prepare does nothing.
func (Engine) Prepare(worker.File) error { return nil }

// Open opens a file.
func (Engine) Open(f worker.File) (worker.Document, error) {
	return nil, errors.New("not yet")
}
