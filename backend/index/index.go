// Package index finds passages: by their words, by their meaning, and by both.
//
// Words are reduced to stems by language, compounds and identifiers are taken apart, and the terms are kept in the store's full-text
// index, which proposes candidates; ranking happens here. Meaning is a vector per text from an Embedder, kept in the store and searched
// in memory. The package promises that a passage is found as soon as its terms are in, with or without vectors, that the same query
// over the same library gives the same hits in the same order, and that no text comes twice. It refuses to know how passages are
// made, where terms and vectors are kept, and what a hit is used for.
package index

import (
	"context"
	"fmt"
	"sync/atomic"

	"rabbithole/backend/source"
)

// lexicon keeps the library's passages and the terms they are found by.
type lexicon interface {
	Document(ctx context.Context, hash string) (source.Document, error)
	Documents(ctx context.Context, filter source.DocumentFilter) ([]source.Document, error)
	PassagesIn(ctx context.Context, scope source.Scope, ids []string) ([]source.Passage, error)
	PutTerms(ctx context.Context, terms []source.Terms) error
	DropTerms(ctx context.Context, document string) error
	MatchTerms(ctx context.Context, clauses [][]string, all bool, filter source.Filter, limit int) ([]source.Terms, error)
	TermsByHash(ctx context.Context, hashes []string, filter source.Filter) ([]source.Terms, error)
	PageTerms(ctx context.Context, passages []string, filter source.Filter) ([]source.Terms, error)
	NumberedTerms(ctx context.Context, numbers []string, filter source.Filter) ([]source.Terms, error)
	FrontTerms(ctx context.Context) ([]source.Terms, error)
	TextHashes(ctx context.Context, filter source.Filter) ([]string, error)
	TermCounts(ctx context.Context, terms []string) (map[string]int, error)
	TermTotals(ctx context.Context) (source.TermTotals, error)
	Vocabulary(ctx context.Context, yield func(term string, passages int)) error
	SearchLanguages(ctx context.Context) ([]string, error)
}

// vectors keeps what embedders made of texts, by the digest of the embedder and the hash of the text.
type vectors interface {
	PutVectors(ctx context.Context, embedder string, vectors []source.Vector) error
	Vectors(ctx context.Context, embedder string, yield func(source.Vector) error) error
	VectorsByHash(ctx context.Context, embedder string, hashes []string, yield func(source.Vector) error) error
	VectorsByNumber(ctx context.Context, numbers []int64, yield func(source.Vector) error) error
	VectorNumbers(ctx context.Context, embedder string, filter source.Filter) ([]int64, error)
	VectorSize(ctx context.Context, embedder string) (vectors, entries int, err error)
	Sketches(ctx context.Context, embedder string, yield func(number int64, sketch []byte) error) error
	PutSketches(ctx context.Context, vectors []source.Vector) error
	Unembedded(ctx context.Context, embedder string, limit int) (hashes, texts []string, err error)
	CountVectors(ctx context.Context, embedder string) (done, total int, err error)
}

// Options adjust an Index. The zero value is the measured configuration.
type Options struct {
	Batch    int     // texts per call of the embedder; 0 means 32
	Without  []Part  // parts of ranking to leave out; for measurements
	Semantic float64 // share of the vectors in a hybrid score, 0 to 1; 0 means what suits the embedder
	InMemory int     // most vectors kept in memory as they are, beyond it their sketches; 0 means 20,000
	// Warn is told when a hybrid search went by words alone because the embedder failed. Nil makes such a search fail.
	Warn func(error)
}

// Index is the library's retrieval. It is safe for concurrent use.
type Index struct {
	lexicon    lexicon
	vectors    vectors
	meaning    atomic.Pointer[meaning] // of the embedder that answers; nil when search is by words alone
	vocabulary *vocabulary
	identities *identities
	weights    weights
	opts       Options
	warn       func(error)
}

// New returns an Index over a library. With a nil embedder search is by words alone. Nothing is read before it is needed.
func New(lexicon lexicon, vectors vectors, embedder Embedder, opts Options) *Index {
	x := &Index{lexicon: lexicon, vectors: vectors, vocabulary: &vocabulary{lexicon: lexicon}, identities: &identities{lexicon: lexicon},
		weights: measured().without(opts.Without), opts: opts, warn: opts.Warn}
	if embedder != nil {
		x.meaning.Store(x.meaningOf(embedder))
	}
	return x
}

// Add makes stored passages findable by their words. Their documents must be stored with title and language; passages of one
// document are best given in one call, because compounds are split by the words the library knows.
func (x *Index) Add(ctx context.Context, passages []source.Passage) error {
	documents, err := x.documents(ctx, passages)
	if err != nil {
		return fmt.Errorf("index passages: %w", err)
	}
	terms, err := x.terms(ctx, documents, passages)
	if err != nil {
		return err
	}
	if err := x.lexicon.PutTerms(ctx, terms); err != nil {
		return err
	}
	x.vocabulary.forget()
	x.identities.forget()
	return nil
}

// Terms returns what the passages of a document are found by, in their order. Nothing of it has to be stored.
func (x *Index) Terms(ctx context.Context, d source.Document, passages []source.Passage) ([]source.Terms, error) {
	return x.terms(ctx, map[string]source.Document{d.Hash: d}, passages)
}

func (x *Index) terms(ctx context.Context, documents map[string]source.Document, passages []source.Passage) ([]source.Terms, error) {
	for _, d := range documents {
		if d.Language != "de" {
			continue
		}
		if err := x.vocabulary.learn(ctx, passages, documents); err != nil {
			return nil, fmt.Errorf("index passages: %w", err)
		}
		break
	}
	a := newAnalyzer(x.vocabulary.word)
	terms := make([]source.Terms, len(passages))
	for i, p := range passages {
		d := documents[p.Document]
		terms[i] = a.passage(p, d.Title, d.Language)
	}
	return terms, nil
}

// Changed has what is kept in memory of the library read anew: passages of a document were replaced in it.
func (x *Index) Changed() {
	x.vocabulary.forget()
	x.identities.forget()
	x.meaning.Load().forget()
}

// documents returns the documents that passages stand in, by hash.
func (x *Index) documents(ctx context.Context, passages []source.Passage) (map[string]source.Document, error) {
	out := map[string]source.Document{}
	for _, p := range passages {
		if _, ok := out[p.Document]; ok {
			continue
		}
		d, err := x.lexicon.Document(ctx, p.Document)
		if err != nil {
			return nil, err
		}
		out[p.Document] = d
	}
	return out, nil
}

// Remove takes a document out of search.
func (x *Index) Remove(ctx context.Context, document string) error {
	if err := x.lexicon.DropTerms(ctx, document); err != nil {
		return err
	}
	x.Changed()
	return nil
}

// Embed makes the vectors that are still missing, batch by batch; what is done stays done when it is interrupted. progress, which may
// be nil, is told how many of the library's texts have their vector.
func (x *Index) Embed(ctx context.Context, progress func(done, total int)) error {
	m := x.meaning.Load()
	if m == nil {
		return nil
	}
	return m.fill(ctx, progress)
}
