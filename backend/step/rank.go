package step

import (
	"context"
)

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
