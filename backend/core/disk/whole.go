package disk

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"

	"rabbithole/backend/private"
	"rabbithole/backend/store"
)

// counted reads a file until its context ends and says how far it is.
type counted struct {
	ctx  context.Context
	r    io.Reader
	told func(n int) // so many bytes more
}

// Read reads from the file.
func (c *counted) Read(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.r.Read(b)
	c.told(n)
	return n, err
}

// WriteWhole writes a file of the library that appears whole or not at all, and is on the disk when it returns. Until then its bytes
// are in a file whose name nobody else has.
func WriteWhole(path string, data []byte) error {
	part, err := private.CreateTemp(filepath.Dir(path), ".part-*")
	return fill(part, err, path, data)
}

// ExportWhole is WriteWhole for a file that a person exports: its permissions follow the umask.
func ExportWhole(path string, data []byte) error {
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

// Metered returns what reads r until the context ends, and tells how many bytes more were read.
func Metered(ctx context.Context, r io.Reader, told func(n int)) io.Reader {
	return &counted{ctx, r, told}
}

// HashOf returns the hash of the bytes of a regular file.
func HashOf(ctx context.Context, path string) (string, error) {
	return readInto(ctx, path, io.Discard)
}

// readInto reads a regular file into out and returns the hash of its bytes. It reads no more than the file had when it was opened, and a byte.
func readInto(ctx context.Context, path string, out io.Writer) (hash string, err error) {
	in, size, err := private.OpenRegular(path)
	if err != nil {
		return "", err
	}
	defer in.Close()
	sum := sha256.New()
	_, err = io.Copy(io.MultiWriter(sum, out), Metered(ctx, io.LimitReader(in, size+1), func(int) {}))
	return hex.EncodeToString(sum.Sum(nil)), err
}

// CopyInto copies a regular file to a new one, down to the disk, and returns the hash of its bytes.
func CopyInto(ctx context.Context, from, to string) (hash string, err error) {
	if _, err := os.Stat(from); err != nil {
		return "", err
	}
	out, err := private.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY)
	if err != nil {
		return "", err
	}
	hash, err = readInto(ctx, from, out)
	if err == nil {
		err = out.Sync()
	}
	return hash, errors.Join(err, out.Close())
}

// PartForm matches the names of unfinished files. They are random, so a note cannot lead to anybody else's file.
var PartForm = regexp.MustCompile(`^\.rabbithole-[A-Z2-7]{26}\.part$`)

// PartSides are the endings of the files written next to a part: the snapshot of the database, and SQLite's own files.
var PartSides = []string{"", ".db", ".db-journal", ".db-wal", ".db-shm"}

// PartBeside returns a new path for the unfinished version of target.
func PartBeside(target string) string {
	return filepath.Join(filepath.Dir(target), ".rabbithole-"+rand.Text()+".part")
}
