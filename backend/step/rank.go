package step

import (
	"context"
	"fmt"

	"rabbithole/prompts"
)

// Rank scores summaries (0..1) by relevance to the original question, in their order; a blank summary scores 0.
func (k *Kit) Rank(ctx context.Context, q Question, summaries []string) ([]float64, error) {
	in := prompts.RankIn{Asked: q.Asked()}
	for i, s := range summaries {
		if s != "" {
			in.Summaries = append(in.Summaries, prompts.RankItem{Ref: fmt.Sprintf("S%d", i+1), Text: s})
		}
	}
	if len(in.Summaries) == 0 {
		return make([]float64, len(summaries)), nil
	}
	in.Summaries = fit(in.Summaries, func(i prompts.RankItem) string { return i.Text }, k.room(prompts.Rank.NumPredict, q))
	some := func(out *prompts.RankOut) error {
		if len(out.Scores) == 0 {
			return errNothing
		}
		return nil
	}
	out, err := do(ctx, k, prompts.Rank, in, some, func() (prompts.RankOut, error) { return k.rankTwin(ctx, q, in.Summaries) })
	if err != nil {
		return nil, err
	}
	scores := make([]float64, len(summaries))
	for _, s := range out.Scores {
		var i int
		if _, err := fmt.Sscanf(s.Ref, "S%d", &i); err == nil && i >= 1 && i <= len(scores) && summaries[i-1] != "" {
			scores[i-1] = s.Relevance
		}
	}
	return scores, nil
}

func (k *Kit) rankTwin(ctx context.Context, q Question, summaries []prompts.RankItem) (prompts.RankOut, error) {
	out := prompts.RankOut{}
	p, err := k.Profile(ctx, q.Language, q.Parts()...)
	if err != nil {
		return out, err
	}
	for _, s := range summaries {
		out.Scores = append(out.Scores, prompts.RankScore{Ref: s.Ref, Relevance: relevance(p.Coverage(k.Lexicon.Terms(s.Text, "")))})
	}
	return out, nil
}
