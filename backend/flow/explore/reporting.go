package explore

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/event"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
	"rabbithole/backend/step"
	"rabbithole/backend/step/ask"
)

// report writes from what the whole tree found and from the full context, proves it and keeps it.
func (f *run) report(ctx context.Context, s State) (graph.Step[State], error) {
	out := graph.Step[State]{Change: &reported{}}
	g := &gathered{run: f, state: s, at: map[string]int{}, links: map[string][]step.Link{}}
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
	write := g.write
	switch {
	case nothing != nil && len(g.evidence) == 0:
		write = g.unwritten
	case s.Early && s.Queries == 0 && len(g.evidence) == 0:
		write = g.unbegun
	}
	r, err := write(ctx)
	if err != nil {
		return out, err
	}
	if err := f.complete(ctx, s, g, &r); err != nil {
		return out, err
	}
	if err := f.Reports.PutReport(ctx, graph.RunID(ctx), 0, r); err != nil {
		return out, err
	}
	words := phrasesFor(s.Language)
	attached := AttachedData{Items: len(g.brief.Context), Files: len(g.brief.Files), Text: words.noContext}
	if attached.Items > 0 {
		attached.Text = fmt.Sprintf(words.attached, words.anItem.Of(attached.Items), words.aFile.Of(attached.Files))
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
	material := step.Material{Evidence: g.evidence, Topics: g.topics, Links: g.links, Silent: swept.Silent, Nothing: swept.Nothing(), Noted: g.noted}
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

// unwritten is the report of a run that had nothing to read. complete adds the reason.
func (g *gathered) unwritten(context.Context) (report.Report, error) {
	r := flow.Proved{}.Report(g.state.Language, nil)
	r.Quality.Threshold = goodEnough
	return r, nil
}

// unbegun is the report of a run that was finished before it searched: it says nothing of what the documents say.
func (g *gathered) unbegun(context.Context) (report.Report, error) {
	words, files := phrasesFor(g.state.Language), len(g.state.Attached)
	text := words.unbegun
	if read := g.state.Context.Ready; read < files {
		text = fmt.Sprintf(words.unread, read, words.aContextFile.Of(files))
	}
	r := flow.Proved{}.Report(g.state.Language, nil)
	r.Quality = report.Quality{Threshold: goodEnough, Reason: text}
	r.Warnings = []string{text}
	return r, nil
}

// goodEnough is the score, of 400, from which a report counts as good, as research has it unless a person sets another.
const goodEnough = 300

// leftOpen returns what an answer leaves open: what is told as missing and what it says cannot settle, and those parts of the question that it does not state.
func (g *gathered) leftOpen(ctx context.Context, asked step.Question, silent []string, said []step.Stated) ([]string, error) {
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
func (g *gathered) notSearched(ctx context.Context, silent []string, said []step.Stated) ([]string, error) {
	for _, u := range g.unsearched {
		if ask.Settles(u.task, g.state.Language) {
			states, err := g.Kit.States(ctx, g.state.asks(u.task), said)
			if err != nil {
				return nil, err
			}
			if states {
				continue
			}
		}
		silent = slices.DeleteFunc(silent, func(s string) bool {
			return strings.HasSuffix(strings.TrimRight(s, " .?"), ": "+strings.TrimRight(ask.Unaided(u.task), " .?"))
		})
		text := step.Unsearched(g.state.Language, u.task)
		if u.stopped {
			text = fmt.Sprintf(phrasesFor(g.state.Language).unasked, u.task)
		}
		silent = append(silent, text)
	}
	return silent, nil
}

// sweep looks through the whole scope for the question by words, by meaning and by its names, before a report says that the documents do not say. What the tree and the
// files' digest hold counts as found. A model that kept something as relevant is believed.
func (g *gathered) sweep(ctx context.Context, asked step.Question) (step.Swept, error) {
	ids := slices.Clone(g.read) // they are counted afterwards
	for _, k := range g.kept {
		ids = append(ids, k.Passage)
	}
	slices.Sort(ids)
	known, err := flow.Passages(ctx, g.Kit.Library, slices.Compact(ids))
	if err != nil {
		return step.Swept{}, err
	}
	swept, err := g.Kit.Sweep(ctx, asked, known)
	if g.Kit.Model != nil && len(g.kept) > 0 && swept.Nothing() {
		swept.Silent = nil
	}
	return swept, err
}
