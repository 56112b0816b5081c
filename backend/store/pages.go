package store

import (
	"context"
	"fmt"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

const pageColumns = `number, label, text, width, height, flags, lines, links, reason, words`

// PutPages stores pages of a document, replacing those of the same number.
func (db *DB) PutPages(ctx context.Context, document string, pages []source.Page) error {
	err := db.updateEach(ctx, len(pages), func(b *batch, i int) error {
		return writePage(ctx, b, document, pages[i])
	})
	if err != nil {
		return fmt.Errorf("store pages of document %.12s: %w", document, err)
	}
	return nil
}

func writePage(ctx context.Context, b *batch, document string, p source.Page) error {
	flags, err := listJSON(p.Flags)
	if err != nil {
		return err
	}
	links, err := listJSON(p.Links)
	if err != nil {
		return err
	}
	words, err := listJSON(p.Words)
	if err != nil {
		return err
	}
	return b.exec(ctx, `INSERT OR REPLACE INTO pages (document, `+pageColumns+`) VALUES (?,?,?,?,?,?,?,?,?,?,?)`,
		document, p.Number, p.Label, p.Text, p.Width, p.Height, flags, encodeLines(p.Lines), links, p.Reason, words)
}

// Pages returns the pages from number from to number to (1-based, both included) of a document, in order; to 0 means the last.
func (db *DB) Pages(ctx context.Context, document string, from, to int) ([]source.Page, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT `+pageColumns+` FROM pages WHERE document = ? AND number >= ?
		AND (? = 0 OR number <= ?) ORDER BY number`, document, from, to, to)
	return collect(rows, explain("read pages", err), scanPage)
}

// Page returns one page; a fault of kind NotFound when the document has none of this number.
func (r *Reader) Page(ctx context.Context, document string, number int) (source.Page, error) {
	op := fmt.Sprintf("read page %d of document %.12s", number, document)
	rows, err := r.query(ctx, `SELECT `+pageColumns+` FROM pages WHERE document = ? AND number = ?`, "pages.document", "",
		document, number)
	return one(rows, explain(op, err), scanPage, fault.New(op, fault.NotFound,
		"The document has no such page; `rabbithole documents` shows how many it has.", nil))
}

// PageLabel returns what is printed on a page, "" where the document has no such page.
func (r *Reader) PageLabel(ctx context.Context, document string, number int) (string, error) {
	rows, err := r.query(ctx, `SELECT label FROM pages WHERE document = ? AND number = ?`, "pages.document", "",
		document, number)
	op := fmt.Sprintf("read the label of page %d of document %.12s", number, document)
	return one(rows, explain(op, err), scanString, nil)
}

// LastPage returns the number of the last page that was committed, 0 when there is none: where reading resumes.
func (db *DB) LastPage(ctx context.Context, document string) (int, error) {
	var last int
	err := db.read.QueryRowContext(ctx, `SELECT coalesce(max(number), 0) FROM pages WHERE document = ?`, document).Scan(&last)
	return last, explain("find the last page", err)
}

func scanPage(scan func(...any) error) (source.Page, error) {
	var p source.Page
	var flags, links, words string
	var lines []byte
	if err := scan(&p.Number, &p.Label, &p.Text, &p.Width, &p.Height, &flags, &lines, &links, &p.Reason, &words); err != nil {
		return p, err
	}
	var err error
	if p.Lines, err = decodeLines(lines); err != nil {
		return p, err
	}
	if err := fromJSON(flags, &p.Flags); err != nil {
		return p, err
	}
	if err := fromJSON(words, &p.Words); err != nil {
		return p, err
	}
	return p, fromJSON(links, &p.Links)
}
