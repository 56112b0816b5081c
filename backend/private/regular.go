package private

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// errNoFile says that a path leads to what has no end, or none that can be known.
var errNoFile = errors.New("it is no regular file")

// Regular refuses what is there and neither a regular file nor a link to one.
func Regular(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return &fs.PathError{Op: "open", Path: path, Err: errNoFile}
	}
	return nil
}

// ReadFile is os.ReadFile for a regular file.
func ReadFile(path string) ([]byte, error) {
	file, size, err := OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, size))
}

// OpenRegular opens a regular file, or a link to one, to read, and returns how many bytes it has. Anything else is refused without waiting
// for it: a pipe would keep whoever opens it until somebody writes into it, and a device whoever reads it for good.
func OpenRegular(path string) (file *os.File, size int64, err error) {
	refused := &fs.PathError{Op: "open", Path: path, Err: errNoFile}
	info, err := os.Stat(path) // opening alone may do something to a device
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, refused
	}
	file, err = os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // another may stand there by now
	if err != nil {
		return nil, 0, err
	}
	if info, err = file.Stat(); err == nil && !info.Mode().IsRegular() {
		err = refused
	}
	if err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	return file, info.Size(), nil
}
