package pdf

import (
	"errors"
	"os"
	"strconv"

	"rabbithole/backend/child"
	"rabbithole/backend/pdf/light"
	"rabbithole/backend/pdf/pdfium"
	"rabbithole/backend/pdf/worker"
	"rabbithole/backend/private"
)

// workerArgument, as a program's first argument, makes it a reader of documents.
const workerArgument = "__pdf-worker"

// RunWorkerIfAsked makes this process a reader of documents, or the guard of a child, and does not return, when it was started
// as one. A program that uses an Extractor or Tesseract calls it first thing in main, a test in TestMain. Work, if there is any, is what
// Extractor.Work has done.
func RunWorkerIfAsked(work ...func([]byte) ([]byte, error)) {
	child.RunGuardIfAsked()
	if len(os.Args) < 4 || os.Args[1] != workerArgument {
		return
	}
	private.Everything() // the compiled code that the engines keep
	limit, _ := strconv.ParseUint(os.Args[3], 10, 64)
	s := &worker.Server{
		Engine:      &engines{regular: &pdfium.Engine{CacheDir: os.Args[2]}, light: light.Engine{}, text: texts{}},
		MemoryLimit: limit,
		Exit:        os.Exit,
	}
	for _, w := range work {
		s.Work = w
	}
	s.Serve(os.Stdin, os.Stdout)
}

// engines chooses between the engines. Of those for PDF files it takes the light one when it is asked for, or when the regular one cannot
// run here.
type engines struct {
	regular, light, text worker.Engine
}

// Prepare gets the engine for files such as f ready.
func (e *engines) Prepare(f worker.File) error {
	if f.Text || f.Light && !f.Draw {
		return nil
	}
	if err := e.regular.Prepare(f); !errors.Is(err, pdfium.ErrNoCompiler) {
		return err
	}
	return nil
}

// Open opens f with one of the engines. Only the regular one draws.
func (e *engines) Open(f worker.File) (worker.Document, error) {
	switch {
	case f.Text:
		return e.text.Open(f)
	case f.Light && !f.Draw:
		return e.light.Open(f)
	}
	doc, err := e.regular.Open(f)
	if errors.Is(err, pdfium.ErrNoCompiler) {
		return e.light.Open(f)
	}
	return doc, err
}
