// Package pdfium reads PDF files with PDFium, compiled to WebAssembly and run by wazero: no cgo, and a sandbox around a large
// C++ program that is fed files from anywhere.
//
// It speaks to PDFium's C functions directly: the Go wrapper around them looks up names and allocates on every call, which
// matters where characters are asked about one by one. It promises that Document's text and rectangles fit together: an offset
// in a page's text leads back to the characters it came from. It refuses to limit time: it runs in a process that can be killed.
package pdfium

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"time"

	gopdfium "github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// Library is PDFium, compiled once; every document gets an instance of its own.
type Library struct {
	ctx  context.Context
	pool gopdfium.Pool
}

// LibraryOptions say how PDFium is run.
type LibraryOptions struct {
	CacheDir    string // where compiled code is kept between runs; "" compiles anew (two seconds)
	MemoryPages uint32 // limit of one instance, in pages of 64 KiB
	Interpret   bool   // run where no compiler exists: works everywhere, 50 times slower
}

// ErrNoCompiler says that WebAssembly cannot be compiled for this processor.
var ErrNoCompiler = errors.New("webassembly cannot be compiled on this processor")

// Load compiles PDFium, or takes the compiled code from the cache. It returns ErrNoCompiler where only the interpreter would run.
func Load(ctx context.Context, o LibraryOptions) (l *Library, err error) {
	config, err := runtimeConfig(o)
	if err != nil {
		return nil, err
	}
	ctx = experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(newMemory))
	pool, err := webassembly.Init(webassembly.Config{
		Context:       ctx,
		MaxTotal:      1,
		FSConfig:      wazero.NewFSConfig(), // the default shows the whole disk to the sandbox
		RuntimeConfig: config,
		Stdout:        io.Discard,
		Stderr:        io.Discard,
	})
	if err != nil {
		return nil, fmt.Errorf("load PDFium: %w", err)
	}
	return &Library{ctx: ctx, pool: pool}, nil
}

func runtimeConfig(o LibraryOptions) (config wazero.RuntimeConfig, err error) {
	defer func() {
		if recover() != nil {
			err = ErrNoCompiler
		}
	}()
	config = wazero.NewRuntimeConfigInterpreter()
	if !o.Interpret {
		config = wazero.NewRuntimeConfigCompiler() // panics where there is none
	}
	config = config.WithMemoryLimitPages(o.MemoryPages)
	if o.CacheDir == "" {
		return config, nil
	}
	cache, err := wazero.NewCompilationCacheWithDir(o.CacheDir)
	if err != nil {
		return config, nil // slower to start, no less right
	}
	return config.WithCompilationCache(cache), nil
}

// instance starts an instance of the compiled code.
func (l *Library) instance() (*module, error) {
	inst, err := l.pool.GetInstance(30 * time.Second)
	if err != nil {
		return nil, fmt.Errorf("start PDFium: %w", err)
	}
	m, err := moduleOf(inst)
	if err != nil {
		inst.Close()
		return nil, err
	}
	return &module{ctx: l.ctx, inst: inst, mod: m, mem: m.Memory(), fns: map[string]api.Function{}}, nil
}

// moduleOf takes the WebAssembly module out of the wrapper, whose type is internal but whose field is exported.
func moduleOf(inst gopdfium.Pdfium) (api.Module, error) {
	v := reflect.Indirect(reflect.ValueOf(inst.GetImplementation()))
	if v.Kind() != reflect.Struct {
		return nil, errors.New("start PDFium: unknown wrapper")
	}
	f := v.FieldByName("Module")
	if !f.IsValid() {
		return nil, errors.New("start PDFium: wrapper without module")
	}
	m, ok := f.Interface().(api.Module)
	if !ok || m == nil {
		return nil, errors.New("start PDFium: wrapper without module")
	}
	return m, nil
}
