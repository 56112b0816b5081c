// Package pdf reads PDF files, and text files as package text does, in child processes: any file a person owns, also one made to break its
// reader.
//
// It promises that no file crashes or stops the program: a child that takes too long or dies is replaced, the page it was on
// is marked failed, and the next page follows. It promises page text in reading order and rectangles that fit it. It refuses
// to know what becomes of pages.
package pdf

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync/atomic"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/pdf/worker"
	"rabbithole/backend/source"
	"rabbithole/backend/text"
)

// Options adjust an Extractor. The zero value works.
type Options struct {
	Workers     int           // most child processes at a time; 0 means one per processor, at most 4
	PageTime    time.Duration // longest wait for a page, and for opening; 0 means 10 s
	RenderTime  time.Duration // longest wait for a drawing; 0 means 20 s
	FileTime    time.Duration // longest wait for all pages of a file; 0 means 60 s and half a second for each page
	CacheDir    string        // where compiled code is kept; "" means the user's cache directory
	Executable  string        // program to start children from; "" means this one
	MemoryLimit uint64        // bytes a child may hold; 0 means 1 GiB
}

// Extractor opens PDF files, and text files by their names. It owns the child processes and must be closed.
type Extractor struct {
	o    Options
	pool *pool
	ids  atomic.Int64
}

// New returns an Extractor. No process is started before the first file is opened.
func New(o Options) *Extractor {
	if o.Workers <= 0 {
		o.Workers = min(runtime.NumCPU(), 4)
	}
	if o.PageTime <= 0 {
		o.PageTime = 10 * time.Second
	}
	if o.RenderTime <= 0 {
		o.RenderTime = 20 * time.Second
	}
	if o.MemoryLimit == 0 {
		o.MemoryLimit = 1 << 30
	}
	if o.CacheDir == "" {
		o.CacheDir = CacheDir()
	}
	return &Extractor{o: o, pool: newPool(o)}
}

// CacheDir returns where compiled code is kept when nothing else is asked for: losing it costs some seconds. It is in a folder of the
// user's own also where all users share one for temporary files.
func CacheDir() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return filepath.Join(os.TempDir(), "rabbithole-"+strconv.Itoa(os.Getuid()), "pdfium")
	}
	return filepath.Join(dir, "rabbithole", "pdfium")
}

// Open opens the file at path. It returns a fault of kind NotFound, Password or Unreadable when the file is to blame.
func (x *Extractor) Open(ctx context.Context, path string, o source.OpenOptions) (source.File, error) {
	op := "open " + filepath.Base(path)
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fault.New(op, fault.NotFound, "Check the path.", err)
	}
	info, err := os.Stat(abs)
	if err != nil {
		return nil, fault.New(op, fault.NotFound, "Check that the file is still there and that you may read it.", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fault.New(op, fault.Unreadable, "Name a file.", fmt.Errorf("%s is not a file", abs))
	}
	f := &file{x: x, op: op, open: worker.File{Path: abs, Password: o.Password, Size: info.Size(), Light: o.Light}}
	_, f.open.Text = text.FormatOf(abs)
	f.id = x.ids.Add(1)
	if info.Size() == 0 {
		return nil, f.fault(worker.Unreadable("the file is empty"))
	}
	if err := f.readMeta(ctx); err != nil {
		return nil, err
	}
	return f, nil
}

// fileTime returns how long the processes reading a file of this many pages are waited for, all in all.
func (o Options) fileTime(pages int) time.Duration {
	if o.FileTime > 0 {
		return o.FileTime
	}
	return time.Minute + time.Duration(pages)*time.Second/2
}

// openTime returns how long the opening of a file is waited for. A text is read whole then.
func (o Options) openTime(f worker.File) time.Duration {
	if f.Text {
		return o.fileTime(int(f.Size / textPage))
	}
	return o.PageTime
}

// textPage is about how many bytes of a text are a page.
const textPage = 100 << 10

// loadTime is the longest wait for a child to load its engine, which takes some seconds of computing at the first time ever.
const loadTime = 2 * time.Minute

// Close ends the child processes. Files opened from x cannot be read any more.
func (x *Extractor) Close() error {
	x.pool.close()
	return nil
}
