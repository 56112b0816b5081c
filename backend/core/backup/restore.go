package backup

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"time"

	"rabbithole/backend/core/disk"
	"rabbithole/backend/fault"
	"rabbithole/backend/private"
	"rabbithole/backend/store"
)

// Restored says what Restore did.
type Restored struct {
	Home     string   `json:"home"`
	Aside    string   `json:"aside"` // where the library that was there is now; "" when there was none
	Manifest Manifest `json:"manifest"`
	// Left names the settings of the backup that were not taken over: they say where words of this computer may go and
	// which of its folders are read.
	Left []string `json:"left"`
}

// RestoreOptions adjust Restore. The zero value works.
type RestoreOptions struct {
	Progress func(Transfer)
}

// Place is where a backup is restored, and what the program does about what is in it.
type Place struct {
	Home string // the library's folder; a library that is there is moved aside
	Now  func() time.Time
	Tell func(text string) // about what was cleaned up
	// Settle looks at what was unpacked into a folder before anything in it can run, leaves in force what is of this computer, and names the settings
	// of the backup that were not taken over.
	Settle func(ctx context.Context, folder string) (left []string, err error)
	// Open opens the restored library and writes what has to be written anew.
	Open func(ctx context.Context, home string) (closed func() error, err error)
}

// Restore makes the library in p.Home what it was when the backup was made. The backup is verified before anything is touched; a
// library that is there is moved aside, never deleted.
func (p Place) Restore(ctx context.Context, backup string, opt RestoreOptions) (Restored, error) {
	if place, err := filepath.EvalSymlinks(p.Home); err == nil && place != p.Home && canMake(filepath.Dir(place)) {
		p.Home = place // a link to another disk stays one
	}
	r := Restored{Home: p.Home}
	b, err := openBackup(backup, opt.Progress)
	if err != nil {
		return r, err
	}
	defer b.file.Close()
	r.Manifest = b.manifest
	old, err := p.lockReplaced()
	if err != nil {
		return r, err
	}
	defer old.release()
	if err := b.fits(p.Home); err != nil {
		return r, restoreFailed(p.Home, b.begin("").Total, err)
	}
	if err := b.verify(ctx); err != nil {
		return r, err
	}
	fresh, left, err := b.unpack(ctx, p)
	if err != nil {
		return r, restoreFailed(p.Home, b.begin("").Total, err)
	}
	defer os.RemoveAll(fresh) // nothing is there any more when all went well
	if r.Left = left; left == nil {
		r.Left = []string{}
	}
	if r.Aside, err = old.swap(p, fresh); err != nil {
		return r, err
	}
	closed, err := p.Open(ctx, p.Home)
	if err != nil {
		return swapBack(r, fresh, err)
	}
	return r, closed()
}

// canMake reports whether something can be made in a folder.
func canMake(folder string) bool {
	made, err := private.MkdirTemp(folder, ".rabbithole-")
	return err == nil && os.Remove(made) == nil
}

// restoreFailed says what to do about a backup of some bytes that could not be unpacked.
func restoreFailed(home string, bytes int64, err error) error {
	if !store.Full(err) && fault.KindOf(err) != fault.Internal || errors.Is(err, context.Canceled) {
		return err
	}
	hint := "The folder " + filepath.Dir(home) + " cannot be written. Check its permissions, or choose another library with --home."
	if store.Full(err) {
		hint = fmt.Sprintf("The disk that holds %s is full: the library needs %d MB there. Free some space or choose "+
			"another place with --home; nothing was changed.", filepath.Dir(home), bytes>>20+1)
	}
	return fault.New("restore the library", fault.Storage, hint, err)
}

// openedBackup is a backup file and what it says it holds.
type openedBackup struct {
	path     string
	file     *os.File
	manifest Manifest
	entries  map[string]*zip.File
	progress func(Transfer)
}

func openBackup(path string, progress func(Transfer)) (*openedBackup, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fault.New("open backup "+path, fault.NotFound, "Check the name of the file.", err)
	}
	if !info.Mode().IsRegular() { // opening a pipe would wait for whoever writes into it
		return nil, badBackup(path, errors.New("it is not a file"))
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, badBackup(path, err)
	}
	archive, err := directoryOf(file)
	if err != nil {
		return nil, errors.Join(badBackup(path, err), file.Close())
	}
	if progress == nil {
		progress = func(Transfer) {}
	}
	b := &openedBackup{path: path, file: file, entries: map[string]*zip.File{}, progress: progress}
	for _, f := range archive.File {
		b.entries[f.Name] = f
	}
	if err := b.readManifest(); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return b, nil
}

// mostListed is the most bytes of the list of a backup's entries: some hundred for each document.
const mostListed = 32 << 20

