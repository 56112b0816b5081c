package core

import (
	"context"
	"slices"
	"sync"

	"rabbithole/backend/source"
)

// keptOpen is how many files are kept open for whoever looks at documents.
const keptOpen = 4

// openFiles are the files that were looked at last. The zero value works. Each file is used by one caller at a time.
type openFiles struct {
	mu    sync.Mutex
	files []*openFile // the one used last is last
}

type openFile struct {
	hash string
	mu   sync.Mutex
	file source.File // nil until it is opened
}

// with does something with a document's file, which open opens unless it is open. A file that gave an error is closed: it may have been
// the error's cause.
func (o *openFiles) with(hash string, open func() (source.File, error), do func(source.File) error) error {
	f := o.entry(hash)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.file == nil {
		file, err := open()
		if err != nil {
			return err
		}
		f.file = file
	}
	err := do(f.file)
	if err != nil {
		f.close()
	}
	return err
}

// entry returns the entry of a document, now the last; the first goes when there are too many.
func (o *openFiles) entry(hash string) *openFile {
	o.mu.Lock()
	defer o.mu.Unlock()
	f := &openFile{hash: hash}
	if i := slices.IndexFunc(o.files, func(f *openFile) bool { return f.hash == hash }); i >= 0 {
		f = o.files[i]
		o.files = slices.Delete(o.files, i, i+1)
	}
	o.files = append(o.files, f)
	if len(o.files) > keptOpen && o.files[0].mu.TryLock() {
		o.files[0].close()
		o.files[0].mu.Unlock()
		o.files = slices.Delete(o.files, 0, 1)
	}
	return f
}

// close closes the file. Its lock is held.
func (f *openFile) close() {
	if f.file != nil {
		_ = f.file.Close() // what is lost is a cache
		f.file = nil
	}
}

// clear closes all files: some are about to be deleted.
func (o *openFiles) clear() {
	o.mu.Lock()
	files := o.files
	o.files = nil
	o.mu.Unlock()
	for _, f := range files {
		f.mu.Lock()
		f.close()
		f.mu.Unlock()
	}
}

// Warm opens the library's copy of a document, so that where something stands on its pages is said at once. That it cannot be opened is not
// its business.
func (c *Core) Warm(ctx context.Context, hash string) {
	d, err := c.db.Document(ctx, hash)
	if err == nil && d.Format == source.PDF {
		_ = c.withFile(ctx, d, func(source.File) error { return nil })
	}
}

// withFile does something with the library's copy of a PDF.
func (c *Core) withFile(ctx context.Context, d source.Document, do func(source.File) error) error {
	return c.looked.with(d.Hash, func() (source.File, error) {
		return c.pdf.Open(ctx, c.files.Path(d), source.OpenOptions{Light: d.Engine == "ledongthuc"})
	}, do)
}
