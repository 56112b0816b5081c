package research

import (
	"context"
	"sort"
	"strings"

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
func (f *flow) assemble(_ context.Context, s State, p shared.Proved, evidence []cite.Evidence) report.Report {
	r := p.Report(s.Language, evidence)
	r.Flow, r.Question, r.Making, r.Notes = Name, s.Question, f.Making, s.Notes
	r.Open = s.openReferences(evidence)
	return r
}

// openReferences counts the references that lead nowhere, by wording and document, the most frequent first.
func (s State) openReferences(evidence []cite.Evidence) []report.OpenReference {
	from := map[string]cite.Evidence{}
	for _, e := range evidence {
		from[e.ID] = e
	}
	at := map[string]int{}
	out := []report.OpenReference{}
	for _, o := range s.open() {
		e := from[o.From]
		key := strings.ToLower(o.Text) + "|" + e.Name + "|" + o.Reason
		if i, ok := at[key]; ok {
			out[i].Count++
			continue
		}
		at[key] = len(out)
		out = append(out, report.OpenReference{Text: o.Text, From: e.Name, Page: e.Page, Label: e.Label, Reason: o.Reason, Count: 1})
	}
	sort.SliceStable(out, func(a, b int) bool { return out[a].Count > out[b].Count })
	return out
}