// directoryOf reads the list of the entries of a ZIP file, which is held in memory, unless it is longer than that of any library.
func directoryOf(file *os.File) (*zip.Reader, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	r := &rationed{file, mostListed}
	archive, err := zip.NewReader(r, info.Size())
	r.left = boundless // what the entries hold has limits of its own
	return archive, err
}

// boundless is no ration.
const boundless = math.MaxInt64

// rationed reads so many bytes and no more.
type rationed struct {
	io.ReaderAt
	left int64
}

// ReadAt reads while something is left.
func (r *rationed) ReadAt(p []byte, at int64) (int, error) {
	if r.left == boundless {
		return r.ReaderAt.ReadAt(p, at)
	}
	if r.left < int64(len(p)) {
		return 0, errors.New("the list of its entries is too long")
	}
	n, err := r.ReaderAt.ReadAt(p, at)
	r.left -= int64(n)
	return n, err
}

// Is reports whether there is a backup at path, of whatever library: what another may be written over.
func Is(path string) bool {
	b, err := openBackup(path, nil)
	if err != nil {
		return fault.KindOf(err) == fault.Storage // of a newer version
	}
	return b.file.Close() == nil
}

// badBackup says that a file is no whole backup.
func badBackup(path string, err error) error {
	return fault.New("read backup "+path, fault.Unreadable,
		"The file is no backup, or not all of it is there. Nothing was changed. Try another backup, or copy this one again.", err)
}

// verify reads the whole backup and compares it with its manifest.
func (b *openedBackup) verify(ctx context.Context) error {
	at := b.begin("verifying")
	for _, want := range b.manifest.Files {
		if err := b.copy(ctx, want, io.Discard, at); err != nil {
			return err
		}
	}
	return nil
}

func (b *openedBackup) begin(phase string) *Transfer {
	at := &Transfer{Phase: phase}
	for _, f := range b.manifest.Files {
		at.Total += f.Bytes
	}
	return at
}

// copy writes an entry to out and compares it with the manifest.
func (b *openedBackup) copy(ctx context.Context, want Entry, out io.Writer, at *Transfer) error {
	entry := b.entries[want.Name]
	in, err := entry.Open()
	if err != nil {
		return badBackup(b.path, err)
	}
	defer in.Close()
	at.File = want.Name
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(sum, out), disk.Metered(ctx, io.LimitReader(in, want.Bytes+1),
		func(n int) { at.Done += int64(n); b.progress(*at) }))
	var path *os.PathError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &path): // writing failed, not reading
		return err
	case err != nil:
		return badBackup(b.path, fmt.Errorf("%s: %w", want.Name, err))
	case n != want.Bytes || hex.EncodeToString(sum.Sum(nil)) != want.SHA256:
		return badBackup(b.path, errors.New(want.Name+" is not what was backed up"))
	}
	return nil
}

// unpack writes the backup into a new folder next to the library and checks it.
func (b *openedBackup) unpack(ctx context.Context, p Place) (complete string, left []string, err error) {
	folder, lock, err := newRestoring(p.Home)
	if err != nil {
		return "", nil, err
	}
	left, err = b.unpackInto(ctx, folder, p)
	// Some systems cannot rename a folder that contains an open file.
	err = errors.Join(err, lock.Release())
	if err == nil {
		complete = completeName(folder)
		err = os.Rename(folder, complete)
	}
	if err != nil {
		os.RemoveAll(folder)
	}
	return complete, left, err
}

func (b *openedBackup) unpackInto(ctx context.Context, folder string, p Place) (left []string, err error) {
	at := b.begin("restoring")
	for _, want := range b.manifest.Files {
		if err := b.unpackOne(ctx, want, filepath.Join(folder, filepath.FromSlash(want.Name)), at); err != nil {
			return nil, err
		}
	}
	return p.Settle(ctx, folder)
}

func (b *openedBackup) unpackOne(ctx context.Context, want Entry, place string, at *Transfer) error {
	if err := private.MkdirAll(filepath.Dir(place)); err != nil {
		return err
	}
	out, err := private.CreateNew(place)
	if err != nil {
		return err
	}
	err = b.copy(ctx, want, out, at)
	if err == nil {
		err = out.Sync()
	}
	return errors.Join(err, out.Close())
}

// freeAside returns a name beside home that nothing has.
func freeAside(p Place) string {
	base := p.Home + "-before-restore-" + p.Now().Format("20060102-150405")
	for n, name := 2, base; ; n++ {
		if _, err := os.Lstat(name); errors.Is(err, os.ErrNotExist) {
			return name
		}
		name = fmt.Sprintf("%s-%d", base, n)
	}
}

// UnwrittenName is a file in the folder of a library whose reports have to be written again: their links lead into the library's folder,
// which may be another one since it was restored.
const UnwrittenName = "reports.unwritten"
