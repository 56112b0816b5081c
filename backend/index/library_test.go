package index_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"rabbithole/backend/index"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// library is a store with an index over it.
type library struct {
	t     testing.TB
	path  string
	db    *store.DB
	index *index.Index
}

func newLibrary(t testing.TB, embedder index.Embedder) *library {
	t.Helper()
	l := &library{t: t, path: filepath.Join(t.TempDir(), "library.db")}
	l.open(embedder)
	return l
}

// open opens the library, anew if it is open.
func (l *library) open(embedder index.Embedder) {
	l.t.Helper()
	if l.db != nil {
		l.db.Close()
	}
	db, err := store.Open(l.t.Context(), l.path)
	if err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(func() { db.Close() })
	l.db, l.index = db, index.New(db, db, embedder, index.Options{})
}

// add puts a document with one passage per text into the library; its hash is its name.
func (l *library) add(d source.Document, texts ...string) {
	l.t.Helper()
	d.Hash, d.State, d.Format, d.Passages = d.Name, source.Searchable, source.PDF, len(texts)
	d.AddedAt = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	if _, err := l.db.PutDocument(l.t.Context(), d); err != nil {
		l.t.Fatal(err)
	}
	passages := make([]source.Passage, len(texts))
	for i, text := range texts {
		spans := []source.Span{{Page: i + 1, Start: 0, End: len(text)}}
		passages[i] = source.Passage{ID: source.PassageID(d.Hash, spans), Document: d.Hash, Ordinal: i, Headings: []string{d.Title},
			Spans: spans, Text: text, Hash: source.TextHash(text), Tokens: len(text) / 4, Role: source.Body}
	}
	l.addPassages(d.Hash, passages)
}

func (l *library) addPassages(document string, passages []source.Passage) {
	l.t.Helper()
	if err := l.db.PutPassages(l.t.Context(), document, passages); err != nil {
		l.t.Fatal(err)
	}
	if err := l.index.Add(l.t.Context(), passages); err != nil {
		l.t.Fatal(err)
	}
}

func (l *library) search(q index.Query) []index.Hit {
	l.t.Helper()
	hits, err := l.index.Search(l.t.Context(), q)
	if err != nil {
		l.t.Fatal(err)
	}
	return hits
}

// pages returns where the hits are, as "document:page".
func pages(hits []index.Hit) []string {
	out := make([]string, len(hits))
	for i, h := range hits {
		out[i] = fmt.Sprintf("%s:%d", h.Document.Name, h.Passage.Page())
	}
	return out
}
