package core

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"rabbithole/backend/core/disk"
	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
	"regexp"
	"slices"
)

// Uploads is the folder for files that reach the program without a path of their own, from a browser. Each lies in a folder of its
// upload. They are deleted once they are added; what was not added when the program ended waits for ResumeAdding.
func (c *Core) Uploads() string { return filepath.Join(ingest.Resolved(c.config.Home), "uploads") }

// SetAddress writes down where this process listens, for whoever finds the library in use.
func (c *Core) SetAddress(address string) error { return c.lock.SetAddress(address) }

// leftUploads are uploads that the program ended before it had added them.
type leftUploads struct {
	paths []string // what was to be added: files, and folders of files
	files int      // that no document is known by
}

// findUploads looks for uploads that were left behind, and removes what had not arrived whole.
func (c *Core) findUploads(ctx context.Context, broken *disk.Leftover) (left leftUploads, err error) {
	if info, err := os.Lstat(c.Uploads()); err != nil || !info.IsDir() { // a link leads to files that are a person's
		return left, nil
	}
	// Files that were to be attached to a run: it was never started, and they were not meant for the library.
	for _, folder := range disk.Matching(c.Uploads(), ContextUpload+"*") {
		if contextForm.MatchString(filepath.Base(folder)) {
			broken.Remove(folder)
		}
	}
	paths := disk.Matching(c.Uploads(), "*/*")
	if len(paths) == 0 {
		return left, nil
	}
	docs, err := c.db.Documents(ctx, source.DocumentFilter{})
	if err != nil {
		return left, err
	}
	known := map[string]bool{}
	for _, d := range docs {
		known[d.Path] = true
	}
	err = filepath.WalkDir(c.Uploads(), func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || entry.IsDir():
			return err
		case disk.PartForm.MatchString(entry.Name()):
			broken.Remove(path)
		case !known[path]:
			left.files++
		}
		return nil
	})
	if err == nil && left.files == 0 {
		return left, c.dropUploads(ctx, []string{c.Uploads()})
	}
	left.paths = slices.DeleteFunc(paths, func(path string) bool { return disk.PartForm.MatchString(filepath.Base(path)) })
	return left, err
}

// ContextUpload begins the name of an upload's folder whose files are to be attached, not added.
const ContextUpload = "context-"

// contextForm matches the names of such folders.
var contextForm = regexp.MustCompile(`^context-([A-Z2-7]{26}|picture-\d+)$`)

// addLeft adds the uploads that were left behind.
func (c *Core) addLeft(ctx context.Context, opt AddOptions) ([]ingest.Result, error) {
	c.mu.Lock()
	left := c.left
	c.left = leftUploads{}
	c.mu.Unlock()
	if len(left.paths) == 0 {
		return nil, nil
	}
	results, err := c.Add(ctx, left.paths, opt)
	if err != nil && fault.KindOf(err) != fault.Usage { // some of them are left still
		c.mu.Lock()
		c.left = left
		c.mu.Unlock()
	}
	return results, err
}

// leftFiles counts the files of uploads that were left behind.
func (c *Core) leftFiles() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.left.files
}

// dropUploads deletes those of the paths that are uploads. The documents made of them have the library's copy, and no path of the person's.
func (c *Core) dropUploads(ctx context.Context, paths []string) error {
	var uploads []string
	for _, path := range paths {
		if path, err := filepath.Abs(path); err == nil && disk.Within(ingest.Place(path), c.Uploads()) {
			uploads = append(uploads, ingest.Place(path))
		}
	}
	if len(uploads) == 0 {
		return nil
	}
	if err := c.db.ForgetPaths(ctx, uploads); err != nil {
		return err
	}
	var errs []error
	for _, upload := range uploads {
		errs = append(errs, os.RemoveAll(upload))
		os.Remove(filepath.Dir(upload)) // the folder that it came in, once that is empty
	}
	return errors.Join(errs...)
}
