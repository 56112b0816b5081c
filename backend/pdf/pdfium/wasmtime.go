//go:build cgo && linux && (amd64 || arm64)

package pdfium

import (
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	_ "unsafe" // for go:linkname

	"github.com/bytecodealliance/wasmtime-go/v44"
	_ "github.com/klippa-app/go-pdfium/webassembly" // holds wasm

	"rabbithole/backend/private"
)

// wasm is PDFium's WebAssembly, which the wrapper embeds and keeps to itself.
//
//go:linkname wasm github.com/klippa-app/go-pdfium/webassembly.pdfiumWasm
var wasm []byte

// stackLimit bounds what WebAssembly may take of a thread's stack: a file's nesting ends in a trap, not in a crash.
const stackLimit = 1 << 20

// loadWasmtime returns what starts instances run by wasmtime.
func loadWasmtime(o LibraryOptions) (func() (sandbox, error), error) {
	config := wasmtime.NewConfig()
	config.SetMaxWasmStack(stackLimit)
	engine := wasmtime.NewEngineWithConfig(config)
	compiled, err := compile(engine, o.CacheDir)
	if err != nil {
		return nil, fmt.Errorf("load PDFium: %w", err)
	}
	return func() (sandbox, error) { return startWasmtime(engine, compiled, int64(o.MemoryPages)<<16) }, nil
}

// compile returns PDFium's machine code, from the cache when it is there and was made by this wasmtime for this processor, which
// wasmtime checks. The code in the cache is trusted as the program itself is.
func compile(engine *wasmtime.Engine, cacheDir string) (*wasmtime.Module, error) {
	if !private.Untouched(cacheDir) { // what is run there is machine code
		cacheDir = ""
	}
	path := filepath.Join(cacheDir, fmt.Sprintf("wasmtime-%08x", crc32.Checksum(wasm, crc32.MakeTable(crc32.Castagnoli))))
	if cacheDir != "" {
		if m, err := wasmtime.NewModuleDeserializeFile(engine, path); err == nil {
			return m, nil
		}
	}
	m, err := wasmtime.NewModule(engine, wasm)
	if err != nil || cacheDir == "" {
		return m, err
	}
	if code, err := m.Serialize(); err == nil {
		_ = keep(path, code) // without it the next start is slower, no less right
	}
	return m, nil
}

// keep writes a file that is either whole or not there, whoever writes it at the same time.
func keep(path string, data []byte) (err error) {
	if err := private.MkdirAll(filepath.Dir(path)); err != nil {
		return err
	}
	f, err := private.CreateTemp(filepath.Dir(path), "wasmtime-*.new")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	return err
}
