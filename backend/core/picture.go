package core

import (
	"context"
	"os"
	"path/filepath"

	"rabbithole/backend/fault"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// pictureTypes are the media types of the pictures that a query may show.
var pictureTypes = map[source.Format]string{source.PNG: "image/png", source.JPEG: "image/jpeg", source.GIF: "image/gif", source.WebP: "image/webp"}

// keepPicture keeps the picture of a query as it is, like an attached file. It waits for its run, which begins at once.
func (c *Core) keepPicture(ctx context.Context, d Discover) (*discover.Image, error) {
	path := d.ImagePath
	if path == "" {
		if len(d.ImageBytes) > ingest.MostPicture {
			return nil, ingest.TooLargePicture(d.ImageName)
		}
		if err := os.MkdirAll(c.Uploads(), 0o700); err != nil {
			return nil, fault.New("keep the picture", fault.Storage, "Check the permissions of the library's folder.", err)
		}
		folder, err := os.MkdirTemp(c.Uploads(), ContextUpload+"picture-")
		if err != nil {
			return nil, fault.New("keep the picture", fault.Storage, "Check the permissions of the library's folder.", err)
		}
		defer os.RemoveAll(folder) // the library has its copy
		path = filepath.Join(folder, "picture")
		if err := os.WriteFile(path, d.ImageBytes, 0o600); err != nil {
			return nil, fault.New("keep the picture", fault.Storage, "Check that the disk has room.", err)
		}
	}
	var out discover.Image
	err := c.ingester.KeepPicture(ctx, path, func(kept source.Document) error {
		if d.ImagePath == "" {
			kept.Name = pictureName(d.ImageName, kept.Format)
		}
		out = discover.Image{Hash: kept.Hash, Name: kept.Name, MIME: pictureTypes[kept.Format]}
		return c.db.Attach(ctx, store.Attached{Hash: kept.Hash, Name: kept.Name, Format: kept.Format, Bytes: kept.Bytes, At: kept.AddedAt})
	})
	if err != nil {
		return nil, err
	}
	return &out, c.dropUploads(ctx, []string{path})
}

// pictureName is what a picture without a path is called.
func pictureName(name string, format source.Format) string {
	if name = filepath.Base(filepath.ToSlash(name)); name == "" || name == "." || name == "/" {
		return "picture." + string(format)
	}
	return name
}

// Picture returns where the copy of an attached picture lies, its media type and its name; a fault of kind NotFound when there is none.
func (c *Core) Picture(ctx context.Context, hash string) (path, media, name string, err error) {
	f, err := c.db.Attached(ctx, hash)
	if err != nil {
		return "", "", "", err
	}
	media, ok := pictureTypes[f.Format]
	path = c.files.Path(documentOf(f))
	if _, gone := os.Stat(path); !ok || gone != nil {
		return "", "", "", fault.New("open the picture "+f.Name, fault.NotFound, "Ask again with the picture.", gone)
	}
	return path, media, f.Name, nil
}
