package core

import (
	"cmp"
	"context"
	"fmt"
	"os"

	"rabbithole/backend/private"
	"rabbithole/backend/source"
	"rabbithole/backend/text"
)

// openPDF reads a PDF of the web as the library reads those of the person: in a process of its own. It is handed over in a file that nobody
// else may read and that is gone afterwards.
func (c *Core) openPDF(ctx context.Context, data []byte) (pages []source.Page, meta source.Meta, err error) {
	part, err := private.CreateTemp(c.config.Home, ".web-*.pdf")
	if err != nil {
		return nil, meta, err
	}
	defer os.Remove(part.Name())
	_, err = part.Write(data)
	if err := cmp.Or(err, part.Close()); err != nil {
		return nil, meta, err
	}
	f, err := c.pdf.Open(ctx, part.Name(), source.OpenOptions{})
	if err != nil {
		return nil, meta, err
	}
	defer f.Close()
	text := 0
	err = f.Pages(ctx, 1, func(p source.Page) error {
		if text += len(p.Text); text > mostWebText {
			return fmt.Errorf("it has more than %d MB of text", mostWebText>>20)
		}
		pages = append(pages, p)
		return nil
	})
	return pages, f.Meta(), err
}

// mostWebText is how many bytes of text are read of one PDF of the web.
const mostWebText = 8 << 20

// openMarkdown reads Markdown of the web as the library reads that of the person.
func openMarkdown(_ context.Context, data []byte) ([]source.Page, source.Meta, error) {
	return text.Read(data, source.Markdown)
}
