package pdfium

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"unicode/utf16"
)

// module is one instance of PDFium: its functions and its memory. Used by one goroutine.
//
// A call that traps (out of memory, an assertion) leaves the instance in an unknown state. As every method of a Document is a
// row of calls, call panics with a trap instead of returning it; the exported methods recover it.
type module struct {
	sandbox sandbox
	fns     map[string]function
	stack   [10]uint64
	scratch uint32 // a buffer of scratchSize bytes for small results
}

// trap is the panic of a call that the sandbox ended.
type trap struct{ err error }

const scratchSize = 4096

// call calls a C function with integers and pointers as they are and floats encoded by f64 and f32.
func (m *module) call(name string, args ...uint64) uint64 {
	fn := m.fns[name]
	if fn == nil {
		if fn = m.sandbox.function(name); fn == nil {
			panic(trap{fmt.Errorf("PDFium has no function %s", name)})
		}
		m.fns[name] = fn
	}
	n := copy(m.stack[:], args)
	if err := fn(m.stack[:max(n, 1)]); err != nil {
		panic(trap{fmt.Errorf("%s: %w", name, err)})
	}
	return m.stack[0]
}

// i32 calls a function that returns an int.
func (m *module) i32(name string, args ...uint64) int { return int(int32(m.call(name, args...))) }

// ptr calls a function that returns a pointer or handle; 0 is null.
func (m *module) ptr(name string, args ...uint64) uint64 {
	return uint64(uint32(m.call(name, args...)))
}

// ok calls a function that returns a boolean.
func (m *module) ok(name string, args ...uint64) bool { return int32(m.call(name, args...)) != 0 }

func f64(x float64) uint64 { return math.Float64bits(x) }

func f32(x float32) uint64 { return uint64(math.Float32bits(x)) }

func (m *module) malloc(size int) uint64 {
	p := m.ptr("malloc", uint64(size))
	if p == 0 {
		panic(trap{errors.New("PDFium is out of memory")})
	}
	return p
}

func (m *module) free(p uint64) { m.call("free", p) }

// small returns the scratch buffer. Its content is valid until the next use.
func (m *module) small() uint64 {
	if m.scratch == 0 {
		m.scratch = uint32(m.malloc(scratchSize))
	}
	return uint64(m.scratch)
}

// bytes returns a view of n bytes at p, valid until the next call.
func (m *module) bytes(p uint64, n int) []byte {
	b, ok := m.sandbox.view(uint32(p), uint32(n))
	if !ok {
		panic(trap{errors.New("PDFium returned a pointer outside its memory")})
	}
	return b
}

func (m *module) readF64(p uint64) float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(m.bytes(p, 8)))
}

func (m *module) readF32(p uint64) float64 {
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(m.bytes(p, 4))))
}

func (m *module) readU32(p uint64) uint32 { return binary.LittleEndian.Uint32(m.bytes(p, 4)) }

// put copies data into fresh memory, to be freed by the caller.
func (m *module) put(data []byte) uint64 {
	p := m.malloc(max(len(data), 1))
	copy(m.bytes(p, len(data)), data)
	return p
}

func (m *module) putString(s string) uint64 { return m.put(append([]byte(s), 0)) }

// utf16 reads a string from a function that takes (args..., buffer, size in bytes) and returns the size it needs in bytes, the
// closing zero included. Strings over maxString bytes are cut.
func (m *module) utf16(name string, args ...uint64) string {
	raw := m.sized(name, maxString, args...)
	u := make([]uint16, len(raw)/2)
	for i := range u {
		u[i] = binary.LittleEndian.Uint16(raw[2*i:])
	}
	if n := len(u); n > 0 && u[n-1] == 0 {
		u = u[:n-1]
	}
	return string(utf16.Decode(u))
}

// sized reads the bytes of such a function.
func (m *module) sized(name string, limit int, args ...uint64) []byte {
	buf := m.small()
	n := m.i32(name, append(args, buf, scratchSize)...)
	if n <= 0 || n > limit {
		return nil
	}
	if n <= scratchSize {
		return append([]byte(nil), m.bytes(buf, n)...)
	}
	big := m.malloc(n)
	defer m.free(big)
	m.call(name, append(args, big, uint64(n))...)
	return append([]byte(nil), m.bytes(big, n)...)
}

// reader makes a C file handle that reads from r.
func (m *module) reader(r io.ReadSeeker, size int64) (uint64, error) {
	p, err := m.sandbox.reader(r, size)
	if err != nil {
		return 0, fmt.Errorf("give PDFium the file: %w", err)
	}
	return p, nil
}

// close ends the instance and returns its memory.
func (m *module) close() { m.sandbox.close() }

// float calls a function that returns a float.
func (m *module) float(name string, args ...uint64) float64 {
	return float64(math.Float32frombits(uint32(m.call(name, args...))))
}

// double calls a function that returns a double.
func (m *module) double(name string, args ...uint64) float64 {
	return math.Float64frombits(m.call(name, args...))
}
