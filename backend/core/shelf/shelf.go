// Package shelf is the library as one run may read it.
//
// It remembers what was read, and reads many passages, documents and pages at once for whoever shows evidence. It promises that a run sees
// nothing outside of its scope, and knows neither runs nor settings.
package shelf

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"rabbithole/backend/extract"
	"rabbithole/backend/index"
	"rabbithole/backend/refs"
	"rabbithole/backend/refs/detect"
	"rabbithole/backend/refs/resolve"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// Shelf is the library as one run may read it. It remembers what it read: a run looks at the same few hundred passages
// and pages many times. Passages and pages do not change while a run works; a removed document stays readable.
type Shelf struct {
	*store.Reader

	mu        sync.Mutex
	passages  map[string]source.Passage
	documents map[string]source.Document
	pages     map[string]source.Page
}

// New returns the library as a reader may read it, with nothing read yet.
func New(r *store.Reader) *Shelf {
	return &Shelf{Reader: r, passages: map[string]source.Passage{}, documents: map[string]source.Document{},
		pages: map[string]source.Page{}}
}

// remember returns the value under key, reading it once.
func remember[V any](mu *sync.Mutex, known map[string]V, key string, read func() (V, error)) (V, error) {
	mu.Lock()
	v, ok := known[key]
	mu.Unlock()
	if ok {
		return v, nil
	}
	v, err := read()
	if err == nil {
		mu.Lock()
		known[key] = v
		mu.Unlock()
	}
	return v, err
}

// Passage returns a passage by its ID.
func (s *Shelf) Passage(ctx context.Context, id string) (source.Passage, error) {
	return remember(&s.mu, s.passages, id, func() (source.Passage, error) { return s.Reader.Passage(ctx, id) })
}

// Document returns a document by its hash.
func (s *Shelf) Document(ctx context.Context, hash string) (source.Document, error) {
	return remember(&s.mu, s.documents, hash, func() (source.Document, error) { return s.Reader.Document(ctx, hash) })
}

func (s *Shelf) page(ctx context.Context, document string, number int) (source.Page, error) {
	return remember(&s.mu, s.pages, pageKey(document, number), func() (source.Page, error) { return s.Page(ctx, document, number) })
}

func pageKey(document string, number int) string { return fmt.Sprintf("%s/%d", document, number) }

// PageText returns the text of a page.
func (s *Shelf) PageText(ctx context.Context, document string, number int) (string, error) {
	p, err := s.page(ctx, document, number)
	return p.Text, err
}

// Mentions returns the references that stand in a passage.
func (s *Shelf) Mentions(ctx context.Context, passage string) ([]refs.Mention, error) {
	return s.MentionsFrom(ctx, passage)
}

// Pointed returns the references that a text of nobody makes, such as a question, to what the library has.
func (s *Shelf) Pointed(ctx context.Context, text string) ([]refs.Mention, error) {
	live, err := s.Documents(ctx)
	if err != nil {
		return nil, err
	}
	sections, err := s.AllSections(ctx)
	if err != nil {
		return nil, err
	}
	// The text is a document of its own, without sections: a reference that names no document leads nowhere.
	asked := source.Document{Hash: "question"}
	resolver := resolve.NewResolver(append(EntriesOf(live, sections), refs.Entry{Document: asked}))
	mentions := detect.Detect(asked, []source.Page{{Number: 1, Text: text}}, nil)
	for i := range mentions {
		mentions[i] = resolver.Resolve(mentions[i])
	}
	return mentions, nil
}

// SectionPassages returns the passages of a section.
func (s *Shelf) SectionPassages(ctx context.Context, document, section string) ([]source.Passage, error) {
	return s.PassagesOfSection(ctx, document, section)
}

// Documents returns the documents of the scope that can be searched.
func (s *Shelf) Documents(ctx context.Context) ([]source.Document, error) {
	docs, err := s.InScope(ctx)
	return slices.DeleteFunc(docs, func(d source.Document) bool { return !d.Live() }), err
}

// Unreadable returns the documents of a narrow scope when none of them has a readable text; false when one has.
func (s *Shelf) Unreadable(ctx context.Context) ([]source.Document, bool, error) {
	if s.Scope().Whole() {
		return nil, false, nil
	}
	docs, err := s.InScope(ctx)
	if err != nil || slices.ContainsFunc(docs, func(d source.Document) bool { return d.Live() && d.Passages > 0 }) {
		return nil, false, err
	}
	return docs, true, nil
}

// Searcher is the index as the steps of a run see it, limited to the scope of the run.
type Searcher struct {
	Index *index.Index
	Scope source.Scope
}

// Search finds nothing for a query that lost all its words on the way: what asks for nothing is no failure of a run.
func (s Searcher) Search(ctx context.Context, q extract.Query) ([]extract.Hit, error) {
	if strings.TrimSpace(q.Text) == "" {
		return nil, nil
	}
	scope := s.Scope
	if len(q.Documents) > 0 {
		scope = scope.Only(q.Documents...)
	}
	hits, err := s.Index.Search(ctx, index.Query{Text: q.Text, Limit: q.Limit, Scope: scope, Language: q.Language,
		Mode: index.Mode(q.Mode)})
	if errors.Is(err, index.ErrNoVectors) || errors.Is(err, index.ErrUnembedded) && ctx.Err() == nil {
		return nil, extract.ErrNoMeaning
	}
	if err != nil {
		return nil, err
	}
	out := make([]extract.Hit, 0, len(hits))
	for _, h := range hits {
		out = append(out, extract.Hit{Passage: h.Passage, Score: h.Score})
	}
	return out, nil
}

// EntriesOf joins documents with their sections, as references are resolved against.
func EntriesOf(documents []source.Document, sections []refs.Section) []refs.Entry {
	of := map[string][]refs.Section{}
	for _, s := range sections {
		of[s.Document] = append(of[s.Document], s)
	}
	entries := make([]refs.Entry, len(documents))
	for i, d := range documents {
		entries[i] = refs.Entry{Document: d, Sections: of[d.Hash]}
	}
	return entries
}
