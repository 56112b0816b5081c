package core

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"rabbithole/backend/fault"
	"rabbithole/backend/store"
)

// ExportReport writes a version of a run's report into a file, whole or not at all, and returns its absolute path and what the format could
// not show. A file that is there is replaced, a folder or a file of the library never.
func (c *Core) ExportReport(ctx context.Context, id string, version int, format, path string) (string, []string, error) {
	op := "write the report into " + path
	if strings.TrimSpace(path) == "" {
		return "", nil, fault.New("write the report into a file", fault.Usage, "Choose a file.", errors.New("no file is named"))
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", nil, fault.New(op, fault.Usage, "Choose a file.", err)
	}
	if within(path, c.config.Home) {
		return "", nil, fault.New(op, fault.Usage, "Choose a folder outside the library's own.", errors.New("it belongs to the library"))
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return "", nil, fault.New(op, fault.Usage, "Choose a name for the file in it.", errors.New("it is a folder"))
	}
	r, err := c.Report(ctx, id, version)
	if err != nil {
		return "", nil, err
	}
	rendered, err := c.Render(ctx, r, format)
	if err != nil {
		return "", nil, err
	}
	if err := exportWhole(path, rendered.Data); err != nil {
		hint := "Choose a file in a folder that exists and that you may write to."
		if store.Full(err) {
			hint = fmt.Sprintf("That disk is full: the file needs %d KB. Free some space, or choose another place; "+
				"the report itself is safe in the library.", len(rendered.Data)>>10+1)
		}
		return "", nil, fault.New(op, fault.Storage, hint, err)
	}
	return path, rendered.Warnings, nil
}
