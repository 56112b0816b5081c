package core

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"rabbithole/backend/core/disk"
	"rabbithole/backend/core/shelf"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/flow/discover/picture"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/ingest"
	"rabbithole/backend/private"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// Attachment is a file that a person wants to give to a run. It is kept as it is; nobody has read it yet.
type Attachment struct {
	Hash  string    `json:"hash"`
	Name  string    `json:"name"`
	Bytes int64     `json:"bytes"`
	At    time.Time `json:"at" ts_type:"string"`
}

// Attach keeps files for a run to come, as they are. What cannot be kept harms no other: the error says what is the matter with it, the others
// are returned. The same bytes twice are one file.
func (c *Core) Attach(ctx context.Context, paths []string) ([]Attachment, error) {
	if len(paths) == 0 {
		return nil, fault.New("attach", fault.Usage, "Name at least one file.", nil)
	}
	var out []Attachment
	var failed error
	seen := map[string]bool{}
	for _, path := range paths {
		path, err := filepath.Abs(path)
		if err != nil {
			return out, err
		}
		err = c.ingester.Keep(ctx, path, func(d source.Document) error {
			a := store.Attached{Hash: d.Hash, Name: d.Name, Format: d.Format, Bytes: d.Bytes, At: d.AddedAt}
			if err := c.db.Attach(ctx, a); err != nil || seen[a.Hash] {
				return err
			}
			seen[a.Hash] = true
			out = append(out, attachmentOf(a))
			return nil
		})
		if ctx.Err() != nil || fault.KindOf(err) == fault.Storage {
			return out, err
		}
		if failed == nil {
			failed = err
		}
	}
	return out, errors.Join(failed, c.dropUploads(ctx, paths))
}

// Attachments returns the files that wait for a run, the newest first.
func (c *Core) Attachments(ctx context.Context) ([]Attachment, error) {
	list, err := c.db.Waiting(ctx)
	out := make([]Attachment, 0, len(list))
	for _, a := range list {
		out = append(out, attachmentOf(a))
	}
	return out, err
}

// Detach takes a file back that waits for a run. Runs that use it keep it.
func (c *Core) Detach(ctx context.Context, hash string) error {
	if err := c.db.Detach(ctx, hash); err != nil {
		return err
	}
	return c.ingester.TidySoon(ctx)
}

func attachmentOf(a store.Attached) Attachment { return Attachment{a.Hash, a.Name, a.Bytes, a.At} }

// isAttached reports whether the copy with this hash is a file that somebody attached.
func (c *Core) isAttached(ctx context.Context, hash string) (bool, error) {
	_, err := c.db.Attached(ctx, hash)
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	return err == nil, err
}

// attached is the files that a run was given. What is read of one becomes a document in the state saved, see docs/adr/0022: found by no search,
// and opened, quoted and highlighted like any other.
type attached struct {
	core *Core
	run  string
}

// File implements explore.Attached.
func (a attached) File(ctx context.Context, hash string) (explore.Metadata, error) {
	f, err := a.core.db.AttachedTo(ctx, a.run, hash)
	return explore.Metadata{Name: f.Name, Bytes: f.Bytes}, err
}

// Parse implements explore.Attached. A file that the library has read already is not read again.
func (a attached) Parse(ctx context.Context, hash string, done func(pages, all int)) ([]source.Passage, error) {
	f, err := a.core.db.AttachedTo(ctx, a.run, hash)
	if err != nil {
		return nil, err
	}
	d, err := a.core.db.Document(ctx, hash)
	switch {
	case err == nil && (d.Live() || d.State == source.Saved || d.State == source.Removed || d.State == source.Replaced):
		if passages, err := a.core.db.PassagesOf(ctx, hash); err != nil || len(passages) > 0 {
			return passages, err
		}
	case err != nil && fault.KindOf(err) != fault.NotFound:
		return nil, err
	}
	if err := a.core.save(ctx, shelf.DocumentOf(f), done); err != nil {
		return nil, err
	}
	return a.core.db.PassagesOf(ctx, hash)
}

