//go:build linux || darwin || freebsd

package pdfium

import (
	"github.com/tetratelabs/wazero/experimental"
	"golang.org/x/sys/unix"
)

// newMemory reserves max bytes of address space for an instance. The default grows by copying, which needs up to four times
// the limit, and leaves the copies to the garbage collector.
func newMemory(_, max uint64) experimental.LinearMemory {
	b, err := unix.Mmap(-1, 0, int(max), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return &copied{}
	}
	return &mapped{b}
}

type mapped struct{ all []byte }

func (m *mapped) Reallocate(size uint64) []byte {
	if size > uint64(len(m.all)) {
		return nil
	}
	return m.all[:size:size]
}

func (m *mapped) Free() {
	if m.all != nil {
		_ = unix.Munmap(m.all)
		m.all = nil
	}
}
