// Package backup writes a library into one file, and makes a library of such a file again.
//
// It promises that a backup appears whole or not at all, that one is verified before anything is touched, and that the library which was
// there is moved aside and never deleted. A backup may come from a stranger: nothing of it is unpacked out of proportion. What may be taken
// over of its settings is decided by whoever restores it.
package backup

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"rabbithole/backend/core/disk"
	"rabbithole/backend/core/shelf"
	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
	"rabbithole/backend/private"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// backupFormat is the number of the layout of backup files.
const backupFormat = 1

// manifestName is the entry of a backup file, a ZIP file, that says what it holds. Copies of documents stand in files/, as in the library's folder.
const manifestName = "manifest.json"

// Manifest says what a backup file holds. Missing and Changed name the documents whose copy the library had lost, or had with
// other bytes, when the backup was made: everything else of them is in the backup.
type Manifest struct {
	Format    int       `json:"format"`
	Version   string    `json:"version"` // of the program
	MadeAt    time.Time `json:"made_at"`
	Schema    int       `json:"schema"` // of the database
	Documents int       `json:"documents"`
	Runs      int       `json:"runs"`
	Files     []Entry   `json:"files"`
	Missing   []string  `json:"missing"`
	Changed   []string  `json:"changed"`
}

// Entry is one file in a backup.
type Entry struct {
	Name   string `json:"name"` // library.db or files/ab/abcd….pdf
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Library is an open library, as far as a backup needs it.
type Library struct {
	Home    string // its folder
	DB      *store.DB
	Files   ingest.Files
	Now     func() time.Time
	Version string            // of the program
	Tell    func(text string) // about what was cleaned up
}

// tell tells what became of a leftover, if there was one.
func (l Library) tell(left disk.Leftover) {
	for _, text := range left.Sentences() {
		l.Tell(text)
	}
}

// Transfer says how far a backup or its restoring has come.
type Transfer struct {
	Phase string `json:"phase"` // backing_up, verifying or restoring
	File  string `json:"file"`
	Done  int64  `json:"done"` // bytes
	Total int64  `json:"total"`
}

// Options adjust Write. The zero value works.
type Options struct {
	Force    bool // write over a file that is there
	Progress func(Transfer)
}

// Write writes the library into one new file at target, consistent in itself whatever is being added or researched meanwhile. The
// file appears whole or not at all.
func (l Library) Write(ctx context.Context, target string, opt Options) (Manifest, error) {
	op := "write backup " + target
	switch info, err := os.Stat(target); {
	case err == nil && info.IsDir():
		return Manifest{}, fault.New(op, fault.Usage, "Name a file in that folder, such as "+filepath.Join(target, "rabbithole.backup")+".",
			errors.New("it is a folder"))
	case err == nil && !opt.Force:
		return Manifest{}, fault.New(op, fault.Usage, "Choose another name, or write over it with --force.", errors.New("there is a file of that name"))
	}
	if disk.Inside(l.Home, target) || ingest.OfLibrary(target) {
		return Manifest{}, fault.New(op, fault.Usage, "Name a file in another folder, best on another disk.",
			errors.New("it is in the folder of a library"))
	}
	l.tell(ClearElsewhere(l.Home, l.Now()))
	part := disk.PartBeside(target)
	defer l.Note(part)()
	w, err := newBackupWriter(part, opt.Progress)
	if err != nil {
		return Manifest{}, l.failed(ctx, op, target, err)
	}
	defer w.discard()
	manifest, err := w.write(ctx, l)
	if err == nil {
		err = w.finish(target)
	}
	return manifest, l.failed(ctx, op, target, err)
}

// failed says what to do about a backup that could not be written.
func (l Library) failed(ctx context.Context, op, target string, err error) error {
	if err == nil || !store.Full(err) && fault.KindOf(err) != fault.Internal || errors.Is(err, context.Canceled) {
		return err
	}
	folder := filepath.Dir(target)
	hint := "The folder " + folder + " cannot be written. Check that it exists and its permissions, or choose another place."
	if store.Full(err) {
		hint = fmt.Sprintf("The disk that holds %s is full: a backup needs up to %d MB there. Free some space or choose "+
			"another disk; nothing half-written is left, and the library is as it was.", folder, l.room(ctx)>>20+1)
	}
	return fault.New(op, fault.Storage, hint, err)
}

// room is the most bytes that a backup takes while it is made: the database twice, the copies once.
func (l Library) room(ctx context.Context) int64 {
	room := int64(0)
	if info, err := os.Stat(filepath.Join(l.Home, disk.DatabaseName)); err == nil {
		room = 2 * info.Size()
	}
	docs, _ := l.DB.Documents(ctx, source.DocumentFilter{}) // it is an estimate
	for _, d := range docs {
		room += d.Bytes
	}
	return room
}

// backupWriter writes beside its target what takes the target's place at the end.
type backupWriter struct {
	file     *os.File
	zip      *zip.Writer
	snapshot string // path of the copy of the database
	manifest Manifest
	progress func(Transfer)
	at       Transfer
}

func newBackupWriter(part string, progress func(Transfer)) (*backupWriter, error) {
	if progress == nil {
		progress = func(Transfer) {}
	}
	file, err := private.CreateNew(part)
	if err != nil {
		return nil, err
	}
	return &backupWriter{file: file, zip: zip.NewWriter(file), snapshot: part + ".db", progress: progress,
		at: Transfer{Phase: "backing_up"}}, nil
}

// write fills the file: the database as it is now, then the copies of the documents that it knows.
func (w *backupWriter) write(ctx context.Context, l Library) (Manifest, error) {
	var err error
	w.manifest = Manifest{Format: backupFormat, Version: l.Version, MadeAt: l.Now().UTC(), Missing: []string{}, Changed: []string{}}
	if w.manifest.Schema, err = l.DB.Schema(ctx); err != nil {
		return w.manifest, err
	}
	if w.manifest.Documents, w.manifest.Runs, err = l.DB.CountRows(ctx); err != nil {
		return w.manifest, err
	}
	// The copy of a document is in its place before its row is in the database: all that the snapshot knows are there, but for those
	// removed meanwhile.
	if err := l.DB.Snapshot(ctx, w.snapshot); err != nil {
		return w.manifest, err
	}
	docs, err := documentsIn(ctx, w.snapshot)
	if err != nil {
		return w.manifest, err
	}
	w.measure(docs)
	if _, err := w.add(ctx, disk.DatabaseName, w.snapshot, zip.Deflate); err != nil {
		return w.manifest, err
	}
	for _, d := range docs {
		if err := w.addCopy(ctx, l, d); err != nil {
			return w.manifest, err
		}
	}
	return w.manifest, w.addManifest()
}

// documentsIn returns every document that the database at path knows, attached files among them.
func documentsIn(ctx context.Context, path string) ([]source.Document, error) {
	db, err := store.OpenReadOnly(ctx, path)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	docs, err := db.Documents(ctx, source.DocumentFilter{})
	if err != nil {
		return nil, err
	}
	return shelf.WithAttached(ctx, db, docs)
}

// measure says how much there is to write.
func (w *backupWriter) measure(docs []source.Document) {
	if info, err := os.Stat(w.snapshot); err == nil {
		w.at.Total = info.Size()
	}
	for _, d := range docs {
		w.at.Total += d.Bytes
	}
	w.progress(w.at)
}

// addCopy adds the library's copy of a document.
func (w *backupWriter) addCopy(ctx context.Context, l Library, d source.Document) error {
	place := l.Files.Path(d)
	name := path.Join(disk.CopiesName, filepath.Base(filepath.Dir(place)), filepath.Base(place))
	sum, err := w.add(ctx, name, place, zip.Store)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		w.manifest.Missing = append(w.manifest.Missing, d.Name)
		return nil
	case err == nil && sum != d.Hash:
		w.manifest.Changed = append(w.manifest.Changed, d.Name)
	}
	return err
}

