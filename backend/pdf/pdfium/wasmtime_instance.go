//go:build cgo && linux && (amd64 || arm64)

package pdfium

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/bytecodealliance/wasmtime-go/v44"
)

// native is an instance run by wasmtime.
type native struct {
	store  *wasmtime.Store
	inst   *wasmtime.Instance
	memory *wasmtime.Memory
	bytes  []byte // the memory as it was when it last grew
	slots  slots

	file    io.ReadSeeker // what FPDF_FILEACCESS reads
	jumping bool          // a longjmp is on its way to the invoke_ function below it
}

func startWasmtime(engine *wasmtime.Engine, compiled *wasmtime.Module, limit int64) (sandbox, error) {
	n := &native{store: wasmtime.NewStore(engine)}
	n.store.Limiter(limit, -1, -1, -1, -1)
	n.store.SetWasi(wasmtime.NewWasiConfig()) // no files, no environment
	if err := n.start(engine, compiled); err != nil {
		n.close()
		return nil, err
	}
	return n, nil
}

func (n *native) start(engine *wasmtime.Engine, compiled *wasmtime.Module) (err error) {
	linker := wasmtime.NewLinker(engine)
	defer linker.Close()
	if err := linker.DefineWasi(); err != nil {
		return err
	}
	for _, im := range compiled.Imports() {
		if im.Module() != "env" {
			continue
		}
		if host := n.host(*im.Name()); host != nil {
			if err := linker.FuncNew("env", *im.Name(), im.Type().FuncType(), host); err != nil {
				return err
			}
		}
	}
	if err := linker.DefineUnknownImportsAsTraps(compiled); err != nil { // callbacks that nobody registers
		return err
	}
	if n.inst, err = linker.Instantiate(n.store, compiled); err != nil {
		return err
	}
	if n.memory = n.inst.GetExport(n.store, "memory").Memory(); n.memory == nil {
		return errors.New("PDFium without memory")
	}
	for _, name := range []string{"_initialize", "FPDF_InitLibrary"} {
		if _, err := n.do(n.store, name); err != nil {
			return err
		}
	}
	return nil
}

// host is a function that PDFium imports.
type host func(*wasmtime.Caller, []wasmtime.Val) ([]wasmtime.Val, *wasmtime.Trap)

func (n *native) host(name string) host {
	switch {
	case name == "emscripten_notify_memory_growth":
		return func(*wasmtime.Caller, []wasmtime.Val) ([]wasmtime.Val, *wasmtime.Trap) {
			n.bytes = nil
			return nil, nil
		}
	case name == "_emscripten_throw_longjmp":
		return func(*wasmtime.Caller, []wasmtime.Val) ([]wasmtime.Val, *wasmtime.Trap) {
			n.jumping = true
			return nil, wasmtime.NewTrap("longjmp")
		}
	case strings.HasPrefix(name, "invoke_"):
		returns := !strings.HasPrefix(name, "invoke_v")
		return func(c *wasmtime.Caller, args []wasmtime.Val) ([]wasmtime.Val, *wasmtime.Trap) {
			return n.invoke(c, args, returns)
		}
	case name == "FPDF_FILEACCESS_CB":
		return n.block
	}
	return nil
}

// invoke calls the function at index args[0] of the table and ends a longjmp out of it, as Emscripten's JavaScript does: setjmp looks
// at what setThrew has set.
func (n *native) invoke(c *wasmtime.Caller, args []wasmtime.Val, returns bool) ([]wasmtime.Val, *wasmtime.Trap) {
	sp, err := n.do(c, "emscripten_stack_get_current")
	if err != nil {
		return nil, trapOf(err)
	}
	fn, err := n.inst.GetExport(c, "__indirect_function_table").Table().Get(c, uint64(uint32(args[0].I32())))
	if err != nil || fn.Funcref() == nil {
		return nil, wasmtime.NewTrap("no such function in the table")
	}
	params := make([]any, len(args)-1)
	for i := range params {
		params[i] = args[i+1]
	}
	out, err := fn.Funcref().Call(c, params...)
	if err == nil && returns {
		return []wasmtime.Val{wasmtime.ValI32(out.(int32))}, nil
	}
	if err != nil {
		if !n.jumping {
			return nil, trapOf(err)
		}
		n.jumping = false
		if _, err := n.do(c, "_emscripten_stack_restore", sp); err != nil {
			return nil, trapOf(err)
		}
		if _, err := n.do(c, "setThrew", int32(1), int32(0)); err != nil {
			return nil, trapOf(err)
		}
		if returns {
			return []wasmtime.Val{wasmtime.ValI32(0)}, nil
		}
	}
	return nil, nil
}

// do calls an exported function the slow way, also from inside another call.
func (n *native) do(store wasmtime.Storelike, name string, args ...any) (any, error) {
	fn := n.inst.GetFunc(store, name)
	if fn == nil {
		return nil, fmt.Errorf("PDFium has no function %s", name)
	}
	return fn.Call(store, args...)
}

// trapOf passes on why a call inside a call ended.
func trapOf(err error) *wasmtime.Trap {
	var t *wasmtime.Trap
	if errors.As(err, &t) {
		return t
	}
	return wasmtime.NewTrap(err.Error())
}

// block fills a buffer from the file: int (*m_GetBlock)(void *param, unsigned long position, unsigned char *buffer, unsigned long size).
func (n *native) block(_ *wasmtime.Caller, args []wasmtime.Val) ([]wasmtime.Val, *wasmtime.Trap) {
	read := int32(0)
	position, buffer, size := uint32(args[1].I32()), uint32(args[2].I32()), uint32(args[3].I32())
	if b, ok := n.view(buffer, size); ok && n.file != nil {
		if _, err := n.file.Seek(int64(position), io.SeekStart); err == nil {
			if _, err := io.ReadFull(n.file, b); err == nil {
				read = int32(size)
			}
		}
	}
	return []wasmtime.Val{wasmtime.ValI32(read)}, nil
}

func (n *native) function(name string) function {
	fn := n.inst.GetFunc(n.store, name)
	if fn == nil {
		return nil
	}
	return caller(n.store, fn, &n.slots)
}

func (n *native) view(p, size uint32) ([]byte, bool) {
	if n.bytes == nil {
		n.bytes = n.memory.UnsafeData(n.store)
	}
	end := uint64(p) + uint64(size)
	if end > uint64(len(n.bytes)) {
		return nil, false
	}
	return n.bytes[p:end:end], true
}

func (n *native) reader(r io.ReadSeeker, size int64) (uint64, error) {
	n.file = r
	param, err := n.do(n.store, "malloc", int32(4))
	if err != nil {
		return 0, err
	}
	b, ok := n.view(uint32(param.(int32)), 4)
	if !ok || param.(int32) == 0 {
		return 0, errors.New("PDFium is out of memory")
	}
	binary.LittleEndian.PutUint32(b, 0) // there is one file
	access, err := n.do(n.store, "FPDF_FILEACCESS_Create", int32(size), param)
	if err != nil {
		return 0, err
	}
	return uint64(uint32(access.(int32))), nil
}

func (n *native) close() {
	n.bytes = nil
	n.store.Close()
}
