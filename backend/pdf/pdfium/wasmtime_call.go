//go:build cgo && linux && (amd64 || arm64)

package pdfium

/*
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// The functions of wasmtime's C interface that a call without type checks needs; its Go binding has none, and takes microseconds for
// one with them.
typedef struct { size_t size; char *data; } wasm_byte_vec_t;
void *wasmtime_func_call_unchecked(void *context, const void *func, void *args_and_results, size_t n, void **trap);
void wasmtime_error_message(const void *error, wasm_byte_vec_t *message);
void wasmtime_error_delete(void *error);
void wasm_trap_message(const void *trap, wasm_byte_vec_t *message);
void wasm_trap_delete(void *trap);
void wasm_byte_vec_delete(wasm_byte_vec_t *);

// A wasmtime_val_raw_t: 16 bytes, of which integers and floats take the first.
typedef struct { uint64_t low, high; } slot;

// call returns NULL, or why the call ended early, to be freed.
static char *call(void *context, const void *func, slot *slots, size_t n) {
	void *trap = NULL;
	void *error = wasmtime_func_call_unchecked(context, func, slots, n, &trap);
	if (!error && !trap) return NULL;
	wasm_byte_vec_t message;
	if (error) wasmtime_error_message(error, &message); else wasm_trap_message(trap, &message);
	char *why = strndup(message.data, message.size);
	wasm_byte_vec_delete(&message);
	if (error) wasmtime_error_delete(error);
	if (trap) wasm_trap_delete(trap);
	return why;
}
*/
import "C"

import (
	"errors"
	"strings"
	"unsafe"

	"github.com/bytecodealliance/wasmtime-go/v44"
)

// slots has room for the arguments of any function of PDFium, and for its result.
type slots [16]C.slot

// caller returns f as a function. The slots are shared by the functions of one store, which never run at the same time.
func caller(store *wasmtime.Store, f *wasmtime.Func, s *slots) function {
	context := unsafe.Pointer(store.Context())
	extern := f.AsExtern()
	return func(stack []uint64) error {
		for i, v := range stack {
			s[i].low = C.uint64_t(v)
		}
		// The function lies behind the kind of an extern, at the alignment of its first field.
		why := C.call(context, unsafe.Add(unsafe.Pointer(&extern), 8), &s[0], C.size_t(len(s)))
		if why != nil {
			defer C.free(unsafe.Pointer(why))
			return errors.New(cause(C.GoString(why)))
		}
		stack[0] = uint64(s[0].low)
		return nil
	}
}

// cause returns the last line of a message: wasmtime puts what happened behind a list of where.
func cause(message string) string {
	lines := strings.Split(strings.TrimSpace(message), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}
