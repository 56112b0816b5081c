package extract

import (
	"context"

	"rabbithole/prompts"
)

// Response is an answer before its citations are verified. Draft.Sections are its findings.
type Response struct {
	Draft
	ByRule bool
}

// Respond answers with quotes; only a thorough answer has sections beside it.
func (g *Engine) Respond(ctx context.Context, p Pursuit, m Material) (Response, error) {
	draft, err := g.Draft(ctx, p.Question, m)
	if !p.Thorough && len(draft.Answer) > 0 {
		draft.Sections = nil
	}
	return Response{Draft: draft, ByRule: true}, err
}

// Brief is what the report of a tree of questions is told beside its material.
type Brief struct {
	Context  []ContextItem // the full digest again
	Files    []prompts.FileDigest
	Branches []string // questions of the tree that found something
	Stats    string
}
