package pdfium

import "io"

// sandbox is an instance of PDFium's WebAssembly with a memory of its own. wazero provides it everywhere, wasmtime, faster, where C can
// be linked.
type sandbox interface {
	// function returns an exported function, nil when there is none.
	function(name string) function
	// view returns the n bytes of memory at p, valid until the next call, and whether they exist.
	view(p, n uint32) ([]byte, bool)
	// reader makes a C file handle (FPDF_FILEACCESS) that reads from r.
	reader(r io.ReadSeeker, size int64) (uint64, error)
	close()
}

// function is a C function. Its arguments are on the stack, floats by their bits; its result replaces the first. The stack has room for
// either.
type function func(stack []uint64) error
