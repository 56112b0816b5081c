package store

import (
	"context"
	"database/sql/driver"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

const pageColumns = `number, label, text, width, height, flags, lines, links, reason, words`

func pageFields(p *source.Page) []any {
	return []any{&p.Number, &p.Label, &p.Text, &p.Width, &p.Height, inJSON(&p.Flags), typography{&p.Lines}, inJSON(&p.Links), &p.Reason,
		inJSON(&p.Words)}
}

// typography is the lines of a page as a column holds them.
type typography struct{ lines *[]source.Line }

// Scan reads the column.
func (t typography) Scan(stored any) (err error) {
	raw, _ := stored.([]byte)
	*t.lines, err = decodeLines(raw)
	return err
}

// Value writes it.
func (t typography) Value() (driver.Value, error) { return encodeLines(*t.lines), nil }

// PutPages stores pages of a document, replacing those of the same number.
func (db *DB) PutPages(ctx context.Context, document string, pages []source.Page) error {
	return db.updateEach(ctx, fmt.Sprintf("store pages of document %.12s", document), len(pages), func(t *tx, i int) {
		writePage(ctx, t, document, pages[i])
	})
}

func writePage(ctx context.Context, t *tx, document string, p source.Page) {
	t.repeat(ctx, `INSERT OR REPLACE INTO pages (document, `+pageColumns+`) VALUES (?,?,?,?,?,?,?,?,?,?,?)`,
		append([]any{document}, pageFields(&p)...)...)
}

// Pages returns the pages from number from to number to (1-based, both included) of a document, in order; to 0 means the last.
func (db *DB) Pages(ctx context.Context, document string, from, to int) ([]source.Page, error) {
	return list("read pages", pageFields)(db.read.QueryContext(ctx, `SELECT `+pageColumns+` FROM pages WHERE document = ? AND number >= ?
		AND (? = 0 OR number <= ?) ORDER BY number`, document, from, to, to))
}

// Page returns one page; a fault of kind NotFound when the document has none of this number.
func (r *Reader) Page(ctx context.Context, document string, number int) (source.Page, error) {
	op := fmt.Sprintf("read page %d of document %.12s", number, document)
	none := fault.New(op, fault.NotFound, "The document has no such page; `rabbithole documents` shows how many it has.", nil)
	return one(op, pageFields, none)(r.query(ctx,
		`SELECT `+pageColumns+` FROM pages WHERE document = ? AND number = ?`, "pages.document", "", document, number))
}

// PageLabel returns what is printed on a page, "" where the document has no such page.
func (r *Reader) PageLabel(ctx context.Context, document string, number int) (string, error) {
	return one(fmt.Sprintf("read the label of page %d of document %.12s", number, document), value[string], nil)(r.query(ctx,
		`SELECT label FROM pages WHERE document = ? AND number = ?`, "pages.document", "", document, number))
}

// LastPage returns the number of the last page that was committed, 0 when there is none: where reading resumes.
func (db *DB) LastPage(ctx context.Context, document string) (int, error) {
	return one("find the last page", value[int], nil)(db.read.QueryContext(ctx,
		`SELECT coalesce(max(number), 0) FROM pages WHERE document = ?`, document))
}

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
	return byKey("read pages", func(k *PageKey, p *source.Page) []any {
		return []any{&k.Document, &k.Page, &p.Number, &p.Label, &p.Text}
	})(r.query(ctx, `SELECT p.document, p.number, p.number, p.label, p.text FROM json_each(?) AS wanted
		JOIN pages AS p ON p.document = wanted.value ->> 0 AND p.number = wanted.value ->> 1 WHERE 1`, "p.document", "", string(wanted)))
}

// PageShape is a page without what stands on it.
type PageShape struct {
	Number int      `json:"number"`
	Label  string   `json:"label"`
	Width  float64  `json:"width"`  // points; 0 when the format has no geometry
	Height float64  `json:"height"` // points
	Flags  []string `json:"flags"`
}

// PageShapes returns the shapes of all pages of a document, in order.
func (db *DB) PageShapes(ctx context.Context, document string) ([]PageShape, error) {
	return list("read pages", func(p *PageShape) []any {
		return []any{&p.Number, &p.Label, &p.Width, &p.Height, inJSON(&p.Flags)}
	})(db.read.QueryContext(ctx,
		`SELECT number, label, width, height, flags FROM pages WHERE document = ? ORDER BY number`, document))
}

// Lines are stored as one BLOB of varints, five per line, because as JSON they would weigh more than the page's text: start less
// the previous end, length, size and boldness, x, y less the previous y. Where words are divided, size and boldness are inverted, and
// for each cut end less cut and moved follow, the former negative where another cut does. Sizes and positions are kept to a hundredth of a point.

// encodeLines writes the typography of a page's lines; it is never nil.
func encodeLines(lines []source.Line) []byte {
	b := make([]byte, 0, 9*len(lines))
	var end, y int64
	for _, l := range lines {
		style := max(hundredths(l.Size), 0) << 1
		if l.Bold {
			style |= 1
		}
		if len(l.Cuts) > 0 {
			style = ^style
		}
		b = binary.AppendVarint(b, int64(l.Start)-end)
		b = binary.AppendVarint(b, int64(l.End-l.Start))
		b = binary.AppendVarint(b, style)
		b = binary.AppendVarint(b, hundredths(l.X))
		b = binary.AppendVarint(b, hundredths(l.Y)-y)
		for i, c := range l.Cuts {
			before := int64(l.End - c.At)
			if i+1 < len(l.Cuts) {
				before = -before
			}
			b = binary.AppendVarint(b, before)
			b = binary.AppendVarint(b, int64(c.Moved))
		}
		end, y = int64(l.End), hundredths(l.Y)
	}
	return b
}

// decodeLines reads what encodeLines wrote.
func decodeLines(b []byte) ([]source.Line, error) {
	var lines []source.Line
	var end, y int64
	damaged := false
	next := func() int64 {
		v, n := binary.Varint(b)
		damaged = damaged || n <= 0
		b = b[max(n, 0):]
		return v
	}
	for len(b) > 0 && !damaged {
		start := end + next()
		end = start + next()
		style := next()
		l := source.Line{Start: int(start), End: int(end), X: float64(next()) / 100}
		y += next()
		if l.Y = float64(y) / 100; style < 0 {
			style = ^style
			for more := true; more && !damaged; {
				before := next()
				more = before < 0
				l.Cuts = append(l.Cuts, source.Cut{At: int(end - max(before, -before)), Moved: int(next())})
			}
		}
		l.Size, l.Bold = float64(style>>1)/100, style&1 == 1
		lines = append(lines, l)
	}
	if damaged {
		return nil, errors.New("the lines of a page are damaged")
	}
	return lines, nil
}

func hundredths(points float64) int64 {
	if math.IsNaN(points) || math.Abs(points) > 1e9 {
		return 0 // a hostile file's number, not a place on a page
	}
	return int64(math.Round(points * 100))
}
