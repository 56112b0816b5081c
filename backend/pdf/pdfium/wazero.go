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

	"rabbithole/backend/private"
)

// loadWazero returns what starts instances run by wazero, in pure Go.
func loadWazero(ctx context.Context, o LibraryOptions) (func() (sandbox, error), error) {
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
	return func() (sandbox, error) { return startWazero(ctx, pool) }, nil
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
	if o.CacheDir == "" || !private.Untouched(o.CacheDir) {
		return config, nil
	}
	cache, err := wazero.NewCompilationCacheWithDir(o.CacheDir)
	if err != nil {
		return config, nil // slower to start, no less right
	}
	return config.WithCompilationCache(cache), nil
}

// portable is an instance run by wazero.
type portable struct {
	ctx  context.Context
	inst gopdfium.Pdfium
	mod  api.Module
}

func startWazero(ctx context.Context, pool gopdfium.Pool) (sandbox, error) {
	inst, err := pool.GetInstance(30 * time.Second)
	if err != nil {
		return nil, err
	}
	mod, err := moduleOf(inst)
	if err != nil {
		inst.Close()
		return nil, err
	}
	return &portable{ctx: ctx, inst: inst, mod: mod}, nil
}

// moduleOf takes the WebAssembly module out of the wrapper, whose type is internal but whose field is exported.
func moduleOf(inst gopdfium.Pdfium) (api.Module, error) {
	v := reflect.Indirect(reflect.ValueOf(inst.GetImplementation()))
	if v.Kind() != reflect.Struct {
		return nil, errors.New("unknown wrapper")
	}
	f := v.FieldByName("Module")
	if !f.IsValid() {
		return nil, errors.New("wrapper without module")
	}
	m, ok := f.Interface().(api.Module)
	if !ok || m == nil {
		return nil, errors.New("wrapper without module")
	}
	return m, nil
}

func (p *portable) function(name string) function {
	fn := p.mod.ExportedFunction(name)
	if fn == nil {
		return nil
	}
	return func(stack []uint64) error { return fn.CallWithStack(p.ctx, stack) }
}

func (p *portable) view(at, n uint32) ([]byte, bool) { return p.mod.Memory().Read(at, n) }

func (p *portable) reader(r io.ReadSeeker, size int64) (uint64, error) {
	impl, ok := p.inst.GetImplementation().(interface {
		CreateFileAccessReader(int64, io.ReadSeeker) (*uint64, *uint32, error)
	})
	if !ok {
		return 0, errors.New("PDFium cannot read from a stream")
	}
	access, _, err := impl.CreateFileAccessReader(size, r)
	if err != nil {
		return 0, err
	}
	return *access, nil
}

func (p *portable) close() {
	defer func() { _ = recover() }() // a trapped instance may trap again
	p.inst.Close()
}
