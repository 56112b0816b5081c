package discover

import (
	"context"
	"fmt"
	"strings"

	"rabbithole/backend/event"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
)

// mostFindings is how many passages of the research are kept.
const mostFindings = 24

// research has a sub-run look into the query, and tells what it came to. The run waits as long as that does.
func (f *run) research(ctx context.Context, s State) (graph.Step[State], error) {
	out := graph.Step[State]{State: &s}
	s.Phase, s.Findings = PhaseSurfacing, []string{}
	if s.Subject == "" { // a picture in which nothing can be made out
		empty := report.Report{Run: graph.RunID(ctx), Flow: Name, Language: s.Language, Making: f.Making, MadeAt: f.Now().UTC()}
		out.Events = []event.Event{event.New(EventPhase, Phase{PhaseSurfacing})}
		return out, f.Reports.PutReport(ctx, graph.RunID(ctx), 0, empty)
	}
	got, err := f.Inquire(ctx, flow.Inquiry{Question: s.Subject, Language: s.Language, Scope: s.Scope, Allow: s.Allow})
	if err != nil {
		return graph.Step[State]{}, err
	}
	s.Inquiry, s.Warnings, s.Spend = got.Run, append(s.Warnings, got.Report.Warnings...), s.Spend.Plus(got.Report.Making.Spend)
	for _, e := range got.Evidence[:min(mostFindings, len(got.Evidence))] {
		s.Findings = append(s.Findings, e.Passage)
	}
	run := graph.RunID(ctx)
	for _, e := range got.Evidence {
		if err := f.Reports.Cite(ctx, run, e.Document, e.Page); err != nil {
			return out, fmt.Errorf("hold what the research found: %w", err)
		}
	}
	r := got.Report
	r.Run, r.Flow, r.Question = run, Name, s.Subject
	r.Verdict, r.Missing = "", nil // nothing was asked
	if err := f.Reports.PutReport(ctx, run, 0, r); err != nil {
		return out, fmt.Errorf("store the summary: %w", err)
	}
	for _, chunk := range chunks(f.Summary(r)) {
		out.Events = append(out.Events, event.New(EventSummary, Chunk{chunk}))
	}
	for _, w := range got.Report.Warnings {
		out.Events = append(out.Events, event.New(EventWarning, Warning{w}))
	}
	out.Events = append(out.Events, event.New(EventPhase, Phase{PhaseSurfacing}))
	return out, nil
}

// chunks cuts a summary at its lines; together they are the summary again.
func chunks(text string) []string {
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	return strings.SplitAfter(text, "\n")
}
