package core

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"rabbithole/backend/core/shelf"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/flow/discover/picture"
	"rabbithole/backend/private"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
	"strings"
	"time"
)

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

// pictureFile returns the picture of a query and where it lies. One without a path is laid among the uploads.
func (c *Core) pictureFile(d Discover) (path string, raw []byte, err error) {
	if len(d.ImageBytes) > 0 {
		return c.layDown(d.ImageBytes, d.ImageName)
	}
	op := "show " + filepath.Base(d.ImagePath)
	info, err := os.Stat(d.ImagePath) // before it is opened: a pipe would wait for whoever writes into it
	if err == nil && !info.Mode().IsRegular() {
		return "", nil, fault.New(op, fault.Usage, "Name a picture.", errors.New("it is no file"))
	}
	var f *os.File
	if err == nil {
		f, err = os.Open(d.ImagePath)
	}
	if err != nil {
		return "", nil, fault.New(op, fault.NotFound, "Check the spelling of the path, and whether you may read the file.", err)
	}
	defer f.Close()
	if raw, err = io.ReadAll(io.LimitReader(f, picture.MostBytes+1)); err != nil { // one byte too many is refused by who opens it
		return "", nil, fault.New(op, fault.Unreadable, "Check whether you may read the file.", err)
	}
	return d.ImagePath, raw, nil
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