// add adds the file at place under name and returns the hash of its bytes.
func (w *backupWriter) add(ctx context.Context, name, place string, method uint16) (string, error) {
	in, _, err := private.OpenRegular(place)
	if err != nil {
		return "", err
	}
	defer in.Close()
	out, err := w.zip.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: w.manifest.MadeAt})
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	w.at.File = name
	n, err := io.Copy(io.MultiWriter(out, sum), disk.Metered(ctx, in, func(n int) { w.at.Done += int64(n); w.progress(w.at) }))
	if err != nil {
		return "", fmt.Errorf("copy %s: %w", name, err)
	}
	hash := hex.EncodeToString(sum.Sum(nil))
	w.manifest.Files = append(w.manifest.Files, Entry{name, n, hash})
	return hash, nil
}

func (w *backupWriter) addManifest() error {
	out, err := w.zip.Create(manifestName)
	if err != nil {
		return err
	}
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(w.manifest)
}

// finish puts the file in its place once all of it is on the disk.
func (w *backupWriter) finish(target string) error {
	if err := w.zip.Close(); err != nil {
		return err
	}
	if err := errors.Join(w.file.Sync(), w.file.Close()); err != nil {
		return err
	}
	if err := os.Rename(w.file.Name(), target); err != nil {
		return err
	}
	return store.SyncFolder(filepath.Dir(target))
}

// discard removes what is only needed meanwhile; after finish there is no half file any more.
func (w *backupWriter) discard() {
	w.file.Close()
	for _, side := range disk.PartSides {
		os.Remove(w.file.Name() + side)
	}
}