// save reads the library's copy of an attached file and keeps what it says.
func (c *Core) save(ctx context.Context, d source.Document, done func(pages, all int)) error {
	p, err := c.ingester.Parse(ctx, d, ingest.Options{}, done)
	if err != nil {
		return err
	}
	return c.db.Save(ctx, p.Document, p.Pages, p.Sections, p.Passages)
}

// pictureTypes are the media types of the pictures that a query may show.
var pictureTypes = map[source.Format]string{source.PNG: "image/png", source.JPEG: "image/jpeg", source.GIF: "image/gif", source.WebP: "image/webp"}

// keepPicture keeps the picture of a query as it is, like an attached file. It waits for its run, which begins at once.
func (c *Core) keepPicture(ctx context.Context, d Discover) (*discover.Image, error) {
	path, raw, err := c.pictureFile(d)
	if err != nil {
		return nil, err
	}
	defer c.dropUploads(context.WithoutCancel(ctx), []string{path}) // the library has its copy
	opened, err := picture.Open(raw)
	if err != nil {
		return nil, err
	}
	format := source.PNG
	for f, media := range pictureTypes {
		if media == opened.MIME {
			format = f
		}
	}
	var out discover.Image
	err = c.ingester.KeepPicture(ctx, path, format, func(kept source.Document) error {
		out = discover.Image{Hash: kept.Hash, Name: kept.Name, MIME: opened.MIME}
		return c.db.Attach(ctx, store.Attached{Hash: kept.Hash, Name: kept.Name, Format: kept.Format, Bytes: kept.Bytes, At: kept.AddedAt})
	})
	return &out, err
}

// pictureFile returns the picture of a query and where it lies. That of a data URL is laid among the uploads.
func (c *Core) pictureFile(d Discover) (path string, raw []byte, err error) {
	if strings.HasPrefix(d.Image, "data:") {
		_, data, ok := strings.Cut(d.Image, ",")
		raw, err := base64.StdEncoding.DecodeString(data)
		if !ok || err != nil || len(raw) == 0 {
			return "", nil, fault.New("take the picture", fault.Usage, "Send it as base64, or name a file.",
				errors.Join(errors.New("it is no picture in base64"), err))
		}
		return c.layDown(raw, d.ImageName)
	}
	op := "show " + filepath.Base(d.Image)
	info, err := os.Stat(d.Image) // before it is opened: a pipe would wait for whoever writes into it
	if err == nil && !info.Mode().IsRegular() {
		return "", nil, fault.New(op, fault.Usage, "Name a picture.", errors.New("it is no file"))
	}
	var f *os.File
	if err == nil {
		f, err = os.Open(d.Image)
	}
	if err != nil {
		return "", nil, fault.New(op, fault.NotFound, "Check the spelling of the path, and whether you may read the file.", err)
	}
	defer f.Close()
	if raw, err = io.ReadAll(io.LimitReader(f, picture.MostBytes+1)); err != nil { // one byte too many is refused by who opens it
		return "", nil, fault.New(op, fault.Unreadable, "Check whether you may read the file.", err)
	}
	return d.Image, raw, nil
}

func (c *Core) layDown(raw []byte, name string) (string, []byte, error) {
	err := private.MkdirAll(c.Uploads())
	var folder string
	if err == nil {
		folder, err = private.MkdirTemp(c.Uploads(), ContextUpload+"picture-")
	}
	path := filepath.Join(folder, pictureName(name))
	if err == nil {
		err = private.WriteFile(path, raw)
	}
	if err != nil {
		return "", nil, fault.New("keep the picture", fault.Storage, "Check that the disk has room and that the library's folder may be written to.", err)
	}
	return path, raw, nil
}

// pictureName is what a picture without a path is called.
func pictureName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, name)
	if name = strings.Trim(name, " ."); name == "" || len(name) > 120 {
		return "picture"
	}
	return name
}

// Picture is the copy of a picture that a query shows.
type Picture struct {
	Name string // of the person's file
	MIME string
	Path string
	At   time.Time
}

