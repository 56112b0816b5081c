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

	"rabbithole/backend/budget"
	"rabbithole/backend/event"
	"rabbithole/backend/refs"
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
	Model   Model
	Search  Searcher
	Library Library
	Lexicon Lexicon
	Meter   *budget.Meter
	Today   string // ISO 8601 date, for what is written and checked; "" tells none
	// JudgeCalls is the most calls that one judging makes, 0 for no limit: with a small context the passages that promise least are judged
	// by code alone.
	JudgeCalls int
	// Emit tells what happens while a step works; nil is allowed.
	Emit func(ctx context.Context, e event.Event)
}
