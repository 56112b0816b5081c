package pdfium

import (
	"context"
	"fmt"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// TestLoad_TakesWazeroWhereAddressesAreShort runs where wasmtime cannot reserve its four gigabytes of addresses.
func TestLoad_TakesWazeroWhereAddressesAreShort(t *testing.T) {
	o := LibraryOptions{CacheDir: cacheDir(t), MemoryPages: textMemory}
	warm, err := Load(context.Background(), LibraryOptions{CacheDir: o.CacheDir, MemoryPages: textMemory, Portable: true})
	if err != nil { // also compiles, which takes more memory than is left below
		t.Fatal(err)
	}
	warm.ready.close()
	var before unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_AS, &before); err != nil {
		t.Fatal(err)
	}
	if err := unix.Setrlimit(unix.RLIMIT_AS, &unix.Rlimit{Cur: addresses(t) + 1<<30, Max: before.Max}); err != nil {
		t.Fatal(err)
	}
	lib, err := Load(context.Background(), o)
	if err := unix.Setrlimit(unix.RLIMIT_AS, &before); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer lib.ready.close()
	if _, ok := lib.ready.(*portable); !ok {
		t.Errorf("run by %T", lib.ready)
	}
}

// addresses returns how many bytes of address space this process has taken.
func addresses(t *testing.T) uint64 {
	t.Helper()
	raw, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	var pages uint64
	if _, err := fmt.Sscan(string(raw), &pages); err != nil {
		t.Fatal(err)
	}
	return pages * uint64(os.Getpagesize())
}
