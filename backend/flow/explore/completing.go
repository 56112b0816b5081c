package explore

import (
	"context"
	"fmt"

	"rabbithole/backend/budget"
	"rabbithole/backend/flow"
	"rabbithole/backend/report"
)

// complete fills in what only the flow knows of its report.
func (f *run) complete(ctx context.Context, s State, g *gathered, r *report.Report) (err error) {
	r.Flow, r.Question, r.Making = Name, s.Question, f.Making
	r.Making.Spend = s.Spend.Plus(f.Kit.Meter.Spent()) // the writing of it included
	r.Making.Spend.Time += f.watch.passed(f.Now())
	r.Notes = append(r.Notes, s.notes(r.Making.Spend)...)
	r.Warnings = append(r.Warnings, s.warned()...)
	r.Coverage = report.Coverage{Queries: s.Queries, Passages: s.Passages, Kept: len(r.Evidence), Followed: g.followed, Sweeps: g.sweeps}
	if s.Sent > 0 {
		if r.Sources, err = f.cited(ctx, *r); err != nil {
			return err
		}
	}
	if err := f.Complete(ctx, r, g.read); err != nil {
		return err
	}
	return flow.NoteLanguages(ctx, f.Kit, r)
}

// notes are the footnotes on the making.
func (s State) notes(spend budget.Spend) []string {
	words, sum := phrasesFor(s.Language), s.Summary()
	out := []string{fmt.Sprintf(words.questions, sum.Answered, words.aQuestion.Of(sum.Nodes))}
	if s.Early {
		out = append(out, words.early)
	}
	if n := spend.Fallbacks; n > 0 {
		out = append(out, fmt.Sprintf(words.fallbacks, n))
	}
	if n := spend.Truncated; n > 0 {
		out = append(out, fmt.Sprintf(words.truncated, n))
	}
	return out
}

// cited returns what the claims of a report cite. A page of the web is saved when it is read.
func (f *run) cited(ctx context.Context, r report.Report) ([]report.Source, error) {
	out := report.DocumentsFirst(r.Cited())
	for i, x := range out {
		if x.URL == "" {
			continue
		}
		d, err := f.Kit.Library.Document(ctx, x.Document)
		if err != nil {
			return nil, err
		}
		out[i].FetchedAt = d.AddedAt
	}
	return out, nil
}
