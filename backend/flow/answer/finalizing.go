package answer

import (
	"context"
	"fmt"
	"slices"

	"rabbithole/backend/event"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
)

// finalize completes the report: sources numbered in the order of the claims, warnings, what was looked at and what left the computer.
func (f *run) finalize(ctx context.Context, s State) (graph.Step[State], error) {
	r, err := f.drafted(ctx, s)
	if err != nil {
		return graph.Step[State]{}, fmt.Errorf("read the draft of the answer: %w", err)
	}
	r.Making.Spend = s.Spend
	r.Sources = s.cited(r)
	r.StopReason = s.Stop
	for _, w := range s.Warnings {
		r.Warnings = append(r.Warnings, w.Text)
	}
	r.Notes = append(r.Notes, s.notes(r.Verdict)...)
	r.Coverage = report.Coverage{Queries: len(s.Queries), Passages: len(s.Read), Kept: len(s.Evidence), Followed: len(s.Links)}
	if err := f.Complete(ctx, &r, s.Read); err != nil {
		return graph.Step[State]{}, err
	}
	if err := flow.NoteLanguages(ctx, f.Kit, &r); err != nil {
		return graph.Step[State]{}, err
	}
	if err := f.Reports.PutReport(ctx, r.Run, 0, r); err != nil {
		return graph.Step[State]{}, err
	}
	done := Answer{Text: Text(r), Citations: Citations(r), Warnings: append([]Warning{}, s.Warnings...), StopReason: s.Stop}
	s.Phase = PhaseDone
	return graph.Step[State]{State: &s, Events: []event.Event{event.New(EventAnswer, done), event.New(EventDone, s.Stats)}}, nil
}

// drafted returns the draft of the answer. It is empty if there was nothing to read.
func (f *run) drafted(ctx context.Context, s State) (report.Report, error) {
	if s.Drafted {
		return f.Reports.Report(ctx, graph.RunID(ctx), 1)
	}
	r := flow.Proved{}.Report(s.Language, nil)
	r.Flow, r.Question, r.Making = Name, s.Question, f.Making
	return r, nil
}

// cited returns what the claims of a report cite, as the run came to know it and weighed it.
func (s State) cited(r report.Report) []report.Source {
	out := r.Cited()
	for i := range out {
		x := &out[i]
		for _, known := range s.Sources {
			if known.Document == x.Document {
				x.Name, x.URL, x.Site, x.Date, x.FetchedAt = known.Title, known.URL, known.Site, known.Date, known.FetchedAt
			}
		}
		x.Quality = 0 // more than relevance counts here
		for _, k := range s.Evidence {
			if slices.Contains(x.Evidence, k.ID) && k.Quality.Total > x.Quality {
				x.Quality, x.Reason = k.Quality.Total, k.Quality.Reason
			}
		}
	}
	return out
}

// notes are the footnotes on the making. Why the search ended is told where something is missing.
func (s State) notes(verdict report.Outcome) []string {
	var out []string
	if s.Subject != s.Question {
		out = append(out, sayUnderstood.In(s.Language, s.Subject))
	}
	if len(s.Openings) > 0 && verdict == report.Answered {
		extracts, _ := flow.Extracts(s.Language)
		out = append(out, extracts)
	}
	if s.Early {
		out = append(out, sayEarly.In(s.Language))
	}
	stop := s.Stop
	if stop == StopBudget && !s.spentAll() {
		stop = "" // nothing else was to be looked for
	}
	if text := stops[stop].In(s.Language); text != "" && (verdict != report.Answered || s.Stop == StopError) {
		out = append(out, text)
	}
	if n := s.Spend.Fallbacks; n > 0 {
		out = append(out, sayFallbacks.In(s.Language, n))
	}
	return out
}

// spentAll reports whether the run may not look or read any further.
func (s State) spentAll() bool {
	b := s.budget()
	return s.round() >= b.Loops || s.Stats.SourcesRead >= b.Sources || s.queriesAllowed(s.round()+1) <= 0
}
