package explore

import (
	"context"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/budget"
	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
)

// report writes from what the whole tree found and from the full context, proves it and keeps it.
func (f *run) report(ctx context.Context, s State) (graph.Step[State], error) {
	out := graph.Step[State]{Change: &reported{}}
	g := &gathered{run: f, state: s, at: map[string]int{}, links: map[string][]extract.Link{}}
	if err := g.gather(ctx); err != nil {
		return out, err
	}
	for _, e := range g.evidence {
		if err := f.Reports.Cite(ctx, graph.RunID(ctx), e.Document, e.Page); err != nil {
			return out, err
		}
	}
	nothing, err := f.unreadable(ctx, s)
	if err != nil {
		return out, err
	}
	r := flow.Proved{}.Report(s.Language, nil)
	switch r.Quality.Threshold = goodEnough; {
	case nothing != nil && len(g.evidence) == 0: // complete adds the reason
	case s.Early && s.Queries == 0 && len(g.evidence) == 0:
		r.Quality.Reason = s.unbegun()
		r.Warnings = []string{r.Quality.Reason}
	default:
		if r, err = g.write(ctx); err != nil {
			return out, err
		}
	}
	if err := f.complete(ctx, s, g, &r); err != nil {
		return out, err
	}
	if err := f.Reports.PutReport(ctx, graph.RunID(ctx), 0, r); err != nil {
		return out, err
	}
	attached := AttachedData{Items: len(g.brief.Context), Files: len(g.brief.Files), Text: sayNoContext.In(s.Language)}
	if attached.Items > 0 {
		attached.Text = sayAttached.In(s.Language, anItem.In(s.Language, attached.Items), aFile.In(s.Language, attached.Files))
	}
	out.Events = []event.Event{event.New(EventContextAttached, attached), event.New(EventDone, s.Summary())}
	return out, nil
}

// write drafts the report, proves and scores it.
func (g *gathered) write(ctx context.Context) (report.Report, error) {
	asked := g.state.asks(g.state.Question)
	swept, err := g.sweep(ctx, asked)
	if err != nil {
		return report.Report{}, err
	}
	g.tell(swept.Silent)
	material := extract.Material{Evidence: g.evidence, Topics: g.topics, Links: g.links, Silent: swept.Silent, Nothing: swept.Nothing(), Noted: g.noted}
	draft, err := g.Kit.TreeReport(ctx, asked, material, g.brief)
	if err != nil {
		return report.Report{}, err
	}
	proved, err := flow.Prove(ctx, g.Kit, asked, draft, g.evidence)
	if err != nil {
		return report.Report{}, err
	}
	written := proved.Examined(material)
	if len(proved.Answer) > 0 {
		if proved.Silent, err = g.leftOpen(ctx, asked, proved.Silent, written.Sentences); err != nil {
			return report.Report{}, err
		}
	} else {
		if proved.Silent, err = g.notSearched(ctx, proved.Silent, nil); err != nil {
			return report.Report{}, err
		}
		g.sweeps = swept.Sweeps
	}
	r := proved.Report(g.state.Language, g.evidence)
	scored, err := g.Kit.Score(ctx, asked, written, goodEnough)
	r.Quality = scored.Quality
	return r, err
}

// unbegun says why there is nothing in the report of a run that was finished before it searched: that is nothing about what the documents say.
func (s State) unbegun() string {
	if files := len(s.Attached); s.Context.Ready < files {
		return sayUnread.In(s.Language, s.Context.Ready, aContextFile.In(s.Language, files))
	}
	return sayUnbegun.In(s.Language)
}

// goodEnough is the score, of 400, from which a report counts as good, as research has it unless a person sets another.
const goodEnough = 300

// leftOpen returns what an answer leaves open: what is told as missing and what it says cannot settle, and those parts of the question that it does not state.
func (g *gathered) leftOpen(ctx context.Context, asked ask.Question, silent []string, said []extract.Stated) ([]string, error) {
	silent, err := g.unsettled(ctx, silent, said)
	if err != nil {
		return nil, err
	}
	if silent, err = g.notSearched(ctx, silent, said); err != nil {
		return nil, err
	}
	if g.Kit.Model != nil { // which has said what is not answered
		return silent, nil
	}
	unstated, err := g.Kit.Unstated(ctx, asked, said, silent)
	return append(silent, unstated...), err
}

// unreached is a question that nothing was searched for.
type unreached struct {
	task    string
	stopped bool // by the person
}

// notSearched adds to what is told as missing the questions that were not searched and that the report does not answer all the same: of those nobody can say that the
// documents do not say it.
func (g *gathered) notSearched(ctx context.Context, silent []string, said []extract.Stated) ([]string, error) {
	for _, u := range g.unsearched {
		states, err := g.Kit.States(ctx, g.state.asks(u.task), said)
		if err != nil {
			return nil, err
		}
		if states {
			continue
		}
		silent = slices.DeleteFunc(silent, func(s string) bool {
			return strings.HasSuffix(strings.TrimRight(s, " .?"), ": "+strings.TrimRight(ask.Unaided(u.task), " .?"))
		})
		text := extract.Unsearched(g.state.Language, u.task)
		if u.stopped {
			text = sayUnasked.In(g.state.Language, u.task)
		}
		silent = append(silent, text)
	}
	return silent, nil
}

// sweep looks through the whole scope for the question by words, by meaning and by its names, before a report says that the documents do not say. What the tree and the
// files' digest hold counts as found. A model that kept something as relevant is believed.
func (g *gathered) sweep(ctx context.Context, asked ask.Question) (extract.Swept, error) {
	ids := slices.Clone(g.read) // they are counted afterwards
	for _, k := range g.kept {
		ids = append(ids, k.Passage)
	}
	slices.Sort(ids)
	known, err := flow.Passages(ctx, g.Kit.Library, slices.Compact(ids))
	if err != nil {
		return extract.Swept{}, err
	}
	swept, err := g.Kit.Sweep(ctx, asked, known)
	if g.Kit.Model != nil && len(g.kept) > 0 && swept.Nothing() {
		swept.Silent = nil
	}
	return swept, err
}

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
	sum := s.Summary()
	out := []string{sayQuestions.In(s.Language, sum.Answered, aQuestion.In(s.Language, sum.Nodes))}
	if s.Early {
		out = append(out, sayEarly.In(s.Language))
	}
	if n := spend.Fallbacks; n > 0 {
		out = append(out, sayFallbacks.In(s.Language, n))
	}
	if n := spend.Truncated; n > 0 {
		out = append(out, sayTruncated.In(s.Language, n))
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
