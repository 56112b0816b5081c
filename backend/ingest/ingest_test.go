package ingest_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// A shelf is a library with its database, its copies, a simple reader and a simple index, in a folder of the test.
type shelf struct {
	*ingest.Ingester
	db     *store.DB
	reader *reader
	index  *index
	desk   string // where the person's files are
}

func newShelf(t *testing.T) *shelf {
	t.Helper()
	home := t.TempDir()
	db, err := store.Open(t.Context(), filepath.Join(home, "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	s := &shelf{db: db, reader: &reader{}, index: &index{passages: map[string][]source.Passage{}}, desk: t.TempDir()}
	s.Ingester = ingest.New(db, s.reader, s.index, ingest.Files{Folder: filepath.Join(home, "files")})
	s.Structure = structure
	return s
}

// write writes a file of the person and returns its path; pages are parted by form feeds.
func (s *shelf) write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(s.desk, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// add adds paths, expects no error, and returns the results.
func (s *shelf) add(t *testing.T, paths ...string) []ingest.Result {
	t.Helper()
	results, err := s.Add(t.Context(), paths, ingest.Options{})
	if err != nil {
		t.Fatalf("Add: %v (%s)", err, fault.Hint(err))
	}
	return results
}

func (s *shelf) document(t *testing.T, hash string) source.Document {
	t.Helper()
	d, err := s.db.Document(t.Context(), hash)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// reader opens plain text as documents. The first page may say how to misbehave.
type reader struct {
	mu     sync.Mutex
	opened []string    // paths
	from   map[int]int // first page asked for -> times
	slow   time.Duration
	better *strings.Replacer // what it reads in the place of words, nil for nothing
}

func (r *reader) Open(ctx context.Context, path string, opt source.OpenOptions) (source.File, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	text := string(raw)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.opened = append(r.opened, path)
	switch {
	case strings.HasPrefix(text, "%PDF-locked") && opt.Password != "sesame":
		return nil, fault.New("open", fault.Password, "", nil)
	case strings.HasPrefix(text, "%PDF-broken"):
		return nil, fault.New("open", fault.Unreadable, "", errors.New("no end of file mark"))
	}
	return &openText{r, strings.Split(text, "\f")}, nil
}

type openText struct {
	reader *reader
	pages  []string
}

func (f *openText) Meta() source.Meta {
	return source.Meta{Title: "Microsoft Word - x.doc", Pages: len(f.pages), Engine: "text"}
}

func (f *openText) Pages(ctx context.Context, from int, yield func(source.Page) error) error {
	f.reader.mu.Lock()
	if f.reader.from == nil {
		f.reader.from = map[int]int{}
	}
	f.reader.from[from]++
	f.reader.mu.Unlock()
	for i := from; i <= len(f.pages); i++ {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(f.reader.slow):
		}
		p := source.Page{Number: i, Text: f.pages[i-1]}
		if f.reader.better != nil {
			p.Text = f.reader.better.Replace(p.Text)
		}
		if strings.HasPrefix(p.Text, "stamp") {
			p.Flags = append(p.Flags, source.PictureText)
		}
		if p.Text == "scan" {
			p.Text, p.Flags = "", []source.PageFlag{source.NoText}
		}
		if err := yield(p); err != nil {
			return err
		}
	}
	return nil
}

func (f *openText) Rects(context.Context, source.Span) ([]source.Rect, error) { return nil, nil }

func (f *openText) Render(context.Context, int, float64) ([]byte, error) { return nil, nil }

func (f *openText) Close() error { return nil }

// structure makes every page a section and a passage of it.
func structure(_ context.Context, d source.Document, _ source.Meta, pages []source.Page) (ingest.Structured, error) {
	found := ingest.Structured{Title: d.Title, Language: "en", Names: []string{d.Name}}
	for i, p := range pages {
		if strings.Contains(p.Text, "PANIC") {
			panic("a page it did not expect")
		}
		spans := []source.Span{{Page: p.Number, End: len(p.Text)}}
		section := refs.Section{ID: "s" + regexp.MustCompile(`\D`).ReplaceAllString(p.Text, ""), Document: d.Hash, Page: p.Number}
		if i == 0 {
			found.Sections = append(found.Sections, section)
		}
		found.Passages = append(found.Passages, source.Passage{ID: source.PassageID(d.Hash, spans), Document: d.Hash, Ordinal: i,
			Spans: spans, Text: p.Text, Hash: source.TextHash(p.Text), Role: source.Body})
	}
	return found, nil
}

// index finds passages by a word.
type index struct {
	mu       sync.Mutex
	passages map[string][]source.Passage
	order    []string // documents as they came, each once
	embedded int
	broken   error
}

func (x *index) Add(_ context.Context, passages []source.Passage) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, p := range passages {
		if len(x.passages[p.Document]) == 0 {
			x.order = append(x.order, p.Document)
		}
		x.passages[p.Document] = append(x.passages[p.Document], p)
	}
	return nil
}

func (x *index) Remove(_ context.Context, document string) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.passages, document)
	return nil
}

// Terms gives every passage its text as its term.
func (x *index) Terms(_ context.Context, _ source.Document, passages []source.Passage) ([]source.Terms, error) {
	terms := make([]source.Terms, len(passages))
	for i, p := range passages {
		terms[i] = source.Terms{Passage: p.ID, Body: strings.ToLower(p.Text)}
	}
	return terms, nil
}

func (x *index) Changed() {}

func (x *index) Embed(_ context.Context, progress func(done, total int)) error {
	progress(1, 2)
	if x.broken != nil {
		return x.broken
	}
	progress(2, 2)
	x.embedded++
	return nil
}

// hits counts the passages that hold word.
func (x *index) hits(word string) (n int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, all := range x.passages {
		for _, p := range all {
			if strings.Contains(p.Text, word) {
				n++
			}
		}
	}
	return n
}
