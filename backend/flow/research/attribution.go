package research

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/event"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
)

// attribute takes the best version, completes every citation (printed page label, name) and states how the report was made. Renderers
// write a citation as [filename.pdf, p. 12] and link it.
func (f *flow) attribute(ctx context.Context, s State) (graph.Step[State], error) {
	best := s.best()
	r, err := f.written(ctx, s, best)
	if err != nil {
		return graph.Step[State]{}, fmt.Errorf("read version %d of the report: %w", best.Number, err)
	}
	r.Making.Spend = s.Spend
	at, err := f.searchedAt(ctx, s)
	if err != nil {
		return graph.Step[State]{}, err
	}
	r.Notes = slices.Concat(r.Notes, at, s.notes(best.Number))
	r.Coverage = report.Coverage{Queries: len(s.Queries), Passages: len(s.Read), Kept: len(s.Evidence), Followed: len(s.Followed)}
	if len(r.Answer) == 0 {
		r.Coverage.Sweeps = s.Swept.Sweeps
	}
	tools := f.Tools
	if s.Settings.Web {
		r.Warnings, r.Sources = s.Warnings, s.cited(r)
	} else {
		tools.Connections = nil
	}
	if err := tools.Complete(ctx, &r, s.Read); err != nil {
		return graph.Step[State]{}, err
	}
	if err := f.Reports.PutReport(ctx, r.Run, 0, r); err != nil {
		return graph.Step[State]{}, err
	}
	version := Version{Number: best.Number, Run: r.Run, Quality: r.Quality, Evidence: len(r.Evidence)}
	s.Phase, s.Messages = PhaseDone, append(s.Messages, Message{"assistant", answerText(r)})
	return graph.Step[State]{State: &s, Events: []event.Event{event.New(EventReport, version)}}, nil
}

// written returns a version of the report. It is empty if there was nothing to read. A fork has copies of the versions,
// since the run they come from may be deleted.
func (f *flow) written(ctx context.Context, s State, best Version) (report.Report, error) {
	if len(s.Drafts) == 0 {
		return f.assemble(ctx, s, shared.Proved{}, nil)
	}
	r, err := f.Reports.Report(ctx, graph.RunID(ctx), best.Number)
	if err != nil {
		r, err = f.Reports.Report(ctx, best.Run, best.Number)
	}
	return r, err
}

// notes are the footnotes on the making.
func (s State) notes(best int) []string {
	var out []string
	if len(s.Outline) > 0 {
		extracts, _ := shared.Extracts(s.Language)
		out = append(out, extracts)
	}
	switch {
	case s.Earlier == nil:
	case len(s.Earlier.Trail) > 0:
		out = append(out, sayTrail.In(s.Language, strings.Join(s.Earlier.Trail, " › "), s.Earlier.Run))
	default:
		out = append(out, sayFurther.In(s.Language, s.Earlier.Question, s.Earlier.Run))
	}
	for _, told := range s.Refinements {
		out = append(out, sayTold.In(s.Language, told))
	}
	if s.Finish != "" {
		out = append(out, sayFinished.In(s.Language, early(s.Language, s.Finish)))
	}
	if s.Settings.Web && s.Allow == shared.AllowLibrary {
		out = append(out, sayLibraryOnly.In(s.Language))
	}
	if n := s.Spend.Fallbacks; n > 0 {
		out = append(out, sayFallbacks.In(s.Language, n))
	}
	if n := s.Spend.Truncated; n > 0 {
		out = append(out, sayTruncated.In(s.Language, n))
	}
	if n := len(s.Drafts); n > 1 {
		out = append(out, sayVersions.In(s.Language, n, best))
	}
	return out
}

// searchedAt says in which documents it was searched alone, or more than elsewhere, because the question or an answer names them.
func (f *flow) searchedAt(ctx context.Context, s State) ([]string, error) {
	if s.Home == nil || len(s.Home.Documents) == 0 {
		return nil, nil
	}
	docs, err := f.Kit.Library.Documents(ctx)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, d := range docs {
		if slices.Contains(s.Home.Documents, d.Hash) {
			names = append(names, d.Name)
		}
	}
	if len(names) == 0 || len(names) == len(docs) {
		return nil, nil
	}
	if len(names) > mostNamed {
		names = append(names[:mostNamed], "…")
	}
	said := saySearchedMore.In(s.Language)
	if len(s.Home.Picks) > 0 {
		said = saySearchedOnly.In(s.Language)
	}
	return []string{fmt.Sprintf(said, strings.Join(names, ", "))}, nil
}

// answerText is the answer as plain text, for the message log.
func answerText(r report.Report) string {
	var parts []string
	for _, b := range r.Answer {
		for _, s := range b.Sentences {
			parts = append(parts, s.Text)
		}
	}
	if len(parts) == 0 {
		return strings.Join(r.Silent, " ")
	}
	return strings.Join(parts, " ")
}

// early says why a report was written early.
func early(language, why string) string {
	if said, ok := finishes[why]; ok {
		return said.In(language)
	}
	return why
}
