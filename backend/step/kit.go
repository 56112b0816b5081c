// Package step holds the verbs of research that all flows share: analyse, clarify, plan, query, judge, reflect, summarise, rank,
// draft, score.
//
// Every step exists twice: as a prompt with a typed answer for a local model, and as a deterministic twin that does the same job
// without one. The twins together are the extractive engine; they are also the safety net under every model call that comes
// back broken. A step promises a usable, validated answer or the context's error. The package refuses to keep a flow's state:
// steps take and return plain values.
package step

import (
	"context"
	"errors"

	"rabbithole/backend/reason"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
	"rabbithole/prompts"
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
	// Documents returns the live documents in scope.
	Documents(ctx context.Context) ([]source.Document, error)
	// Unreadable reports whether the run is limited to documents without any readable text, and returns those.
	Unreadable(ctx context.Context) ([]source.Document, bool, error)
}

// Lexicon knows words: how they are stemmed, and how common they are in the library.
type Lexicon interface {
	// Terms returns the index terms of text in order, stop words left out.
	Terms(text, language string) []string
	// Subject returns the terms of a text that says what is sought: compounds the library uses are not taken apart.
	Subject(text, language string) []string
	// Frequencies returns in how many passages of the library each term stands, and how many passages there are.
	Frequencies(ctx context.Context, terms []string) ([]int, int, error)
}

// Kit is what the steps of one run work with. Model is nil for the extractive engine.
type Kit struct {
	reason.Caller
	Search  Searcher
	Library Library
	Lexicon Lexicon
	Today   string // ISO 8601 date, for what is written and checked; "" tells none
	// JudgeCalls is the most calls that one judging makes, 0 for no limit: with a small context the passages that promise least are judged
	// by code alone.
	JudgeCalls int
}

// PassagesOf returns the passages of hits, in their order.
func PassagesOf(hits []Hit) []source.Passage {
	out := make([]source.Passage, len(hits))
	for i, h := range hits {
		out[i] = h.Passage
	}
	return out
}

// ByRule is the kit without its model.
func (k *Kit) ByRule() *Kit {
	rule := *k
	rule.Model = nil
	return &rule
}

// Readings reads what is known of the documents that passages are from.
func (k *Kit) Readings(ctx context.Context, passages ...source.Passage) ([]Reading, error) {
	out := make([]Reading, len(passages))
	for i, p := range passages {
		d, err := k.Library.Document(ctx, p.Document)
		if err != nil {
			return nil, err
		}
		out[i] = Reading{Passage: p, Document: d}
	}
	return out, nil
}

// Find searches as the library does; a query that a model wrote in the language that it is written in, and once more in each of
// several documents that what it is put for names.
func (k *Kit) Find(ctx context.Context, q Query) ([]Hit, error) {
	if k.Model != nil {
		var err error
		if q.Language, err = k.LanguageOf(ctx, q.Text, ""); err != nil {
			return nil, err
		}
	}
	hits, err := k.Search.Search(ctx, q)
	if err != nil || k.Model == nil || q.About == "" || len(q.Documents) > 0 {
		return hits, err
	}
	return k.beside(ctx, q, hits)
}

// Web searches and reads outside of the library, as far as the person allowed it for this run. Every failure is of one query or one page, and
// says what happened: a caller goes on without it and warns. Page texts, titles and snippets are untrusted.
type Web interface {
	// Provider says whom the queries go to.
	Provider() source.Provider
	// Search returns what the provider offers, best first, at most limit.
	Search(ctx context.Context, query string, limit int) ([]source.WebHit, error)
	// Read fetches a page and keeps it, within the limits of size and time of the run, and returns it with its passages in order. Passages and pages are
	// read again through Library, under the article's Document.
	Read(ctx context.Context, address string) (source.Article, []source.Passage, error)
}

// See has a model that sees say what a picture (PNG or JPEG) shows. It has no twin: without such a model only what is written in a picture and
// about it can be read, and that is not a matter of reasoning.
func (k *Kit) See(ctx context.Context, in prompts.LookIn, picture []byte) (prompts.LookOut, error) {
	call, err := prompts.Look.Render(in)
	if err != nil {
		return prompts.LookOut{}, err
	}
	call.Images = [][]byte{picture}
	return reason.Answered[prompts.LookOut](ctx, k.Caller, call, nil)
}

// Rank scores summaries (0..1) by what they share with the original question, in their order; a blank summary scores 0.
func (k *Kit) Rank(ctx context.Context, q Question, summaries []string) ([]float64, error) {
	p, err := k.Profile(ctx, q.Language, q.Parts()...)
	if err != nil {
		return nil, err
	}
	scores := make([]float64, len(summaries))
	for i, s := range summaries {
		if s != "" {
			scores[i] = relevance(p.Coverage(k.Lexicon.Terms(s, "")))
		}
	}
	return scores, nil
}
