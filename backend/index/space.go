package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	chromem "github.com/philippgille/chromem-go"

	"rabbithole/backend/source"
)

// space answers which texts of the library are nearest to a vector. Every vector it is asked for or given has the same length, not zero.
type space interface {
	size() int
	add(ctx context.Context, vectors []source.Vector) error
	// nearest returns the up to limit nearest texts of the whole library; those out of search may be among them.
	nearest(ctx context.Context, query []float32, limit int) ([]Near, error)
	// within returns the up to limit nearest texts of those that pass the filter.
	within(ctx context.Context, query []float32, filter source.Filter, limit int) ([]Near, error)
	// among returns the cosines of those texts that have a vector.
	among(ctx context.Context, query []float32, hashes []string) ([]Near, error)
}

// Near is a text and its cosine similarity to a query.
type Near struct {
	Hash   string // of the text
	Cosine float64
}

// sortNear sorts the nearest first, ties by hash.
func sortNear(list []Near) {
	slices.SortFunc(list, func(a, b Near) int {
		return cmp.Or(cmp.Compare(b.Cosine, a.Cosine), cmp.Compare(a.Hash, b.Hash))
	})
}

// small is a space that keeps all vectors in memory and looks at each of them.
type small struct {
	vectors *chromem.Collection
	hashes  func(ctx context.Context, filter source.Filter) ([]string, error) // of the texts that pass a filter
}

func newSmall(hashes func(context.Context, source.Filter) ([]string, error)) (*small, error) {
	refuse := func(context.Context, string) ([]float32, error) {
		return nil, errors.New("the vector collection embeds nothing itself")
	}
	c, err := chromem.NewDB().CreateCollection("passages", nil, refuse)
	if err != nil {
		return nil, fmt.Errorf("make the vector collection: %w", err)
	}
	return &small{c, hashes}, nil
}

func (s *small) size() int { return s.vectors.Count() }

func (s *small) add(ctx context.Context, vectors []source.Vector) error {
	for _, v := range vectors {
		if err := s.vectors.AddDocument(ctx, chromem.Document{ID: v.Hash, Embedding: v.Entries}); err != nil {
			return fmt.Errorf("add vectors: %w", err)
		}
	}
	return nil
}

func (s *small) nearest(ctx context.Context, query []float32, limit int) ([]Near, error) {
	if s.size() == 0 {
		return nil, nil
	}
	// Twice as many, because the collection breaks ties at its cut by chance.
	found, err := s.vectors.QueryEmbedding(ctx, query, min(2*limit, s.size()), nil, nil)
	if err != nil {
		return nil, fmt.Errorf("search vectors: %w", err)
	}
	out := make([]Near, len(found))
	for i, f := range found {
		out[i] = Near{f.ID, float64(f.Similarity)}
	}
	sortNear(out)
	return out[:min(limit, len(out))], nil
}

func (s *small) within(ctx context.Context, query []float32, filter source.Filter, limit int) ([]Near, error) {
	hashes, err := s.hashes(ctx, filter)
	if err != nil {
		return nil, err
	}
	found, err := s.among(ctx, query, hashes)
	return found[:min(len(found), limit)], err
}

func (s *small) among(ctx context.Context, query []float32, hashes []string) ([]Near, error) {
	size := length(query)
	var out []Near
	for _, h := range hashes {
		d, err := s.vectors.GetByID(ctx, h)
		if err != nil || len(d.Embedding) != len(query) {
			continue // not embedded yet
		}
		out = append(out, Near{h, dot(query, d.Embedding) / size})
	}
	sortNear(out)
	return out, nil
}
