package core

import (
	"context"
	"errors"
	"rabbithole/backend/core/shelf"
	"rabbithole/backend/fault"
	"slices"
	"strings"

	shared "rabbithole/backend/flow"
	"rabbithole/backend/index"
	"rabbithole/backend/source"
)

// Hit is a passage found by Search, as `search --json` prints it.
type Hit struct {
	Document  string  `json:"document"` // name
	Page      int     `json:"page"`     // 1-based PDF page
	PageLabel string  `json:"page_label"`
	Passage   string  `json:"passage"` // ID
	Section   string  `json:"section"`
	Text      string  `json:"text"`
	Score     float64 `json:"score"` // 0..1 within one search

	Hash  string      `json:"-"` // of the document
	Title string      `json:"-"` // of the document
	Span  source.Span `json:"-"` // of the passage on Page
	Words []string    `json:"-"` // of the search that stand in it, as they were asked
}

// SearchMode says what a search goes by: "hybrid" (also ""), "lexical" or "semantic".
type SearchMode = index.Mode

// SearchOptions narrow a search.
type SearchOptions struct {
	Limit       int
	Collections []string
	Documents   []string // names
	Mode        SearchMode
}

// Search finds passages by words and meaning. Without the embedder of the settings only the lexical mode works.
func (c *Core) Search(ctx context.Context, text string, opt SearchOptions) ([]Hit, error) {
	if err := c.noEmbedder(); err != nil && opt.Mode != index.Lexical {
		return nil, err
	}
	scope, err := c.scope(ctx, opt.Collections, opt.Documents, nil)
	if err != nil {
		return nil, err
	}
	found, err := c.index.Search(ctx, index.Query{Text: text, Limit: opt.Limit, Scope: scope, Mode: opt.Mode})
	if err != nil {
		return nil, err
	}
	hits := make([]Hit, 0, len(found))
	for _, h := range found {
		page, err := c.pageOf(ctx, h)
		if err != nil {
			return nil, err
		}
		hits = append(hits, Hit{h.Document.Name, page.Number, page.Label, h.Passage.ID, heading(h.Passage), h.Passage.Text, h.Score,
			h.Document.Hash, h.Document.Title, spanOn(h.Passage, page.Number), h.Why})
	}
	return hits, nil
}

// NothingReadable returns sentences that explain it if a search is limited to documents without any readable text, nil
// otherwise.
func (c *Core) NothingReadable(ctx context.Context, opt SearchOptions) ([]string, error) {
	scope, err := c.scope(ctx, opt.Collections, opt.Documents, nil)
	if err != nil {
		return nil, err
	}
	return shared.Unreadable(ctx, shelf.New(c.db.Within(scope, "")), "en")
}

// haveCollections refuses a collection that no document is in: nothing would be found there, which reads as an answer.
func (c *Core) haveCollections(ctx context.Context, wanted []string) error {
	if len(wanted) == 0 {
		return nil
	}
	docs, err := c.Documents(ctx, false)
	if err != nil {
		return err
	}
	var there []string
	for _, d := range docs {
		if d.Collection != "" && !slices.Contains(there, d.Collection) {
			there = append(there, d.Collection)
		}
	}
	for _, name := range wanted {
		if !slices.Contains(there, name) {
			hint := "The library has no collections; adding a folder makes one."
			if len(there) > 0 {
				hint = "The library has these collections: " + strings.Join(there, ", ") + "."
			}
			return fault.New("search in collection "+name, fault.Usage, hint, errors.New("no document is in it"))
		}
	}
	return nil
}

// pageOf returns the page of a hit that holds most of the words it was found by: of a passage that crosses pages the one to open. In
// doubt it is the one with more of the passage.
func (c *Core) pageOf(ctx context.Context, h index.Hit) (source.Page, error) {
	var best source.Page
	most, longest := -1, 0
	for _, span := range h.Passage.Spans {
		if span.Page == best.Number {
			continue
		}
		page, err := c.db.Page(ctx, h.Document.Hash, span.Page)
		if err != nil {
			return best, err
		}
		words, length := 0, 0
		for _, s := range h.Passage.Spans {
			if s.Page == span.Page && s.End <= len(page.Text) {
				length += s.End - s.Start
				text := strings.ToLower(page.Text[s.Start:s.End])
				for _, w := range h.Why {
					if strings.Contains(text, w) {
						words++
					}
				}
			}
		}
		if words > most || words == most && length > longest {
			best, most, longest = page, words, length
		}
	}
	return best, nil
}

func heading(p source.Passage) string {
	if n := len(p.Headings); n > 1 {
		return p.Headings[n-1]
	}
	return ""
}
