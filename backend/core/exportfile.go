package core

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"rabbithole/backend/core/disk"
	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
	"rabbithole/backend/store"
	"strings"
)

// ExportReport writes a version of a run's report into a file, whole or not at all, and returns its absolute path and what the format could
// not show. A file that is there is replaced, a folder or a file of the library never.
func (c *Core) ExportReport(ctx context.Context, id string, version int, format, path string) (string, []string, error) {
	if strings.TrimSpace(path) == "" {
		return "", nil, fault.New("write the report into a file", fault.Usage, "Choose a file.", errors.New("no file is named"))
	}
	path, err := c.exportTo(path)
	if err != nil {
		return "", nil, err
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // a pipe keeps whoever writes into it
		return "", nil, fault.New("write "+path, fault.Usage, "Choose a name for the file in it.", errors.New("it is a folder"))
	}
	r, err := c.Report(ctx, id, version)
	if err != nil {
		return "", nil, err
	}
	rendered, err := c.Render(ctx, r, format)
	if err != nil {
		return "", nil, err
	}
	return path, rendered.Warnings, c.SaveFile(path, rendered.Data)
}

// exportTo returns the absolute path of a file that may be written for a person. Links to it are followed: it is the file they lead to that is
// replaced, and must not be a library's.
func (c *Core) exportTo(path string) (string, error) {
	place, err := filepath.Abs(path)
	if err != nil {
		return "", fault.New("write "+path, fault.Usage, "Choose a file.", err)
	}
	if device(place) {
		return place, nil
	}
	place = ingest.Resolved(place)
	if disk.Inside(c.config.Home, place) || ingest.OfLibrary(place) {
		return "", fault.New("write "+path, fault.Usage, "Choose a folder outside the library's own.", errors.New("it belongs to the library"))
	}
	return place, nil
}

// device reports whether a path is a name that the system has for what a program writes to, as /dev/stdout, and not one of a file.
func device(path string) bool {
	info, err := os.Stat(path)
	return (disk.Within(path, "/dev") || disk.Within(path, "/proc")) && err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// SaveFile writes data into a file of a person's, whole or not at all. A file that is there is replaced, one of a library never; what is no file,
// as a terminal, is written to.
func (c *Core) SaveFile(path string, data []byte) error {
	place, err := c.exportTo(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(place)
	if device(place) || err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		err = os.WriteFile(place, data, 0o666)
	} else {
		err = disk.ExportWhole(place, data)
	}
	if err == nil {
		return nil
	}
	hint := "Choose a file in a folder that exists and that you may write to."
	if store.Full(err) {
		hint = fmt.Sprintf("That disk is full: the file needs %d KB. Free some space, or choose another place; "+
			"what is in the library is safe.", len(data)>>10+1)
	}
	return fault.New("write "+path, fault.Storage, hint, err)
}
