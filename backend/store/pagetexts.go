package store

import (
	"context"
	"encoding/json"

	"rabbithole/backend/source"
)

// PageKey names a page.
type PageKey struct {
	Document string
	Page     int
}

// PageTexts returns number, label and text of many pages at once; pages that do not exist are left out.
func (r *Reader) PageTexts(ctx context.Context, keys []PageKey) (map[PageKey]source.Page, error) {
	pairs := make([][2]any, 0, len(keys))
	for _, k := range keys {
		pairs = append(pairs, [2]any{k.Document, k.Page})
	}
	wanted, err := json.Marshal(pairs)
	if err != nil {
		return nil, err
	}
	type text struct {
		key  PageKey
		page source.Page
	}
	rows, err := r.query(ctx, `SELECT p.document, p.number, p.label, p.text FROM json_each(?) AS wanted
		JOIN pages AS p ON p.document = wanted.value ->> 0 AND p.number = wanted.value ->> 1 WHERE 1`, "p.document", "", string(wanted))
	list, err := collect(rows, explain("read pages", err), func(scan func(...any) error) (t text, err error) {
		err = scan(&t.key.Document, &t.key.Page, &t.page.Label, &t.page.Text)
		t.page.Number = t.key.Page
		return t, err
	})
	out := make(map[PageKey]source.Page, len(list))
	for _, t := range list {
		out[t.key] = t.page
	}
	return out, err
}

// PageShape is a page without what stands on it.
type PageShape struct {
	Number        int
	Label         string
	Width, Height float64 // points; 0 when the format has no geometry
	Flags         []string
}

// PageShapes returns the shapes of all pages of a document, in order.
func (db *DB) PageShapes(ctx context.Context, document string) ([]PageShape, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT number, label, width, height, flags FROM pages WHERE document = ? ORDER BY number`, document)
	return collect(rows, explain("read pages", err), func(scan func(...any) error) (p PageShape, err error) {
		var flags string
		if err = scan(&p.Number, &p.Label, &p.Width, &p.Height, &flags); err != nil {
			return p, err
		}
		return p, fromJSON(flags, &p.Flags)
	})
}
