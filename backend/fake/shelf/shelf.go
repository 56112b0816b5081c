// Package shelf is a small real library for tests of flows: texts are read, cut and indexed as the application does it, and stand behind
// the interfaces that the steps declare. It knows no flow, and has no PDFs, no web and no model.
package shelf

import (
	"context"
	"embed"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"rabbithole/backend/budget"
	"rabbithole/backend/extract"
	"rabbithole/backend/index"
	"rabbithole/backend/ingest"
	"rabbithole/backend/reason"
	"rabbithole/backend/refs"
	"rabbithole/backend/refs/detect"
	"rabbithole/backend/refs/resolve"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
	"rabbithole/backend/store"
	"rabbithole/backend/text"
)

// Shelf is a library as the steps read it.
type Shelf struct{ *store.DB }

// New reads texts in Markdown, by the names of their files, into a library that lasts as long as the test, and returns it with what steps
// work with over it.
func New(t testing.TB, texts map[string]string) (Shelf, *step.Kit) {
	t.Helper()
	folder, db := t.TempDir(), Empty(t)
	x := index.New(db, db, index.Hashing{}, index.Options{})
	in := ingest.New(db, ingest.ByFormat{source.Markdown: &text.Extractor{}}, x, ingest.Files{Folder: filepath.Join(folder, "files")})
	var paths []string
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(texts[name]), 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	if _, err := in.Add(t.Context(), paths, ingest.Options{}); err != nil {
		t.Fatal(err)
	}
	lexicon, err := x.Lexicon(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s := Shelf{db}
	return s, &step.Kit{Engine: extract.Engine{Search: finder{x}, Library: s, Lexicon: lexicon}, Caller: reason.Caller{Meter: &budget.Meter{}}}
}

//go:embed LatG.md Bees.md
var texts embed.FS

// Invented are the texts of a law in German and a handbook in English that nobody wrote, by the names of their files.
func Invented(t testing.TB) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, name := range []string{"LatG.md", "Bees.md"} {
		text, err := texts.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = string(text)
	}
	return out
}

// Empty returns a library without documents that lasts as long as the test.
func Empty(t testing.TB) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// PageText implements extract.Library.
func (s Shelf) PageText(ctx context.Context, document string, page int) (string, error) {
	p, err := s.Page(ctx, document, page)
	return p.Text, err
}

// PageLabel implements extract.Library.
func (s Shelf) PageLabel(ctx context.Context, document string, page int) (string, error) {
	p, err := s.Page(ctx, document, page)
	return p.Label, err
}

// Mentions implements extract.Library.
func (s Shelf) Mentions(ctx context.Context, passage string) ([]refs.Mention, error) {
	return s.MentionsFrom(ctx, passage)
}

// Pointed implements extract.Library.
func (s Shelf) Pointed(ctx context.Context, text string) ([]refs.Mention, error) {
	live, err := s.Documents(ctx)
	if err != nil {
		return nil, err
	}
	var entries []refs.Entry
	for _, d := range live {
		sections, err := s.Sections(ctx, d.Hash)
		if err != nil {
			return nil, err
		}
		entries = append(entries, refs.Entry{Document: d, Sections: sections})
	}
	resolver := resolve.NewResolver(entries)
	mentions := detect.Detect(source.Document{}, []source.Page{{Number: 1, Text: text}}, nil)
	for i := range mentions {
		mentions[i] = resolver.Resolve(mentions[i])
	}
	return mentions, nil
}

// SectionPassages implements extract.Library.
func (s Shelf) SectionPassages(ctx context.Context, document, section string) ([]source.Passage, error) {
	return s.PassagesOfSection(ctx, document, section)
}

// Documents implements extract.Library.
func (s Shelf) Documents(ctx context.Context) ([]source.Document, error) {
	return s.DB.Documents(ctx, source.DocumentFilter{Live: true})
}

// Unreadable implements extract.Library.
func (s Shelf) Unreadable(context.Context) ([]source.Document, bool, error) { return nil, false, nil }

// finder is the index as the steps see it.
type finder struct{ *index.Index }

// Search implements extract.Searcher.
func (f finder) Search(ctx context.Context, q extract.Query) ([]extract.Hit, error) {
	scope := source.All()
	if len(q.Documents) > 0 {
		scope = scope.Only(q.Documents...)
	}
	hits, err := f.Index.Search(ctx, index.Query{Text: q.Text, Limit: q.Limit, Scope: scope, Language: q.Language})
	var out []extract.Hit
	for _, h := range hits {
		out = append(out, extract.Hit{Passage: h.Passage, Score: h.Score})
	}
	return out, err
}
