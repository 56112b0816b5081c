package step

import (
	"context"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/prompts"
)

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
