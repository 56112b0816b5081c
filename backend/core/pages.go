package core

import (
	"context"
	"slices"
	"strings"
	"sync"

	"rabbithole/backend/cite"
	"rabbithole/backend/core/shelf"
	"rabbithole/backend/fault"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// Rects returns where a stretch of a page's text stands on the page: one rectangle per line in points from the top left corner, nil when
// the format has no geometry. Recognised text stands where its words were seen, any other where the library's copy has it.
func (c *Core) Rects(ctx context.Context, hash string, span source.Span) ([]source.Rect, error) {
	rects, err := c.PageRects(ctx, hash, span.Page, []source.Span{span})
	if err != nil {
		return nil, err
	}
	return rects[0], nil
}

// PageRects is Rects for many spans of one page, by span.
func (c *Core) PageRects(ctx context.Context, hash string, number int, spans []source.Span) ([][]source.Rect, error) {
	out := make([][]source.Rect, len(spans))
	page, err := c.db.Page(ctx, hash, number)
	if err != nil || len(spans) == 0 {
		return out, err
	}
	if page.Has(source.OCRText) {
		for i, s := range spans {
			out[i] = page.Rects(s.Start, s.End)
		}
		return out, nil
	}
	d, err := c.db.Document(ctx, hash)
	if err != nil || d.Format != source.PDF {
		return out, err
	}
	spans = slices.Clone(spans)
	for i, s := range spans {
		spans[i].Start, spans[i].End = page.AsRead(s.Start, s.End)
	}
	err = c.withFile(ctx, d, func(f source.File) error {
		if many, ok := f.(interface {
			PageRects(ctx context.Context, page int, spans []source.Span) ([][]source.Rect, error)
		}); ok {
			rects, err := many.PageRects(ctx, number, spans)
			copy(out, rects)
			return err
		}
		for i, s := range spans {
			if out[i], err = f.Rects(ctx, s); err != nil {
				return err
			}
		}
		return nil
	})
	return out, err
}

// Opened is a document as a viewer needs it. Its bytes are served at URL, with ranges.
type Opened struct {
	Document source.Document   `json:"document"`
	URL      string            `json:"url"` // "/files/<hash>"
	Pages    []store.PageShape `json:"pages"`
	Outline  []source.Mark     `json:"outline"` // sections found at ingest, or the file's own bookmarks
}

// OpenDocument returns a document by hash: its pages without their text, and what its sections are; where none were found, the file's own
// bookmarks.
func (c *Core) OpenDocument(ctx context.Context, hash string) (Opened, error) {
	o := Opened{URL: "/files/" + hash}
	var err error
	if o.Document, err = c.db.Document(ctx, hash); err != nil {
		return o, err
	}
	if o.Pages, err = c.db.PageShapes(ctx, hash); err != nil {
		return o, err
	}
	sections, err := c.db.Sections(ctx, hash)
	if err != nil {
		return o, err
	}
	if o.Outline = outline(sections); len(o.Outline) > 0 || o.Document.Format != source.PDF {
		return o, nil
	}
	err = c.withFile(ctx, o.Document, func(f source.File) error { o.Outline = f.Meta().Outline; return nil })
	if ctx.Err() == nil {
		err = nil // a file that cannot be opened has no bookmarks; whoever draws its pages says what is wrong
	}
	return o, err
}

// outline turns sections into entries of an outline. Entries of a reference list are sections of their own, and too many to be of use.
func outline(sections []refs.Section) []source.Mark {
	var out []source.Mark
	for _, s := range sections {
		if s.Kind == refs.KindBibliography || s.Kind == refs.KindTitle {
			continue
		}
		title := s.Label
		if s.Title != "" && s.Title != s.Label {
			title += " " + s.Title
		}
		if s.Label == "" || s.Number != "" && s.Label == "Section "+s.Number {
			title = s.Number + " " + s.Title // as it is printed: the word is ours
		}
		if title = trim(title); title != "" {
			out = append(out, source.Mark{Title: title, Level: s.Level, Page: s.Page})
		}
	}
	return out
}

// PageReference is a reference that stands on a page, where it stands, and where it leads.
type PageReference struct {
	Text    string        `json:"text"`
	Rects   []source.Rect `json:"rects"`
	Status  refs.Status   `json:"status"`
	Targets []Target      `json:"targets"`
}

// Target is where a reference leads.
type Target struct {
	Hash  string      `json:"hash"` // of the document, "" when it leaves the library
	Name  string      `json:"name"` // of the document
	Label string      `json:"label"`
	Page  int         `json:"page"`
	Span  source.Span `json:"span"` // of the passage to show; empty when it is the page as a whole
	URI   string      `json:"uri"`
}

// PageReferences returns the references that stand on a page, in order.
func (c *Core) PageReferences(ctx context.Context, hash string, page int) ([]PageReference, error) {
	mentions, err := c.db.MentionsOn(ctx, hash, page)
	if err != nil || len(mentions) == 0 {
		return nil, err
	}
	spans := make([]source.Span, 0, len(mentions))
	for _, m := range mentions {
		spans = append(spans, source.Span{Page: page, Start: m.Start, End: m.End})
	}
	rects, err := c.rectsIfAny(ctx, hash, page, spans)
	if err != nil {
		return nil, err
	}
	shelf := shelf.New(&c.db.Reader)
	if err := shelf.StockTargets(ctx, mentions); err != nil {
		return nil, err
	}
	out := make([]PageReference, 0, len(mentions))
	for i, m := range mentions {
		r := PageReference{Text: m.Text, Rects: rects[i], Status: m.Status}
		for _, t := range m.Targets {
			document, passage := shelf.Stocked(t)
			r.Targets = append(r.Targets, Target{t.Document, document.Name, t.Label, t.Page, spanOn(passage, t.Page), t.URI})
		}
		out = append(out, r)
	}
	return out, nil
}

// spanOn returns a passage's span on a page, else its first; without a passage an empty one on the page.
func spanOn(p source.Passage, page int) source.Span {
	for _, s := range p.Spans {
		if s.Page == page {
			return s
		}
	}
	if len(p.Spans) > 0 {
		return p.Begin()
	}
	return source.Span{Page: page}
}

// PageMark is a passage of a page that a report cites, and where it stands.
type PageMark struct {
	store.Mark
	Rects []source.Rect `json:"rects"`
}

// PageMarks returns the passages of a page that reports cite, those of the newest run first.
func (c *Core) PageMarks(ctx context.Context, hash string, page int) ([]PageMark, error) {
	marks, err := c.db.Marks(ctx, hash, page)
	if err != nil || len(marks) == 0 {
		return nil, err
	}
	text, err := c.PageText(ctx, hash, page)
	if err != nil {
		return nil, err
	}
	spans := make([]source.Span, 0, len(marks))
	for i, m := range marks { // it may have been read again since
		marks[i].Span, _ = cite.Locate(text, m.Quote, m.Span)
		spans = append(spans, marks[i].Span)
	}
	rects, err := c.rectsIfAny(ctx, hash, page, spans)
	if err != nil {
		return nil, err
	}
	out := make([]PageMark, 0, len(marks))
	for i, m := range marks {
		out = append(out, PageMark{m, rects[i]})
	}
	return out, nil
}

// MarkedPages returns the pages of a document that reports cite, with how many claims rest on each.
func (c *Core) MarkedPages(ctx context.Context, hash string) (map[int]int, error) {
	return c.db.MarkedPages(ctx, hash)
}

// rectsIfAny is PageRects where what else there is to say does not depend on it: a file that needs a password, or is gone, has none.
func (c *Core) rectsIfAny(ctx context.Context, hash string, page int, spans []source.Span) ([][]source.Rect, error) {
	rects, err := c.PageRects(ctx, hash, page, spans)
	switch fault.KindOf(err) {
	case fault.Password, fault.Unreadable, fault.NotFound:
		return make([][]source.Rect, len(spans)), nil
	}
	return rects, err
}

func trim(s string) string { return strings.Join(strings.Fields(s), " ") }

// OpenReference is a reference that leads to something the library does not have, with every page it stands on.
type OpenReference struct {
	Text  string         `json:"text"`  // as it is written where it stands first
	Pages []source.Folio `json:"pages"` // ascending, each once
	Count int            `json:"count"` // how often it is made
}

// OpenReferences returns the references of a document that lead nowhere in the library, in reading order, each once.
func (c *Core) OpenReferences(ctx context.Context, hash string) ([]OpenReference, error) {
	mentions, err := c.db.MentionsOf(ctx, hash)
	if err != nil {
		return nil, err
	}
	var out []OpenReference
	at := map[string]int{}
	for _, m := range mentions {
		if m.Status != refs.Open {
			continue
		}
		text := trim(m.Text)
		i, known := at[strings.ToLower(text)]
		if !known {
			i = len(out)
			at[strings.ToLower(text)] = i
			out = append(out, OpenReference{Text: text})
		}
		out[i].Count++
		if slices.ContainsFunc(out[i].Pages, func(f source.Folio) bool { return f.Page == m.Page }) {
			continue
		}
		label, err := c.db.PageLabel(ctx, hash, m.Page)
		if err != nil {
			return nil, err
		}
		out[i].Pages = append(out[i].Pages, source.Folio{Page: m.Page, Label: label})
	}
	return out, nil
}

// keptOpen is how many files are kept open for whoever looks at documents.
const keptOpen = 4

// openFiles are the files that were looked at last. The zero value works. Each file is used by one caller at a time.
type openFiles struct {
	mu    sync.Mutex
	files []*openFile // the one used last is last
}

type openFile struct {
	hash string
	mu   sync.Mutex
	file source.File // nil until it is opened
}

// with does something with a document's file, which open opens unless it is open. A file that gave an error is closed: it may have been
// the error's cause.
func (o *openFiles) with(hash string, open func() (source.File, error), do func(source.File) error) error {
	f := o.entry(hash)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.file == nil {
		file, err := open()
		if err != nil {
			return err
		}
		f.file = file
	}
	err := do(f.file)
	if err != nil {
		f.close()
	}
	return err
}

// entry returns the entry of a document, now the last; the first goes when there are too many.
func (o *openFiles) entry(hash string) *openFile {
	o.mu.Lock()
	defer o.mu.Unlock()
	f := &openFile{hash: hash}
	if i := slices.IndexFunc(o.files, func(f *openFile) bool { return f.hash == hash }); i >= 0 {
		f = o.files[i]
		o.files = slices.Delete(o.files, i, i+1)
	}
	o.files = append(o.files, f)
	if len(o.files) > keptOpen && o.files[0].mu.TryLock() {
		o.files[0].close()
		o.files[0].mu.Unlock()
		o.files = slices.Delete(o.files, 0, 1)
	}
	return f
}

// close closes the file. Its lock is held.
func (f *openFile) close() {
	if f.file != nil {
		_ = f.file.Close() // what is lost is a cache
		f.file = nil
	}
}

// clear closes all files: some are about to be deleted.
func (o *openFiles) clear() {
	o.mu.Lock()
	files := o.files
	o.files = nil
	o.mu.Unlock()
	for _, f := range files {
		f.mu.Lock()
		f.close()
		f.mu.Unlock()
	}
}

// Warm opens the library's copy of a document, so that where something stands on its pages is said at once. That it cannot be opened is not
// its business.
func (c *Core) Warm(ctx context.Context, hash string) {
	d, err := c.db.Document(ctx, hash)
	if err == nil && d.Format == source.PDF {
		_ = c.withFile(ctx, d, func(source.File) error { return nil })
	}
}

// withFile does something with the library's copy of a PDF.
func (c *Core) withFile(ctx context.Context, d source.Document, do func(source.File) error) error {
	return c.looked.with(d.Hash, func() (source.File, error) {
		return c.pdf.Open(ctx, c.files.Path(d), source.OpenOptions{Light: d.Engine == "ledongthuc"})
	}, do)
}
