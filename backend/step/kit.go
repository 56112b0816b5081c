// Package step holds the verbs of research that all flows share, one file per call of a model: analyse, plan, query, sift, judge, weigh, settle, decompose,
// digest, draft, respond, clarify.
//
// Every step exists twice: here as a prompt with a typed answer for a local model, and in package extract as a fallback that does the same job without one, where
// there is no model, and under every call that comes back broken. A step promises a usable, validated answer or the context's error. The package refuses to keep a
// flow's state: steps take and return plain values.
package step

import (
	"context"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
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

// Targets returns the documents in scope that answers to questions asked back choose. Without a model, which knows from their titles what to look
// for where, it is else those that carry every name the question gives as their own; none where different documents carry them, or begin with them too.
func (k *Kit) Targets(ctx context.Context, q ask.Question) (ask.Targets, error) {
	return k.Engine.Targets(ctx, q, k.Model == nil)
}

// Grade measures one summary on the same four dimensions and returns its total as 0..1 of 400; a blank summary scores 0.
func (k *Kit) Grade(ctx context.Context, q ask.Question, summary string, evidence []cite.Evidence, pages cite.PageText) (float64, error) {
	if summary == "" {
		return 0, nil
	}
	draft := parseDraft(prompts.DraftOut{Answer: summary}, q.Language, evidence)
	prover := cite.NewProver(cite.ByID(evidence), pages)
	stands, err := prover.Prove(draft.Answer)
	if err != nil {
		return 0, err
	}
	x := extract.Examined{Answer: len(stands), Evidence: evidence, Removed: len(draft.Removed) + len(prover.Removed), Topics: []extract.Topic{{Evidence: evidence}}}
	x.Sentences = extract.State(stands, prover.Claims)
	out, err := k.Score(ctx, q, x, 0)
	return float64(out.Total) / 400, err
}

// mostSpoken is how many languages of a library a prompt names.
const mostSpoken = 4

// spoken names the languages of the documents in scope for who writes queries, those of the most documents first; "" when the question's is the only one.
func (k *Kit) spoken(ctx context.Context, q ask.Question) (string, error) {
	if k.Model == nil {
		return "", nil
	}
	_, codes, err := k.Languages(ctx)
	if len(codes) == 0 || len(codes) == 1 && codes[0] == q.Language {
		return "", err
	}
	var names []string
	for _, code := range codes[:min(len(codes), mostSpoken)] {
		names = append(names, ask.LanguageName(code))
	}
	return strings.Join(names, " and "), err
}
