package ingest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// Keep copies a person's file into the library's folder as it is, without reading what stands in it, and tells note of it before anything can
// take the copy for one that nobody knows. A fault says what is the matter with the file.
func (in *Ingester) Keep(ctx context.Context, path string, note func(source.Document) error) error {
	in.keeping.RLock()
	defer in.keeping.RUnlock()
	path = OnDisk(path)
	d, err := in.keep(ctx, path)
	var known *fault.Error
	switch {
	case err == nil:
		return note(d)
	case ctx.Err() != nil:
		return fault.New("attach "+source.FileName(path), fault.Cancelled, "Attach the file again.", ctx.Err())
	case errors.As(err, &known):
		return err
	}
	return fault.New("attach "+source.FileName(path), fault.Unreadable, reasonForFile(err).text, err)
}

func (in *Ingester) keep(ctx context.Context, path string) (source.Document, error) {
	d := source.Document{Name: source.FileName(path), AddedAt: in.now()}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return d, fault.New("attach "+path, fault.NotFound, "There is no such file. Check the spelling of the path.", nil)
	case err != nil:
		return d, err
	case !info.Mode().IsRegular():
		return d, fault.New("attach "+d.Name, fault.Usage, "Attach files one by one; folders are added to the library.", errors.New("it is no file"))
	}
	if d.Format, err = detectFormat(path); err != nil {
		return d, err
	}
	if d.Format == "" {
		return d, fault.New("attach "+d.Name, fault.Usage, "What can be read: "+Accepted+".", fmt.Errorf("files of type %q are not read",
			filepath.Ext(path)))
	}
	d.Hash, d.Bytes, err = in.copied(ctx, path, d.Format)
	return d, err
}

// copied copies a file into the folder, unless its copy is there, and notes before that nobody knows it yet.
func (in *Ingester) copied(ctx context.Context, path string, format source.Format) (hash string, size int64, err error) {
	return in.Files.keep(ctx, path, format, func(hash string) error { return in.Library.NoteCopy(ctx, hash) })
}
