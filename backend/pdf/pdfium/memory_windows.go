package pdfium

import (
	"unsafe"

	"github.com/tetratelabs/wazero/experimental"
	"golang.org/x/sys/windows"
)

// newMemory reserves max bytes of address space for an instance and commits them as it grows. The default grows by copying,
// which needs up to four times the limit, and leaves the copies to the garbage collector.
func newMemory(_, max uint64) experimental.LinearMemory {
	p, err := windows.VirtualAlloc(0, uintptr(max), windows.MEM_RESERVE, windows.PAGE_READWRITE)
	if err != nil {
		return &copied{}
	}
	return &reserved{at: p, max: max}
}

type reserved struct {
	at        uintptr
	committed uint64
	max       uint64
}

func (r *reserved) Reallocate(size uint64) []byte {
	if size > r.max {
		return nil
	}
	if size > r.committed {
		if _, err := windows.VirtualAlloc(r.at, uintptr(size), windows.MEM_COMMIT, windows.PAGE_READWRITE); err != nil {
			return nil
		}
		r.committed = size
	}
	// The address is the operating system's, not the Go heap's: it stays where it is.
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&r.at))), size)
}

func (r *reserved) Free() {
	if r.at != 0 {
		_ = windows.VirtualFree(r.at, 0, windows.MEM_RELEASE)
		r.at = 0
	}
}
