package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"

	"rabbithole/backend/fault"
	"rabbithole/backend/private"
	"rabbithole/backend/source"
)

// Files is the folder of the library's own copies, one per document: <hash[:2]>/<hash><ext>. What stands there never changes, so
// that a citation can be opened whatever happens to the person's file.
type Files struct {
	Folder string // absolute; made when it is needed
}

// Path returns where the copy of a document stands.
func (f Files) Path(d source.Document) string {
	return filepath.Join(f.Folder, d.Hash[:2], d.Hash+extOf(d.Format))
}

// errChanged says that a file did not hold still while it was copied.
var errChanged = errors.New("the file changed while it was read")

// keep copies the file at path into the folder unless the copy is there already, and returns the hash and size of its bytes. The
// source is read twice and both hashes must agree, so that a file written to meanwhile is noticed; it gets a second chance.
func (f Files) keep(ctx context.Context, path string, format source.Format) (hash string, size int64, err error) {
	before, size, err := digest(ctx, path, io.Discard)
	if err != nil {
		return "", 0, err
	}
	for range 2 {
		if f.has(before, format, size) {
			return before, size, nil
		}
		var copied string
		if copied, size, err = f.copy(ctx, path, format, before); err != nil || copied == before {
			return copied, size, err
		}
		before = copied
	}
	return "", 0, errChanged
}

func (f Files) has(hash string, format source.Format, size int64) bool {
	info, err := os.Stat(f.Path(source.Document{Hash: hash, Format: format}))
	return err == nil && info.Size() == size
}

// copy copies the file at path and returns the hash of what it copied. The copy takes its place only if that is what is wanted.
func (f Files) copy(ctx context.Context, path string, format source.Format, want string) (hash string, size int64, err error) {
	place := f.Path(source.Document{Hash: want, Format: format})
	if err := private.MkdirAll(filepath.Dir(place)); err != nil {
		return "", 0, f.storage(err)
	}
	part, err := private.CreateTemp(f.Folder, "part-*")
	if err != nil {
		return "", 0, f.storage(err)
	}
	defer os.Remove(part.Name()) // nothing is left of it once it has its place
	hash, size, err = digest(ctx, path, part)
	if err == nil {
		err = f.storage(part.Sync())
	}
	if err = errors.Join(err, part.Close()); err != nil || hash != want {
		return hash, size, f.storage(err)
	}
	if err := os.Rename(part.Name(), place); err != nil {
		return "", 0, f.storage(err)
	}
	return hash, size, f.storage(syncFolder(filepath.Dir(place)))
}

// drop deletes the copy of a document; one that is not there is no error.
func (f Files) drop(d source.Document) error {
	if err := os.Remove(f.Path(d)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return f.storage(err)
	}
	return nil
}

// copyForm and partForm match the names of copies and of half copies: what else lies in the folder is left alone.
var (
	copyForm = regexp.MustCompile(`^[0-9a-f]{2}/[0-9a-f]{64}\.[a-z]{1,8}$`)
	partForm = regexp.MustCompile(`^part-\d+$`)
)

// mostStray is how many copies a crash may leave that no document knows. More are no crash's: the database is not the one that they belong to.
const mostStray = 8

// TooMany reports whether a library has more copies without a document than a kill leaves.
func TooMany(stray int) bool { return stray > mostStray }

// sweep deletes what a crash left behind: half copies, and copies of documents that known does not know.
func (f Files) sweep(t *Tidied, known func(hash string) (bool, error)) error {
	copies, parts, err := f.list()
	if err != nil {
		return nil // what cannot be listed whole now is not cleared now
	}
	var stray []string
	for _, path := range copies {
		hash, _, _ := strings.Cut(filepath.Base(path), ".")
		keep, err := known(hash)
		if err != nil {
			return err
		}
		if !keep {
			stray = append(stray, path)
		}
	}
	if TooMany(len(stray)) {
		t.Stray = len(stray)
		stray = nil
	}
	for _, path := range stray {
		if err := f.discard(t, path); err != nil {
			return err
		}
	}
	for _, path := range parts {
		if err := f.discard(t, path); err != nil {
			return err
		}
	}
	return nil
}

// list returns the copies and half copies by their names; what else lies in the folder is a person's own. What is behind a link may belong to
// another library. A folder that cannot be read is an error.
func (f Files) list() (copies, parts []string, err error) {
	entries, err := os.ReadDir(f.Folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	for _, entry := range entries {
		if !entry.IsDir() {
			if partForm.MatchString(entry.Name()) {
				parts = append(parts, entry.Name())
			}
			continue
		}
		inside, failed := os.ReadDir(filepath.Join(f.Folder, entry.Name()))
		err = errors.Join(err, failed)
		for _, one := range inside {
			if path := entry.Name() + "/" + one.Name(); copyForm.MatchString(path) {
				copies = append(copies, path)
			}
		}
	}
	return copies, parts, err
}

// Listed reports whether all of the folder can be read.
func (f Files) Listed() error {
	_, _, err := f.list()
	return err
}

// discard deletes a file of the folder and counts it.
func (f Files) discard(t *Tidied, path string) error {
	path = filepath.Join(f.Folder, filepath.FromSlash(path))
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	t.Files++
	t.Bytes += info.Size()
	return f.storage(os.Remove(path))
}

// digest reads the file at path into w and returns the hash and number of its bytes.
func digest(ctx context.Context, path string, w io.Writer) (string, int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	sum := sha256.New()
	size, err := io.Copy(io.MultiWriter(sum, w), &patient{ctx, f})
	if err != nil {
		return "", 0, err
	}
	return hex.EncodeToString(sum.Sum(nil)), size, nil
}

// patient reads until its context ends: a file on a slow disk must not hold a cancelled call.
type patient struct {
	ctx context.Context
	r   io.Reader
}

// Read reads from the file.
func (p *patient) Read(b []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	return p.r.Read(b)
}

func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	d.Sync() // not every system can sync a folder; where it can, the copy's place survives a power cut
	return d.Close()
}

// storage makes a failure to write copies a fault for all files, and leaves a failure to read the person's file as it is.
func (f Files) storage(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	inside := errors.As(err, &path) && strings.HasPrefix(path.Path, f.Folder) || errors.As(err, &link)
	if err == nil || !inside {
		return err
	}
	hint := "The folder " + f.Folder + " cannot be written. Check its permissions, or choose another library with --home."
	if errors.Is(err, syscall.ENOSPC) {
		hint = fault.DiskFull
	}
	return fault.New("copy into the library", fault.Storage, hint, fmt.Errorf("%w", err))
}
