package research

import (
	"context"

	"rabbithole/backend/cite"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/report"
	"rabbithole/backend/step"
)

// prove lets only those sentences of a draft through that its evidence proves.
func (f *flow) prove(ctx context.Context, s State, d step.Draft, evidence []cite.Evidence) (shared.Proved, error) {
	return shared.Prove(ctx, f.Kit, s.question(), d, evidence)
}

// assemble makes the report of a proved draft: the same for every version, the last step fills in what the making cost.
func (f *flow) assemble(ctx context.Context, s State, p shared.Proved, evidence []cite.Evidence) (report.Report, error) {
	r := p.Report(s.Language, evidence)
	r.Flow, r.Question, r.Making, r.Notes = Name, s.Question, f.Making, append(r.Notes, s.Notes...)
	var err error
	r.Open, err = f.openReferences(ctx, s, p, evidence)
	return r, err
}
