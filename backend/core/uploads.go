package core

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"rabbithole/backend/source"
)

// Uploads is the folder for files that reach the program without a path of their own, from a browser. Each lies in a folder of its
// upload. They are deleted once they are added, and when the library is opened.
func (c *Core) Uploads() string { return filepath.Join(c.config.Home, "uploads") }

// SetAddress writes down where this process listens, for whoever finds the library in use.
func (c *Core) SetAddress(address string) error { return c.lock.SetAddress(address) }

// dropUploads deletes those of the paths that are uploads. The documents made of them have the library's copy, and no path of the person's.
func (c *Core) dropUploads(ctx context.Context, paths []string) error {
	var uploads []string
	for _, path := range paths {
		if path, err := filepath.Abs(path); err == nil && within(path, c.Uploads()) {
			uploads = append(uploads, path)
		}
	}
	if len(uploads) == 0 {
		return nil
	}
	docs, err := c.db.Documents(ctx, source.DocumentFilter{})
	if err != nil {
		return err
	}
	for _, d := range docs {
		if !slices.ContainsFunc(uploads, func(upload string) bool { return within(d.Path, upload) }) {
			continue
		}
		d.Path = ""
		if _, err := c.db.PutDocument(ctx, d); err != nil {
			return err
		}
	}
	var errs []error
	for _, upload := range uploads {
		errs = append(errs, os.RemoveAll(upload))
		os.Remove(filepath.Dir(upload)) // the folder that it came in, once that is empty
	}
	return errors.Join(errs...)
}
