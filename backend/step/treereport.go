package step

import (
	"context"
	"errors"

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
		return rule.Draft(ctx, q, m)
	}
	in := prompts.TreeReportIn{Asked: q.asked(), Files: b.Files, Silent: silent(q, m.Topics), Stats: b.Stats}
	room := k.room(prompts.TreeReport.NumPredict, q, append(in.Silent, b.Stats)...)
	in.Evidence = fit(lines(strongest(m.Evidence)), extractOf, room/2)
	in.Context = contextItems(b.Context, room*3/8)
	in.Branches = fit(b.Branches, func(s string) string { return s }, room/8)
	var draft Draft
	parse := func(out *prompts.DraftOut) error {
		if draft = parseDraft(*out, q.Language, m.Evidence); len(draft.Answer) == 0 {
			return errors.New("no sentence of the answer ends with a listed evidence ID in square brackets")
		}
		return nil
	}
	fellBack := false
	_, err := reason(ctx, k, prompts.TreeReport, in, parse, func() (prompts.DraftOut, error) {
		fellBack = true
		return prompts.DraftOut{}, nil
	})
	if err != nil || !fellBack {
		return draft, err
	}
	return rule.Draft(ctx, q, m)
}
