// Package step holds the verbs of research that all flows share, one file per call of a model: analyse, plan, query, sift, judge, weigh, settle, decompose,
// digest, draft, respond, clarify.
//
// Every step exists twice: here as a prompt with a typed answer for a local model, and in package extract as a fallback that does the same job without one, where
// there is no model, and under every call that comes back broken. A step promises a usable, validated answer or the context's error. The package refuses to keep a
// flow's state: steps take and return plain values.
package step

import (
	"context"

	"rabbithole/backend/extract"
	"rabbithole/backend/reason"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// Kit is what the steps of one run work with. Model is nil for the extractive engine.
type Kit struct {
	reason.Caller
	extract.Engine
	Today string // ISO 8601 date, for what is written and checked; "" tells none
	// JudgeCalls is the most calls that one judging makes, 0 for no limit: with a small context the passages that promise least are judged
	// by code alone.
	JudgeCalls int
}

// ByRule is the kit without its model.
func (k *Kit) ByRule() *Kit {
	rule := *k
	rule.Model = nil
	return &rule
}

// Find searches as the library does; a query that a model wrote in the language that it is written in, and once more in each of
// several documents that what it is put for names.
func (k *Kit) Find(ctx context.Context, q extract.Query) ([]extract.Hit, error) {
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
	return k.Beside(ctx, q, hits)
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

// See has a model that sees say what a picture (PNG or JPEG) shows. It has no fallback: without such a model only what is written in a picture and
// about it can be read, and that is not a matter of reasoning.
func (k *Kit) See(ctx context.Context, in prompts.LookIn, picture []byte) (prompts.LookOut, error) {
	call, err := prompts.Look.Render(in)
	if err != nil {
		return prompts.LookOut{}, err
	}
	call.Images = [][]byte{picture}
	return reason.Answered[prompts.LookOut](ctx, k.Caller, call, nil)
}
