package pdfium

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"rabbithole/backend/fault"
	"rabbithole/backend/pdf/worker"
	"rabbithole/backend/source"
)

// Document is a file opened by PDFium, with an instance of its own. When a call traps, the instance is replaced.
type Document struct {
	lib  *Library
	file worker.File
	size int64

	m        *module
	handle   uint64
	pages    int
	served   int          // pages read by this instance
	skipForm map[int]bool // pages whose forms must not be flattened
	stream   *os.File     // the file, when it is read where it lies
}

// open starts an instance and opens the file in it, with the empty password first: an owner's password refuses itself.
func (d *Document) open() (err error) {
	if d.m, err = d.lib.instance(); err != nil {
		return err
	}
	defer recoverTrap(&err, "the file's structure defeats the reader")
	load, err := d.source()
	if err != nil {
		return err
	}
	if d.handle, err = d.unlock(load); err != nil {
		return err
	}
	d.served = 0
	d.pages = d.realPages(d.m.i32("FPDF_GetPageCount", d.handle))
	if d.pages == 0 {
		return worker.Unreadable("the file has no pages")
	}
	return nil
}

// source gives the file's bytes to the instance and returns the function that loads them with a password.
func (d *Document) source() (func(password uint64) uint64, error) {
	f, err := os.Open(d.file.Path)
	if err != nil {
		return nil, worker.Unreadable("the file is gone or may not be read")
	}
	if d.size > inMemory {
		d.stream = f
		access, err := d.m.reader(f, d.size)
		return func(password uint64) uint64 { return d.m.ptr("FPDF_LoadCustomDocument", access, password) }, err
	}
	defer f.Close()
	at := d.m.malloc(int(d.size)) // lives as long as the instance
	data := d.m.bytes(at, int(d.size))
	n, err := io.ReadFull(f, data)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, worker.Unreadable("the file cannot be read: %v", err)
	}
	if len(bytes.Trim(data[:n], "\x00 \r\n\t")) == 0 {
		return nil, worker.Unreadable("the file holds nothing but blanks")
	}
	return func(password uint64) uint64 { return d.m.ptr("FPDF_LoadMemDocument64", at, uint64(n), password) }, nil
}

// PDFium's error codes.
const (
	errFormat   = 3
	errPassword = 4
	errSecurity = 5
)

func (d *Document) unlock(load func(uint64) uint64) (uint64, error) {
	if h := load(0); h != 0 {
		return h, nil
	}
	code := d.m.i32("FPDF_GetLastError")
	if code == errPassword && d.file.Password != "" {
		p := d.m.putString(d.file.Password)
		defer d.m.free(p)
		if h := load(p); h != 0 {
			return h, nil
		}
		if d.m.i32("FPDF_GetLastError") == errPassword {
			return 0, &worker.Failure{Kind: fault.Password, Reason: "the password is wrong"}
		}
	}
	switch code {
	case errPassword:
		return 0, &worker.Failure{Kind: fault.Password, Reason: "the file is protected by a password"}
	case errSecurity:
		return 0, worker.Unreadable("the file is encrypted in a way that is not supported")
	case errFormat:
		return 0, worker.Unreadable("this is not a PDF file, or it is damaged beyond repair")
	}
	return 0, worker.Unreadable("the file cannot be opened as a PDF (code %d)", code)
}

// realPages mends a page count that the file only claims: it returns the number of the last page that loads. A count that
// small files reach honestly is believed.
func (d *Document) realPages(claimed int) int {
	if claimed <= 2000 || d.loads(claimed) {
		return max(claimed, 0)
	}
	low, high := 1, claimed // binary search: pages that exist come first
	for low < high {
		mid := (low + high + 1) / 2
		if d.loads(mid) {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return low
}

func (d *Document) loads(page int) bool {
	p := d.m.ptr("FPDF_LoadPage", d.handle, uint64(page-1))
	if p == 0 {
		return false
	}
	d.m.call("FPDF_ClosePage", p)
	return true
}

// reopen replaces the instance.
func (d *Document) reopen() error {
	d.Close()
	return d.open()
}

// Close frees the instance.
func (d *Document) Close() {
	if d.m != nil {
		d.m.close()
		d.m, d.handle = nil, 0
	}
	if d.stream != nil {
		d.stream.Close()
		d.stream = nil
	}
}

// ready makes sure that there is an instance: one that trapped was thrown away.
func (d *Document) ready() error {
	if d.m != nil {
		return nil
	}
	return d.open()
}

// attempt runs do, and once more on a fresh instance when the first, having served other pages, trapped: memory may have
// run short for their sake.
func (d *Document) attempt(do func() error) error {
	for {
		if err := d.ready(); err != nil {
			return err
		}
		used := d.served > 0
		err := guard(do)
		d.served++
		var t trap
		if !errors.As(err, &t) {
			return err
		}
		d.Close()
		if !used {
			what, _, _ := strings.Cut(t.Error(), "\n") // the engine's stack helps nobody who reads the reason
			return fmt.Errorf("the page defeats the reader: %s", what)
		}
	}
}

// Error returns the cause of the trap.
func (t trap) Error() string { return t.err.Error() }

func guard(do func() error) (err error) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case trap:
			err = v
		default:
			panic(v)
		}
	}()
	return do()
}

func recoverTrap(err *error, reason string) {
	switch v := recover().(type) {
	case nil:
	case trap:
		*err = worker.Unreadable("%s", reason)
	default:
		panic(v)
	}
}

// Page reads page n, 1-based.
func (d *Document) Page(n int) (page source.Page, err error) {
	err = d.attempt(func() error {
		page, err = d.read(n)
		return err
	})
	return page, err
}
