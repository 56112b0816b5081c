package explore

import (
	"context"
	"fmt"

	"rabbithole/backend/budget"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
)

// complete fills in what only the flow knows of its report.
func (f *run) complete(ctx context.Context, s State, g *gathered, r *report.Report) (err error) {
	r.Run, r.Flow, r.Question, r.Making, r.MadeAt = graph.RunID(ctx), Name, s.Question, f.Making, f.Now().UTC()
	r.Making.Spend = s.Spend.Plus(f.Kit.Meter.Spent()) // the writing of it included
	r.Making.Spend.Time += f.watch.passed(f.Now())
	r.Notes = append(r.Notes, s.notes(r.Making.Spend)...)
	r.Warnings = append(r.Warnings, s.warned()...)
	if r.Coverage, err = flow.Coverage(ctx, f.Kit.Library, g.read); err != nil {
		return err
	}
	r.Coverage.Queries, r.Coverage.Passages, r.Coverage.Kept, r.Coverage.Followed = s.Queries, s.Passages, len(r.Evidence), g.followed
	r.Coverage.Sweeps = g.sweeps
	if err := flow.Label(ctx, f.Kit.Library, r.Claims); err != nil {
		return err
	}
	if s.Sent > 0 {
		if r.Sources, err = f.cited(ctx, *r); err != nil {
			return err
		}
	}
	if err := flow.TellUnreadable(ctx, f.Kit.Library, r); err != nil {
		return err
	}
	if err := flow.NoteLanguages(ctx, f.Kit, r); err != nil {
		return err
	}
	if f.Connections != nil {
		r.Connections, err = f.Connections(ctx, graph.RunID(ctx))
	}
	return err
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
