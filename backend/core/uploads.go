package core

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"rabbithole/backend/source"
)

// Uploads is the folder for files that reach the program without a path of their own, from a browser. Each lies in a folder of its
// upload. They are deleted once they are added, and when the library is opened.
func (c *Core) Uploads() string { return filepath.Join(c.config.Home, "uploads") }

// SetAddress writes down where this process listens, for whoever finds the library in use.
func (c *Core) SetAddress(address string) error { return c.lock.SetAddress(address) }

// dropUploads deletes those of the paths that are uploads. The documents made of them have the library's copy, and no path of the person's.
func (c *Core) dropUploads(ctx context.Context, paths []string) error {
	var errs []error
	for _, path := range paths {
		if path, err := filepath.Abs(path); err != nil || !within(path, c.Uploads()) {
			continue
		}
		errs = append(errs, c.dropUpload(ctx, path))
	}
	return errors.Join(errs...)
}

// dropUpload forgets a file or folder of the uploads, or the whole of them.
func (c *Core) dropUpload(ctx context.Context, path string) error {
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	docs, err := c.db.Documents(ctx, source.DocumentFilter{})
	if err != nil {
		return err
	}
	for _, d := range docs {
		if d.Path != path && !within(d.Path, path) {
			continue
		}
		d.Path = ""
		if _, err := c.db.PutDocument(ctx, d); err != nil {
			return err
		}
	}
	err = os.RemoveAll(path)
	os.Remove(filepath.Dir(path)) // the folder of the upload, once it is empty
	return err
}
