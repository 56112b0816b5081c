package core

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

	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
	"rabbithole/backend/private"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// backupFormat is the number of the layout of backup files.
const backupFormat = 1

// Names of the entries of a backup file, which is a ZIP file. Copies of documents stand in files/, as in the library's folder.
const (
	manifestName = "manifest.json"
	databaseName = "library.db"
	copiesName   = "files"
)

// BackupManifest says what a backup file holds. Missing and Changed name the documents whose copy the library had lost, or had with
// other bytes, when the backup was made: everything else of them is in the backup.
type BackupManifest struct {
	Format    int           `json:"format"`
	Version   string        `json:"version"` // of the program
	MadeAt    time.Time     `json:"made_at"`
	Schema    int           `json:"schema"` // of the database
	Documents int           `json:"documents"`
	Runs      int           `json:"runs"`
	Files     []BackupEntry `json:"files"`
	Missing   []string      `json:"missing"`
	Changed   []string      `json:"changed"`
}

// BackupEntry is one file in a backup.
type BackupEntry struct {
	Name   string `json:"name"` // library.db or files/ab/abcd….pdf
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Transfer says how far a backup or its restoring has come.
type Transfer struct {
	Phase string `json:"phase"` // backing_up, verifying or restoring
	File  string `json:"file"`
	Done  int64  `json:"done"` // bytes
	Total int64  `json:"total"`
}

// BackupOptions adjust Backup. The zero value works.
type BackupOptions struct {
	Force    bool // write over a file that is there
	Progress func(Transfer)
}

// Backup writes the library into one new file at target, consistent in itself whatever is being added or researched meanwhile. The
// file appears whole or not at all.
func (c *Core) Backup(ctx context.Context, target string, opt BackupOptions) (BackupManifest, error) {
	op := "write backup " + target
	switch info, err := os.Stat(target); {
	case err == nil && info.IsDir():
		return BackupManifest{}, fault.New(op, fault.Usage, "Name a file in that folder, such as "+filepath.Join(target, "rabbithole.backup")+".", errors.New("it is a folder"))
	case err == nil && !opt.Force:
		return BackupManifest{}, fault.New(op, fault.Usage, "Choose another name, or write over it with --force.", errors.New("there is a file of that name"))
	}
	if inside(c.config.Home, target) || ingest.OfLibrary(target) {
		return BackupManifest{}, fault.New(op, fault.Usage, "Name a file in another folder, best on another disk.", errors.New("it is in the folder of a library"))
	}
	c.tell(clearElsewhere(c.config.Home, c.config.Now()))
	part := PartBeside(target)
	defer c.note(part)()
	w, err := newBackupWriter(part, opt.Progress)
	if err != nil {
		return BackupManifest{}, c.backupFailed(ctx, op, target, err)
	}
	defer w.discard()
	manifest, err := w.write(ctx, c)
	if err == nil {
		err = w.finish(target)
	}
	return manifest, c.backupFailed(ctx, op, target, err)
}

// backupFailed says what to do about a backup that could not be written.
func (c *Core) backupFailed(ctx context.Context, op, target string, err error) error {
	if err == nil || !store.Full(err) && fault.KindOf(err) != fault.Internal || errors.Is(err, context.Canceled) {
		return err
	}
	folder := filepath.Dir(target)
	hint := "The folder " + folder + " cannot be written. Check that it exists and its permissions, or choose another place."
	if store.Full(err) {
		hint = fmt.Sprintf("The disk that holds %s is full: a backup needs up to %d MB there. Free some space or choose "+
			"another disk; nothing half-written is left, and the library is as it was.", folder, c.backupRoom(ctx)>>20+1)
	}
	return fault.New(op, fault.Storage, hint, err)
}

// backupRoom is the most bytes that a backup takes while it is made: the database twice, the copies once.
func (c *Core) backupRoom(ctx context.Context) int64 {
	room := int64(0)
	if info, err := os.Stat(filepath.Join(c.config.Home, databaseName)); err == nil {
		room = 2 * info.Size()
	}
	docs, _ := c.Documents(ctx, true) // it is an estimate
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
	manifest BackupManifest
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
func (w *backupWriter) write(ctx context.Context, c *Core) (BackupManifest, error) {
	var err error
	w.manifest = BackupManifest{Format: backupFormat, Version: Version, MadeAt: c.config.Now().UTC(), Missing: []string{}, Changed: []string{}}
	if w.manifest.Schema, err = c.db.Schema(ctx); err != nil {
		return w.manifest, err
	}
	if w.manifest.Documents, w.manifest.Runs, err = c.db.CountRows(ctx); err != nil {
		return w.manifest, err
	}
	// The copy of a document is in its place before its row is in the database: all that the snapshot knows are there, but for those
	// removed meanwhile.
	if err := c.db.Snapshot(ctx, w.snapshot); err != nil {
		return w.manifest, err
	}
	docs, err := documentsIn(ctx, w.snapshot)
	if err != nil {
		return w.manifest, err
	}
	w.measure(docs)
	if _, err := w.add(ctx, databaseName, w.snapshot, zip.Deflate); err != nil {
		return w.manifest, err
	}
	for _, d := range docs {
		if err := w.addCopy(ctx, c, d); err != nil {
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
	return withAttached(ctx, db, docs)
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
func (w *backupWriter) addCopy(ctx context.Context, c *Core, d source.Document) error {
	place := c.files.Path(d)
	name := path.Join(copiesName, filepath.Base(filepath.Dir(place)), filepath.Base(place))
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
	n, err := io.Copy(io.MultiWriter(out, sum), &counted{ctx, in, &w.at, w.progress})
	if err != nil {
		return "", fmt.Errorf("copy %s: %w", name, err)
	}
	hash := hex.EncodeToString(sum.Sum(nil))
	w.manifest.Files = append(w.manifest.Files, BackupEntry{name, n, hash})
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
	for _, side := range partSides {
		os.Remove(w.file.Name() + side)
	}
}

// inside reports whether a file lies, or would lie, in a folder, whatever links lead there.
func inside(folder, path string) bool {
	home, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return false
	}
	at, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return false
	}
	if at, err = filepath.Abs(at); err != nil {
		return false
	}
	if home, err = filepath.Abs(home); err != nil {
		return false
	}
	return at == home || within(at, home)
}
