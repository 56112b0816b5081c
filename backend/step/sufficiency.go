package step

import (
	"context"
	"fmt"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/prompts"
)

// Suffices judges the question task of a research against what was found and the context the person gave for it.
func (k *Kit) Suffices(ctx context.Context, q ask.Question, task string, evidence []cite.Evidence, items []extract.ContextItem) (extract.Sufficiency, error) {
	in := prompts.SufficiencyIn{Asked: q.Asked(), Task: task}
	room := k.room(prompts.Sufficiency.NumPredict, q, task)
	in.Evidence = fit(lines(strongest(evidence)), extractOf, room*2/3)
	in.Context = contextItems(items, room/3)
	gaps := func(out *prompts.SufficiencyOut) error {
		if !out.IsSufficient && len(ask.Unseen(out.Gaps, nil, 1)) == 0 {
			out.Gaps = []string{chunk.Clip(task, 240)}
		}
		if words := ask.WordsOfTree(q.Language); strings.TrimSpace(out.Reasoning) != "" {
			return nil
		} else if out.IsSufficient {
			out.Reasoning = fmt.Sprintf(words.Enough, words.Findings)
		} else {
			out.Reasoning = chunk.Clip(fmt.Sprintf(words.Partly, words.Findings, strings.Join(out.Gaps, "; ")), 590)
		}
		return nil
	}
	return do(ctx, k, prompts.Sufficiency, in, gaps, func() (extract.Sufficiency, error) { return k.Engine.Suffices(ctx, q, task, evidence, items) })
}
