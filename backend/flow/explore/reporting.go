package explore

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"rabbithole/backend/cite"
	"rabbithole/backend/event"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
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
	swept, err := f.sweep(ctx, s, g)
	if err != nil {
		return out, err
	}
	g.tell(swept.Silent)
	material := step.Material{Evidence: g.evidence, Topics: g.topics, Links: g.links, Silent: swept.Silent, Nothing: swept.Nothing()}
	draft, err := f.Kit.TreeReport(ctx, s.asks(s.Question), material, g.brief)
	if err != nil {
		return out, err
	}
	proved, err := flow.Prove(ctx, f.Kit, s.Language, draft, g.evidence)
	if err != nil {
		return out, err
	}
	if len(proved.Answer) > 0 {
		said := proved.Examined(material).Sentences
		if proved.Silent, err = g.unsettled(ctx, proved.Silent, said); err != nil {
			return out, err
		}
		unstated, err := f.Kit.Unstated(ctx, s.asks(s.Question), said, proved.Silent)
		if err != nil {
			return out, err
		}
		proved.Silent = append(proved.Silent, unstated...)
	}
	r := proved.Report(s.Language, g.evidence)
	scored, err := f.Kit.Score(ctx, s.asks(s.Question), proved.Examined(material), goodEnough)
	if err != nil {
		return out, err
	}
	r.Quality = scored.Quality
	if err := f.complete(ctx, s, g, &r); err != nil {
		return out, err
	}
	if len(r.Answer) == 0 {
		r.Coverage.Sweeps = swept.Sweeps
	}
	if err := f.Reports.PutReport(ctx, graph.RunID(ctx), 0, r); err != nil {
		return out, err
	}
	words := phrasesFor(s.Language)
	attached := AttachedData{Items: len(g.brief.Context), Files: len(g.brief.Files), Text: words.noContext}
	if attached.Items > 0 {
		attached.Text = fmt.Sprintf(words.attached, words.anItem.of(attached.Items), words.aFile.of(attached.Files))
	}
	out.Events = []event.Event{event.New(EventContextAttached, attached), event.New(EventDone, s.Summary())}
	return out, nil
}

// goodEnough is the score, of 400, from which a report counts as good, as research has it unless a person sets another.
const goodEnough = 300

// sweep looks through the whole scope for the question by words, by meaning and by its names, before a report says that the documents do not say. What the tree and the
// files' digest hold counts as found. A model that kept something as relevant is believed.
func (f *run) sweep(ctx context.Context, s State, g *gathered) (step.Swept, error) {
	ids := g.read
	for _, k := range g.kept {
		ids = append(ids, k.Passage)
	}
	slices.Sort(ids)
	known, err := flow.Passages(ctx, f.Kit.Library, slices.Compact(ids))
	if err != nil {
		return step.Swept{}, err
	}
	swept, err := f.Kit.Sweep(ctx, s.asks(s.Question), s.Scope, known)
	if f.Kit.Model != nil && len(g.kept) > 0 && swept.Nothing() {
		swept.Silent = nil
	}
	return swept, err
}

// gathered is what the report is written from.
type gathered struct {
	*run
	state    State
	kept     []flow.Kept
	at       map[string]int // index into kept, by passage
	topics   []step.Topic
	of       [][]int // per topic, indexes into kept
	evidence []cite.Evidence
	read     []string // IDs of the passages that the tree read
	links    map[string][]step.Link
	followed int // references
	brief    step.Brief
}

