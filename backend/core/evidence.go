package core

import (
	"context"

	"rabbithole/backend/cite"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/store"
)

// Evidence returns what a run kept, with its text. It reads the library a few times in all, however much there is.
func (c *Core) Evidence(ctx context.Context, s research.State) ([]cite.Evidence, error) {
	shelf := newShelf(&c.db.Reader)
	kept := make([]shared.Kept, len(s.Evidence))
	for i, k := range s.Evidence {
		kept[i] = shared.Kept{Passage: k.Passage, Quotes: k.Quotes}
	}
	if err := shelf.stock(ctx, kept); err != nil {
		return nil, err
	}
	return research.Evidence(ctx, shelf, s.Evidence)
}

// stock reads all that evidence stands on into the shelf.
func (s *shelf) stock(ctx context.Context, kept []shared.Kept) error {
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
	if err := s.stockDocuments(ctx, keys(hashes)); err != nil {
		return err
	}
	texts, err := s.PageTexts(ctx, keys(pages))
	for k, p := range texts {
		s.pages[pageKey(k.Document, k.Page)] = p
	}
	return err
}

func (s *shelf) stockDocuments(ctx context.Context, hashes []string) error {
	if len(hashes) == 0 {
		return nil
	}
	documents, err := s.DocumentsByHash(ctx, hashes)
	for _, d := range documents {
		s.documents[d.Hash] = d
	}
	return err
}

func keys[K comparable](m map[K]bool) []K {
	out := make([]K, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	return out
}