// Picture returns the picture with a hash; a fault of kind NotFound when there is none.
func (c *Core) Picture(ctx context.Context, hash string) (Picture, error) {
	f, err := c.db.Attached(ctx, hash)
	if err != nil {
		return Picture{}, err
	}
	p := Picture{Name: f.Name, MIME: pictureTypes[f.Format], Path: c.files.Path(shelf.DocumentOf(f)), At: f.At}
	if _, gone := os.Stat(p.Path); p.MIME == "" || gone != nil {
		return Picture{}, fault.New("open the picture "+f.Name, fault.NotFound, "Ask again with the picture.", gone)
	}
	return p, nil
}

// Uploads is the folder for files that reach the program without a path of their own, from a browser. Each lies in a folder of its
// upload. They are deleted once they are added; what was not added when the program ended waits for ResumeAdding.
func (c *Core) Uploads() string { return filepath.Join(ingest.Resolved(c.config.Home), "uploads") }

// SetAddress writes down where this process listens, for whoever finds the library in use.
func (c *Core) SetAddress(address string) error { return c.lock.SetAddress(address) }

// leftUploads are uploads that the program ended before it had added them.
type leftUploads struct {
	paths []string // what was to be added: files, and folders of files
	files int      // that no document is known by
}

// findUploads looks for uploads that were left behind, and removes what had not arrived whole.
func (c *Core) findUploads(ctx context.Context, broken *disk.Leftover) (left leftUploads, err error) {
	if info, err := os.Lstat(c.Uploads()); err != nil || !info.IsDir() { // a link leads to files that are a person's
		return left, nil
	}
	// Files that were to be attached to a run: it was never started, and they were not meant for the library.
	for _, folder := range disk.Matching(c.Uploads(), ContextUpload+"*") {
		if contextForm.MatchString(filepath.Base(folder)) {
			broken.Remove(folder)
		}
	}
	paths := disk.Matching(c.Uploads(), "*/*")
	if len(paths) == 0 {
		return left, nil
	}
	docs, err := c.db.Documents(ctx, source.DocumentFilter{})
	if err != nil {
		return left, err
	}
	known := map[string]bool{}
	for _, d := range docs {
		known[d.Path] = true
	}
	err = filepath.WalkDir(c.Uploads(), func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || entry.IsDir():
			return err
		case disk.PartForm.MatchString(entry.Name()):
			broken.Remove(path)
		case !known[path]:
			left.files++
		}
		return nil
	})
	if err == nil && left.files == 0 {
		return left, c.dropUploads(ctx, []string{c.Uploads()})
	}
	left.paths = slices.DeleteFunc(paths, func(path string) bool { return disk.PartForm.MatchString(filepath.Base(path)) })
	return left, err
}

// ContextUpload begins the name of an upload's folder whose files are to be attached, not added.
const ContextUpload = "context-"

// contextForm matches the names of such folders.
var contextForm = regexp.MustCompile(`^context-([A-Z2-7]{26}|picture-\d+)$`)

// addLeft adds the uploads that were left behind.
func (c *Core) addLeft(ctx context.Context, opt AddOptions) ([]ingest.Result, error) {
	c.mu.Lock()
	left := c.left
	c.left = leftUploads{}
	c.mu.Unlock()
	if len(left.paths) == 0 {
		return nil, nil
	}
	results, err := c.Add(ctx, left.paths, opt)
	if err != nil && fault.KindOf(err) != fault.Usage { // some of them are left still
		c.mu.Lock()
		c.left = left
		c.mu.Unlock()
	}
	return results, err
}

// leftFiles counts the files of uploads that were left behind.
func (c *Core) leftFiles() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.left.files
}

// dropUploads deletes those of the paths that are uploads. The documents made of them have the library's copy, and no path of the person's.
func (c *Core) dropUploads(ctx context.Context, paths []string) error {
	var uploads []string
	for _, path := range paths {
		if path, err := filepath.Abs(path); err == nil && disk.Within(ingest.Place(path), c.Uploads()) {
			uploads = append(uploads, ingest.Place(path))
		}
	}
	if len(uploads) == 0 {
		return nil
	}
	if err := c.db.ForgetPaths(ctx, uploads); err != nil {
		return err
	}
	var errs []error
	for _, upload := range uploads {
		errs = append(errs, os.RemoveAll(upload))
		os.Remove(filepath.Dir(upload)) // the folder that it came in, once that is empty
	}
	return errors.Join(errs...)
}
