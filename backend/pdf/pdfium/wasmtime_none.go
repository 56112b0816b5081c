//go:build !cgo || !linux || !(amd64 || arm64)

package pdfium

import "errors"

// loadWasmtime fails: this program was built without C, or for a system on which wasmtime was not tried.
func loadWasmtime(LibraryOptions) (func() (sandbox, error), error) {
	return nil, errors.New("built without wasmtime")
}
