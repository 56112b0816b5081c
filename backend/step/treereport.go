package step

import (
	"context"
	"slices"

	"rabbithole/backend/reason"
	"rabbithole/prompts"
)

// Brief is what the report of a tree of questions is told beside its material.
type Brief struct {
	Context  []ContextItem // the full digest again
	Files    []prompts.FileDigest
	Branches []string // questions of the tree that found something
	Stats    string
}

// TreeReport writes the report of a tree of questions. The context's items are cited like every finding: they are among the material's evidence.
func (k *Kit) TreeReport(ctx context.Context, q Question, m Material, b Brief) (Draft, error) {
	rule := *k
	rule.Model = nil
	if k.Model == nil || len(m.Evidence) == 0 || m.Nothing {
		return rule.treeTwin(ctx, q, m, b)
	}
	in := prompts.TreeReportIn{Asked: k.AskedToday(q), Files: b.Files, Noted: reason.Noted(m.Noted), Silent: unfound(q, m.Topics), Stats: b.Stats}
	room := k.room(prompts.TreeReport.NumPredict, q, slices.Concat(in.Noted, in.Silent, []string{b.Stats})...)
	var err error
	in.Context = contextItems(b.Context, room/4)
	in.Branches = fit(b.Branches, asItIs, room/8)
	room -= taken(in.Context, contextText) + taken(in.Branches, asItIs)
	if in.Passages, err = k.passages(ctx, foremost(m), room); err != nil {
		return Draft{}, err
	}
	draft, ok, err := written(ctx, k, prompts.TreeReport, in, q, m)
	draft.Unseen = len(m.Evidence) - len(in.Passages)
	if err != nil || ok {
		return draft, err
	}
	return rule.treeTwin(ctx, q, m, b)
}