// gather takes the findings in the order of the tree, then the context. A passage that several questions kept is one piece of evidence.
func (g *gathered) gather(ctx context.Context) error {
	words := phrasesFor(g.state.Language)
	var parts []*NodeContextSlice // of the topics
	for _, n := range g.state.Tree {
		if n.Status == NodeMerged || n.Status == NodeDropped {
			continue
		}
		r, err := Read(ctx, g.Rows, g.state, n)
		if err != nil {
			return err
		}
		t, of := step.Topic{Task: r.Question, Own: n.Question != ""}, []int(nil)
		g.read = append(g.read, r.Read...)
		of = g.findings(r)
		slice := r.Slice
		if n.Depth() == 0 && n.Children > 0 {
			slice = nil // its children have it
		}
		if len(of) > 0 {
			g.brief.Branches = append(g.brief.Branches, r.Question)
			if n.Status == NodeGaps && n.Children == 0 && n.Depth() == 1 && step.Settles(r.Question, g.state.Language) {
				t.Missing = fmt.Sprintf(words.unclear, r.Question)
			}
		} else if n.Status == NodeGaps || n.Status == NodeStopped || n.Status == NodeOpen {
			t.Missing = fmt.Sprintf(words.missing, r.Question)
		} else if len(slice.items()) == 0 {
			continue // its children speak for it
		}
		g.topics, g.of, parts = append(g.topics, t), append(g.of, of), append(parts, slice)
	}
	if err := g.context(ctx); err != nil {
		return err
	}
	g.ofSlices(parts)
	var err error
	if g.evidence, err = flow.Evidence(ctx, g.Kit.Library, g.kept); err != nil {
		return err
	}
	for i, of := range g.of {
		for _, k := range of {
			g.topics[i].Evidence = append(g.topics[i].Evidence, g.evidence[k])
		}
	}
	g.brief.Stats = fmt.Sprintf(words.stats, g.state.planted(), g.state.Queries, g.state.Passages)
	return nil
}

// findings takes what a question kept, and the references that led from one of its findings to another.
func (g *gathered) findings(r Record) (of []int) {
	ids := map[string]string{} // in the report, by those within the question
	for _, k := range r.Evidence {
		own := k.ID
		k.Via = ids[k.Via]
		i := g.add(k)
		ids[own], of = g.kept[i].ID, append(of, i)
	}
	for _, way := range r.Followed {
		from, link := ids[way.From], step.Link{Text: way.Text}
		for _, id := range way.Kept {
			link.Evidence = append(link.Evidence, ids[id])
		}
		if !slices.ContainsFunc(g.links[from], func(l step.Link) bool { return l.Text == link.Text }) { // another question followed it before
			g.followed++
			g.links[from] = append(g.links[from], link)
		}
	}
	return of
}

// add numbers a piece of evidence, or joins it with what was kept of its passage.
func (g *gathered) add(k flow.Kept) int {
	i, ok := g.at[k.Passage]
	if !ok {
		i = len(g.kept)
		g.at[k.Passage] = i
		k.ID = "E" + strconv.Itoa(i+1)
		g.kept = append(g.kept, k)
		return i
	}
	for _, quote := range k.Quotes {
		if !slices.ContainsFunc(g.kept[i].Quotes, func(have []source.Span) bool { return slices.Equal(have, quote) }) {
			g.kept[i].Quotes = append(g.kept[i].Quotes, quote)
		}
	}
	g.kept[i].Score = max(g.kept[i].Score, k.Score)
	return i
}

// complete fills in what only the flow knows of its report.
func (f *run) complete(ctx context.Context, s State, g *gathered, r *report.Report) error {
	words := phrasesFor(s.Language)
	r.Run, r.Flow, r.Question, r.Making, r.MadeAt = graph.RunID(ctx), Name, s.Question, f.Making, f.Now().UTC()
	r.Making.Spend = s.Spend.Plus(f.Kit.Meter.Spent()) // the writing of it included
	sum := s.Summary()
	r.Notes = append(r.Notes, fmt.Sprintf(words.questions, sum.Answered, words.aQuestion.of(sum.Nodes)))
	if s.Early {
		r.Notes = append(r.Notes, words.early)
	}
	if n := r.Making.Spend.Fallbacks; n > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf(words.fallbacks, n))
	}
	if n := r.Making.Spend.Truncated; n > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf(words.truncated, n))
	}
	r.Warnings = append(r.Warnings, s.Warnings...)
	var err error
	if r.Coverage, err = flow.Coverage(ctx, f.Kit.Library, s.Scope, g.read); err != nil {
		return err
	}
	r.Coverage.Queries, r.Coverage.Passages, r.Coverage.Kept, r.Coverage.Followed = s.Queries, s.Passages, len(r.Evidence), g.followed
	if err := flow.Label(ctx, f.Kit.Library, r.Claims); err != nil {
		return err
	}
	if s.Sent > 0 {
		r.Sources = flow.DocumentsFirst(flow.Sources(*r))
		for i, x := range r.Sources {
			if x.URL == "" {
				continue
			}
			d, err := f.Kit.Library.Document(ctx, x.Document)
			if err != nil {
				return err
			}
			r.Sources[i].FetchedAt = d.AddedAt // a page is saved when it is read
		}
	}
	if f.Connections != nil {
		r.Connections, err = f.Connections(ctx, graph.RunID(ctx))
	}
	return err
}
