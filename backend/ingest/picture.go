package ingest

import (
	"context"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// KeepPicture copies a picture of the person's into the library's folder as it is, as Keep does with files that are read.
func (in *Ingester) KeepPicture(ctx context.Context, path string, format source.Format, note func(source.Document) error) error {
	in.keeping.RLock()
	defer in.keeping.RUnlock()
	d := source.Document{Name: source.FileName(path), Format: format, AddedAt: in.now()}
	var err error
	if d.Hash, d.Bytes, err = in.copied(ctx, path, d.Format); err != nil {
		return fault.New("show "+d.Name, fault.Unreadable, reasonForFile(err).text, err)
	}
	return note(d)
}
