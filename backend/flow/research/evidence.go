package research

import (
	"context"

	"rabbithole/backend/cite"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/step"
)

// shared returns what every flow keeps of a piece of evidence.
func (k Kept) shared() shared.Kept {
	return shared.Kept{ID: k.ID, Passage: k.Passage, Score: k.Score, Why: k.Why, Quotes: k.Quotes, Via: k.Via}
}

func allShared(kept []Kept) []shared.Kept {
	out := make([]shared.Kept, 0, len(kept))
	for _, k := range kept {
		out = append(out, k.shared())
	}
	return out
}

// evidence reads kept evidence from the library again.
func (f *flow) evidence(ctx context.Context, kept []Kept) ([]cite.Evidence, error) {
	return shared.Evidence(ctx, f.Kit.Library, allShared(kept))
}

// Evidence reads kept evidence from a library, for whoever shows a run. What the library has lost keeps its place, without text.
func Evidence(ctx context.Context, library step.Library, kept []Kept) ([]cite.Evidence, error) {
	return shared.EvidenceLeft(ctx, library, allShared(kept))
}

func (f *flow) hydrate(ctx context.Context, k Kept) (cite.Evidence, error) {
	return shared.Hydrate(ctx, f.Kit.Library, k.shared())
}

// keep turns a judgement above the threshold into evidence; ok is false when no quote of it can be found on its pages.
func (f *flow) keep(ctx context.Context, r step.Reading, j step.Judgement) (Kept, bool, error) {
	k, ok, err := shared.Keep(ctx, f.Kit.Library, r.Passage, j)
	return Kept{Passage: k.Passage, Score: k.Score, Why: k.Why, Quotes: k.Quotes}, ok, err
}
