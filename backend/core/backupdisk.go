package core

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"rabbithole/backend/private"
	"rabbithole/backend/store"
)

// counted reads a file until its context ends and says how far it is.
type counted struct {
	ctx      context.Context
	r        io.Reader
	at       *Transfer
	progress func(Transfer)
}

// Read reads from the file.
func (c *counted) Read(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.r.Read(b)
	c.at.Done += int64(n)
	c.progress(*c.at)
	return n, err
}

// writeWhole writes a file of the library that appears whole or not at all, and is on the disk when it returns. Until then its bytes
// are in a file whose name nobody else has.
func writeWhole(path string, data []byte) error {
	part, err := private.CreateTemp(filepath.Dir(path), ".part-*")
	return fill(part, err, path, data)
}

// exportWhole is writeWhole for a file that a person exports: its permissions follow the umask.
func exportWhole(path string, data []byte) error {
	mode := os.FileMode(0)
	if info, err := os.Stat(path); err == nil {
		if mode = info.Mode().Perm(); mode&0o200 == 0 {
			return &os.PathError{Op: "replace", Path: path, Err: os.ErrPermission}
		}
	}
	part, err := os.OpenFile(PartBeside(path), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err == nil && mode != 0 { // what was private stays so, from the first byte
		if err = part.Chmod(mode); err != nil {
			err = errors.Join(err, part.Close(), os.Remove(part.Name()))
		}
	}
	return fill(part, err, path, data)
}

// fill writes data to part and renames it to path. err is that of creating part.
func fill(part *os.File, err error, path string, data []byte) error {
	if err != nil {
		return err
	}
	defer os.Remove(part.Name()) // nothing is left of it once it has its place
	_, err = part.Write(data)
	if err == nil {
		err = part.Sync()
	}
	if err = errors.Join(err, part.Close()); err != nil {
		return err
	}
	if err := os.Rename(part.Name(), path); err != nil {
		return err
	}
	return store.SyncFolder(filepath.Dir(path))
}
