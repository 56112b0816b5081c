package shelf

import (
	"context"
	"maps"
	"slices"

	shared "rabbithole/backend/flow"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// Stock reads all that evidence stands on into the shelf.
func (s *Shelf) Stock(ctx context.Context, kept []shared.Kept) error {
	var ids []string
	for _, k := range kept {
		ids = append(ids, k.Passage)
	}
	passages, err := s.PassagesByID(ctx, ids)
	if err != nil {
		return err
	}
	for _, p := range passages {
		s.passages[p.ID] = p
	}
	hashes, pages := map[string]bool{}, map[store.PageKey]bool{}
	for _, k := range kept {
		p, ok := s.passages[k.Passage]
		if !ok {
			continue
		}
		hashes[p.Document] = true
		pages[store.PageKey{Document: p.Document, Page: p.Page()}] = true
		for _, quote := range k.Quotes {
			for _, span := range quote {
				pages[store.PageKey{Document: p.Document, Page: span.Page}] = true
			}
		}
	}
	if err := s.stockDocuments(ctx, slices.Collect(maps.Keys(hashes))); err != nil {
		return err
	}
	texts, err := s.PageTexts(ctx, slices.Collect(maps.Keys(pages)))
	for k, p := range texts {
		s.pages[pageKey(k.Document, k.Page)] = p
	}
	return err
}

func (s *Shelf) stockDocuments(ctx context.Context, hashes []string) error {
	if len(hashes) == 0 {
		return nil
	}
	documents, err := s.DocumentsByHash(ctx, hashes)
	for _, d := range documents {
		s.documents[d.Hash] = d
	}
	return err
}

// StockTargets reads the passages and documents that references lead to into the shelf.
func (s *Shelf) StockTargets(ctx context.Context, mentions []refs.Mention) error {
	ids, hashes := map[string]bool{}, map[string]bool{}
	for _, m := range mentions {
		for _, t := range m.Targets {
			if t.Passage != "" {
				ids[t.Passage] = true
			}
			if t.Document != "" {
				hashes[t.Document] = true
			}
		}
	}
	passages, err := s.PassagesByID(ctx, slices.Collect(maps.Keys(ids)))
	if err != nil {
		return err
	}
	for _, p := range passages {
		s.passages[p.ID] = p
	}
	return s.stockDocuments(ctx, slices.Collect(maps.Keys(hashes)))
}

// Stocked returns the document and the passage that a reference leads to, as far as they were read into the shelf.
func (s *Shelf) Stocked(t refs.Target) (source.Document, source.Passage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.documents[t.Document], s.passages[t.Passage]
}
