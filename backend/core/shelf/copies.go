package shelf

import (
	"context"

	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// WithAttached returns the documents and the attached files that are none of them: of both the library has a copy.
func WithAttached(ctx context.Context, db *store.DB, docs []source.Document) ([]source.Document, error) {
	files, err := db.AllAttached(ctx)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, d := range docs {
		known[d.Hash] = true
	}
	for _, f := range files {
		if !known[f.Hash] {
			docs = append(docs, DocumentOf(f))
		}
	}
	return docs, nil
}

// DocumentOf returns what an attached file is before it is read.
func DocumentOf(f store.Attached) source.Document {
	return source.Document{Hash: f.Hash, Name: f.Name, Format: f.Format, Bytes: f.Bytes, AddedAt: f.At, State: source.Saved}
}
