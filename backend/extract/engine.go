// Package extract does every step of research without a model: it says what a question is about, plans, judges, quotes, orders quotes for a reader, says what
// is missing, and abstains. What it writes are the documents' own words. Package step falls back on it where a model is missing or its answer cannot be used.
// It promises the same answer for the same library every time; it refuses to know models, and a flow's state.
package extract

import (
	"context"
	"errors"

	"rabbithole/backend/ask"
	"rabbithole/backend/refs"
	"rabbithole/backend/relevance"
	"rabbithole/backend/source"
)

// Searcher finds passages.
type Searcher interface {
	// Search returns the best hits first. Mode "semantic" fails with ErrNoMeaning while there are no vectors.
	Search(ctx context.Context, q Query) ([]Hit, error)
}

// ErrNoMeaning says that the library can only be searched by words yet: its embeddings are not made.
var ErrNoMeaning = errors.New("nothing can be searched by meaning yet")

// Query asks the index for at most Limit passages in the scope of the run.
type Query struct {
	Text      string
	Limit     int
	Documents []string // hashes that narrow the scope; none: all of it
	Language  string
	About     string // what it is put for, a question: see Find
	Turn      int    // which of the documents that are named comes first, counted over the queries of a question
	Mode      string // "lexical" or "semantic"; "" is both
}

// Hit is a search result before judging; Score is normalised to 0..1 within its result list.
type Hit struct {
	Passage source.Passage
	Score   float64
}

// Library reads the library within the scope of a run.
type Library interface {
	Passage(ctx context.Context, id string) (source.Passage, error)
	Document(ctx context.Context, hash string) (source.Document, error)
	PageText(ctx context.Context, document string, page int) (string, error)
	PageLabel(ctx context.Context, document string, page int) (string, error)
	// Mentions returns the references that stand in a passage, resolved.
	Mentions(ctx context.Context, passage string) ([]refs.Mention, error)
	// Pointed returns the references in a text that stands in no document, such as a question, resolved in the scope.
	Pointed(ctx context.Context, text string) ([]refs.Mention, error)
	// SectionPassages returns the passages of a section and of those below it, in order.
	SectionPassages(ctx context.Context, document, section string) ([]source.Passage, error)
	// Neighbours returns the passages right before and right behind a place of a document, whatever section they are of.
	Neighbours(ctx context.Context, document string, ordinal int) ([]source.Passage, error)
	// Documents returns the live documents in scope.
	Documents(ctx context.Context) ([]source.Document, error)
	// Unreadable reports whether the run is limited to documents without any readable text, and returns those.
	Unreadable(ctx context.Context) ([]source.Document, bool, error)
}

// Engine is what the steps of one run work with when no model does them.
type Engine struct {
	Search  Searcher
	Library Library
	Lexicon relevance.Lexicon
}

// Profile builds the profile of several texts; each has its own factor, and a term takes the highest it is given.
func (g *Engine) Profile(ctx context.Context, language string, parts ...ask.Part) (relevance.Profile, error) {
	return relevance.New(ctx, g.Lexicon, language, parts...)
}

// Matter builds the profile of texts by what they are about.
func (g *Engine) Matter(ctx context.Context, language string, parts ...ask.Part) (relevance.Profile, error) {
	return relevance.Matter(ctx, g.Lexicon, language, parts...)
}

// PassagesOf returns the passages of hits, in their order.
func PassagesOf(hits []Hit) []source.Passage {
	out := make([]source.Passage, len(hits))
	for i, h := range hits {
		out[i] = h.Passage
	}
	return out
}

// Readings reads what is known of the documents that passages are from.
func (g *Engine) Readings(ctx context.Context, passages ...source.Passage) ([]Reading, error) {
	out := make([]Reading, len(passages))
	for i, p := range passages {
		d, err := g.Library.Document(ctx, p.Document)
		if err != nil {
			return nil, err
		}
		out[i] = Reading{Passage: p, Document: d}
	}
	return out, nil
}

// Rank scores summaries (0..1) by what they share with the original question, in their order; a blank summary scores 0.
func (g *Engine) Rank(ctx context.Context, q ask.Question, summaries []string) ([]float64, error) {
	p, err := g.Profile(ctx, q.Language, q.Parts()...)
	if err != nil {
		return nil, err
	}
	scores := make([]float64, len(summaries))
	for i, s := range summaries {
		if s != "" {
			scores[i] = relevance.Score(p.Coverage(g.Lexicon.Terms(s, "")))
		}
	}
	return scores, nil
}
