package text

import (
	"context"
	"fmt"

	"rabbithole/backend/chunk"
	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// file is a text file cut into pages. It is held in memory whole.
type file struct {
	meta  source.Meta
	pages []source.Page
}

// layOut cuts what was read into pages.
func layOut(c content) *file {
	f := &file{meta: c.meta}
	f.pages, f.meta.Outline = chunk.LayOut(c.blocks)
	f.meta.Pages = len(f.pages)
	if f.meta.Title == "" {
		f.meta.Title = firstTitle(f.meta.Outline)
	}
	return f
}

// firstTitle returns the first heading if it stands above all others.
func firstTitle(marks []source.Mark) string {
	for i, m := range marks {
		if i > 0 && m.Level <= marks[0].Level {
			return ""
		}
	}
	if len(marks) == 0 {
		return ""
	}
	return marks[0].Title
}

// Meta returns what the file says about itself.
func (f *file) Meta() source.Meta { return f.meta }

// Pages yields the pages from number from to the last.
func (f *file) Pages(ctx context.Context, from int, yield func(source.Page) error) error {
	for i := max(from, 1) - 1; i < len(f.pages); i++ {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("read page %d: %w", i+1, err)
		}
		if err := yield(f.pages[i]); err != nil {
			return err
		}
	}
	return nil
}

// Rects returns nil: text has no geometry.
func (f *file) Rects(context.Context, source.Span) ([]source.Rect, error) { return nil, nil }

// Render fails: there is nothing to draw.
func (f *file) Render(_ context.Context, page int, _ float64) ([]byte, error) {
	return nil, fault.New(fmt.Sprintf("draw page %d", page), fault.Usage, "Show the page's text instead: only PDF files are drawn.", nil)
}

// Close does nothing.
func (f *file) Close() error { return nil }
