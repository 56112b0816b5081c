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

// hashForm matches the hash of a document. A database that somebody has changed may hold anything in its place.
var hashForm = regexp.MustCompile(`^[0-9a-f]{64}$`)

// Path returns where the copy of a document stands; for what is no hash a place within the folder where nothing stands.
func (f Files) Path(d source.Document) string {
	if !hashForm.MatchString(d.Hash) {
		return filepath.Join(f.Folder, "none")
	}
	return filepath.Join(f.Folder, d.Hash[:2], d.Hash+extOf(d.Format))
}

// errChanged says that a file did not hold still while it was copied.
var errChanged = errors.New("the file changed while it was read")

// keep copies the file at path into the folder unless the copy is there already, and returns the hash and size of its bytes. The
// source is read twice and both hashes must agree, so that a file written to meanwhile is noticed; it gets a second chance. Before
// a copy is made, note is told its hash.
func (f Files) keep(ctx context.Context, path string, format source.Format, note func(hash string) error) (hash string, size int64, err error) {
	for range 2 {
		if err := mayBeRead(path, format); err != nil {
			return "", 0, err
		}
		before, size, err := digest(ctx, path, io.Discard, mostOf(format))
		if errors.Is(err, errChanged) {
			continue // it grew: how large it is now is looked at again
		}
		if err != nil {
			return "", 0, err
		}
		if f.has(before, format, size) {
			return before, size, nil
		}
		if err := f.mayHold(size); err != nil {
			return "", 0, err
		}
		if err := note(before); err != nil {
			return "", 0, err
		}
		copied, err := f.copy(ctx, path, format, before, size)
		if err == nil && copied == before {
			return before, size, nil
		}
		if err != nil && !errors.Is(err, errChanged) {
			return "", 0, err
		}
	}
	return "", 0, errChanged
}

// How large a file may be: of a text no more than mostText is read, and no PDF that people read has gigabytes.
const (
	mostBytes     = 2 << 30
	mostTextBytes = 256 << 20
)

// mayBeRead refuses a file that is larger than any that can be read, before its bytes are looked at: one full of nothing costs whoever made
// it no room.
func mayBeRead(path string, format source.Format) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if most := mostOf(format); info.Size() > most {
		return unreadable{reason{source.TooLarge, fmt.Sprintf("The file has %d MB; files of this kind are read up to %d MB. Split it into several files.", info.Size()>>20, most>>20)}}
	}
	return nil
}

// mostOf is the most bytes of a file of a format.
func mostOf(format source.Format) int64 {
	if format == source.PDF {
		return mostBytes
	}
	return mostTextBytes
}

// A file that the disk has no room for is refused alone where it is large: smaller ones may still fit. spare is what the rest of the
// library and other programs need.
const (
	large = 32 << 20
	spare = 64 << 20
)

// mayHold refuses a large file that the disk has no room for.
func (f Files) mayHold(size int64) error {
	room, ok := private.Room(f.Folder)
	if !ok || size <= large || size <= room-spare {
		return nil
	}
	return unreadable{reason{source.NoRoom, fmt.Sprintf("The file has %d MB, and the disk of the library has only %d MB left. Make room and add it again.", size>>20, max(0, room)>>20)}}
}

func (f Files) has(hash string, format source.Format, size int64) bool {
	info, err := os.Stat(f.Path(source.Document{Hash: hash, Format: format}))
	return err == nil && info.Size() == size
}

// copy copies the file at path, which has size bytes, and returns the hash of what it copied. The copy takes its place only if that is what is
// wanted. One that has more bytes by now is errChanged.
func (f Files) copy(ctx context.Context, path string, format source.Format, want string, size int64) (hash string, err error) {
	place := f.Path(source.Document{Hash: want, Format: format})
	if err := private.MkdirAll(filepath.Dir(place)); err != nil {
		return "", f.storage(err)
	}
	part, err := private.CreateTemp(f.Folder, "part-*")
	if err != nil {
		return "", f.storage(err)
	}
	defer os.Remove(part.Name()) // nothing is left of it once it has its place
	hash, _, err = digest(ctx, path, part, size)
	if err == nil {
		err = f.storage(part.Sync())
	}
	if err = errors.Join(err, part.Close()); err != nil || hash != want {
		return hash, f.storage(err)
	}
	if err := os.Rename(part.Name(), place); err != nil {
		return "", f.storage(err)
	}
	return hash, f.storage(syncFolder(filepath.Dir(place)))
}

// copyForm and partForm match the names of copies and of half copies: what else lies in the folder is left alone.
var (
	copyForm = regexp.MustCompile(`^[0-9a-f]{64}\.[a-z]{1,8}$`)
	partForm = regexp.MustCompile(`^part-\d+$`)
)

// drop deletes the copies with this hash and counts them; having none is no error.
func (f Files) drop(hash string, t *Tidied) error {
	if !hashForm.MatchString(hash) {
		return nil
	}
	return f.discard(filepath.Join(f.Folder, hash[:2]), t, func(name string) bool { return copyForm.MatchString(name) && strings.HasPrefix(name, hash) })
}

// dropParts deletes half copies and counts them.
func (f Files) dropParts(t *Tidied) error {
	return f.discard(f.Folder, t, partForm.MatchString)
}

// discard deletes the files of a folder that have such a name.
func (f Files) discard(folder string, t *Tidied, is func(name string) bool) error {
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return f.storage(err)
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() || !is(entry.Name()) {
			continue
		}
		if err := os.Remove(filepath.Join(folder, entry.Name())); err != nil {
			return f.storage(err)
		}
		t.Files++
		t.Bytes += info.Size()
	}
	return nil
}

// Listed reports why not all of the folder can be read, nil when it can.
func (f Files) Listed() error {
	entries, err := os.ReadDir(f.Folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, entry := range entries {
		if entry.IsDir() {
			_, failed := os.ReadDir(filepath.Join(f.Folder, entry.Name()))
			err = errors.Join(err, failed)
		}
	}
	return err
}

// digest reads the file at path into w and returns the hash and number of its bytes. One that has more than most bytes, or more than when
// it was opened, is errChanged; one byte more is read and written, and no others.
func digest(ctx context.Context, path string, w io.Writer, most int64) (string, int64, error) {
	f, size, err := private.OpenRegular(path)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	sum := sha256.New()
	most = min(most, size)
	size, err = io.Copy(io.MultiWriter(sum, w), io.LimitReader(&patient{ctx, f}, most+1))
	if err == nil && size > most {
		err = errChanged
	}
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
