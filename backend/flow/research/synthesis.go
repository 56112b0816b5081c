package research

import (
	"context"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
)

// summarise condenses the evidence of one item, query by query, and comes back for the next item.
func (f *flow) summarise(ctx context.Context, s State) (graph.Step[State], error) {
	item, left := s.toSummarise()
	if item == nil {
		return graph.Step[State]{Change: &summarised{}, Next: []graph.Task{graph.To("rank")}}, nil
	}
	var queries []string
	var byQuery [][]cite.Evidence
	for i, q := range s.Queries {
		if q.Item != item.ID {
			continue
		}
		evidence, err := f.evidence(ctx, s.keptBy(i))
		if err != nil {
			return graph.Step[State]{}, err
		}
		queries, byQuery = append(queries, q.Query), append(byQuery, evidence)
	}
	summaries, err := f.Kit.Summarise(ctx, s.question(), queries, byQuery)
	if err != nil {
		return graph.Step[State]{}, err
	}
	change := &summarised{Item: item.ID}
	out := graph.Step[State]{Change: change, Next: []graph.Task{graph.To("rank")}}
	for i, text := range summaries {
		quality, err := f.Kit.Grade(ctx, s.question(), text, byQuery[i], f.pages(ctx))
		if err != nil {
			return graph.Step[State]{}, err
		}
		change.Quality = append(change.Quality, quality)
		change.Summaries = append(change.Summaries, compact(text, byQuery[i]))
		out.Events = append(out.Events, event.New(EventSummarised, Searched{Item: item.ID, Query: queries[i], Summary: text, Quality: quality}))
	}
	if left > 1 {
		out.Next = []graph.Task{graph.To("summarise")}
	}
	return out, nil
}

// toSummarise returns the first item with evidence and without a summary, and how many there are of the kind.
func (s State) toSummarise() (*Item, int) {
	var first *Item
	n := 0
	for i := range s.Plan {
		if !s.Plan[i].Summed && len(s.keptFor(s.Plan[i].ID)) > 0 {
			if first == nil {
				first = &s.Plan[i]
			}
			n++
		}
	}
	return first, n
}

// keptBy returns the evidence that a query led to, references followed from it included; passages that another query had found
// before count for both.
func (s State) keptBy(query int) []Kept {
	hits := ask.Set(s.Queries[query].Hits)
	var out []Kept
	for _, k := range s.Evidence {
		if k.Query == query || hits[k.Passage] {
			out = append(out, k)
		}
	}
	return out
}

// pages adapts the library to what cite reads.
func (f *flow) pages(ctx context.Context) cite.PageText {
	return func(document string, page int) (string, error) { return f.Kit.Library.PageText(ctx, document, page) }
}

// rank orders the summaries by relevance to the original question: by what the model thought of the evidence they are made of, without one by their words.
func (f *flow) rank(ctx context.Context, s State) (graph.Step[State], error) {
	if f.Kit.Model != nil {
		for i := range s.Queries {
			s.Queries[i].Rank = 0
			for _, k := range s.keptBy(i) {
				s.Queries[i].Rank = max(s.Queries[i].Rank, k.Score)
			}
		}
		return graph.Step[State]{State: &s}, nil
	}
	evidence, err := f.evidence(ctx, s.Evidence)
	if err != nil {
		return graph.Step[State]{}, err
	}
	known := cite.ByID(evidence)
	var summaries []string
	for _, q := range s.Queries {
		summaries = append(summaries, expand(q.Summary, known))
	}
	ranks, err := f.Kit.Rank(ctx, s.question(), summaries)
	for i, rank := range ranks {
		s.Queries[i].Rank = rank
	}
	return graph.Step[State]{State: &s}, err
}

// draft writes a version, proves its sentences, scores it, and decides: good enough, or look for what is missing and write again.
func (f *flow) draft(ctx context.Context, s State) (graph.Step[State], error) {
	evidence, err := f.evidence(ctx, s.Evidence)
	if err != nil {
		return graph.Step[State]{}, err
	}
	before := f.Kit.Meter.Spent()
	material := extract.Material{Evidence: evidence, Topics: s.topics(evidence), Criticism: s.criticism(), Links: s.links(), Named: s.named(),
		Silent: s.Swept.Silent, Nothing: f.unanswered(s)}
	material.Twice = s.affordsMore()
	for _, item := range s.Plan {
		material.Noted = extract.Note(material.Noted, item.Noted...)
	}
	if told := s.toldByWeb(); len(told) > 0 {
		material.Silent, material.Nothing = without(material.Silent, told), false
	}
	var written extract.Draft
	whole := f.summarises(s)
	if whole {
		written = s.overview(evidence)
	} else if written, err = f.Kit.Draft(ctx, s.question(), material); err != nil {
		return graph.Step[State]{}, err
	}
	if f.Kit.Model == nil && !whole {
		unfound, err := f.otherLanguages(ctx, s, evidence)
		if err != nil {
			return graph.Step[State]{}, err
		}
		written.Silent = append(written.Silent, unfound...)
	}
	proved, err := shared.Prove(ctx, f.Kit, s.question(), written, evidence)
	if err != nil {
		return graph.Step[State]{}, err
	}
	proved.Likely = proved.Likely || whole // that it quotes what the parts of a document begin with is no guess
	proved.Silent = append(proved.Silent, s.saidOnWeb(proved, evidence)...)
	if len(proved.Answer) > 0 && f.Kit.Model == nil && !whole {
		unstated, err := f.Kit.Unstated(ctx, s.question(), proved.Examined(material).Sentences, proved.Silent)
		if err != nil {
			return graph.Step[State]{}, err
		}
		proved.Silent = append(proved.Silent, unstated...)
	}
	scored, err := f.Kit.Score(ctx, s.question(), proved.Examined(material), s.Settings.QualityThreshold)
	if err != nil {
		return graph.Step[State]{}, err
	}
	version := Version{Number: len(s.Drafts) + 1, Run: graph.RunID(ctx), Quality: scored.Quality, Evidence: len(evidence)}
	r, err := f.assemble(ctx, s, proved, evidence)
	if err != nil {
		return graph.Step[State]{}, err
	}
	r.Quality, r.MadeAt = scored.Quality, f.Now().UTC()
	if err := f.Reports.PutReport(ctx, graph.RunID(ctx), version.Number, r); err != nil {
		return graph.Step[State]{}, err
	}
	s.Spend.Calls += f.Kit.Meter.Spent().Calls - before.Calls
	change := &drafted{Version: version, Gaps: f.gapsToFill(s, scored, f.Kit.Model != nil, f.online(s))}
	out := graph.Step[State]{Change: change, Next: []graph.Task{graph.To("attribute")}, Events: []event.Event{event.New(EventScored, version)}}
	switch {
	case len(change.Gaps) > 0:
		out.Next = []graph.Task{graph.To("next")}
	case f.Kit.Model != nil && len(evidence) > 0 && scored.Reason != "" && len(s.Drafts) == 0 && f.mayRewrite(s, scored):
		out.Next = []graph.Task{graph.To("draft")} // nothing to look for, but the criticism may help
	}
	return out, nil
}

// assemble makes the report of a proved draft: the same for every version, the last step fills in what the making cost.
func (f *flow) assemble(ctx context.Context, s State, p shared.Proved, evidence []cite.Evidence) (report.Report, error) {
	r := p.Report(s.Language, evidence)
	r.Flow, r.Question, r.Making, r.Notes = Name, s.Question, f.Making, append(r.Notes, s.Notes...)
	var err error
	r.Open, err = f.openReferences(ctx, s, p, evidence)
	return r, err
}

// gapsToFill returns the queries worth trying before another draft; none ends the loop: the score is good enough, the rewrites are
// spent, or the last round brought nothing new. What the library was asked for already can still be asked of the web.
func (f *flow) gapsToFill(s State, scored extract.Scored, thinks, online bool) []string {
	rewrites := len(s.Drafts)
	if f.summarises(s) || s.Swept.Nothing || !f.mayRewrite(s, scored) || len(s.Plan) == 0 || len(s.Plan) >= s.Settings.TodoMaxItems {
		return nil
	}
	if rewrites > 0 && !thinks && s.Drafts[rewrites-1].Evidence == len(s.Evidence) {
		return nil
	}
	var gaps []string
	for _, g := range scored.Gaps {
		if !slices.ContainsFunc(s.GapTried, func(tried string) bool { return strings.HasSuffix(g, tried) }) && (online || !s.asked(g)) {
			gaps = append(gaps, g)
		}
	}
	return gaps
}

// affordsMore reports whether there is room for one more reading, or for writing in two calls: each of them, with its check, takes about as much as all reading
// before may have taken.
func (s State) affordsMore() bool {
	return s.Spend.PromptTokens+s.Spend.ReplyTokens <= int(standardTokens*s.Settings.Depth.Work())/3
}

// standardCalls and standardTokens are what a research at the standard depth asks of a model. Another version of a report takes about as many as the first: it is written
// where both fit in.
const (
	standardCalls  = 25
	standardTokens = 70_000
)

// mayRewrite reports whether a draft is not good enough and another one is allowed.
func (f *flow) mayRewrite(s State, scored extract.Scored) bool {
	most := int(standardCalls * s.Settings.Depth.Work())
	if s.Spend.Calls > most || len(s.Drafts) == 0 && 2*s.Spend.Calls > most {
		return false
	}
	return scored.Total < s.Settings.QualityThreshold && len(s.Drafts) < s.Settings.MaxRewrites && f.exhausted(s) == ""
}

// asked reports whether one query held every word of text already.
func (s State) asked(text string) bool {
	return slices.ContainsFunc(s.Queries, func(q Searched) bool {
		words := ask.Set(strings.Fields(strings.ToLower(q.Query)))
		return !slices.ContainsFunc(strings.Fields(strings.ToLower(text)), func(w string) bool { return !words[strings.Trim(w, ".,;:?")] })
	})
}

// topics groups evidence by item, in the order of the plan. Gap items that found nothing are not topics of their own.
func (s State) topics(evidence []cite.Evidence) []extract.Topic {
	known := cite.ByID(evidence)
	var out []extract.Topic
	if len(s.Plan) == 0 { // finished before there was a plan
		out = append(out, extract.Topic{Task: s.Question, Missing: extract.Unsearched(s.Language, s.Question)})
	}
	for _, item := range s.Plan {
		t := extract.Topic{Task: item.Task, Missing: item.Missing, Own: item.Own}
		for _, k := range s.keptFor(item.ID) {
			t.Evidence = append(t.Evidence, known[k.ID])
		}
		if len(t.Evidence) == 0 && !item.Worked {
			t.Missing = extract.Unsearched(s.Language, item.Task)
		}
		if len(t.Evidence) > 0 || !item.Gap && !item.Dropped {
			out = append(out, t)
		}
	}
	return out
}

// links returns the references that were followed, by the evidence they stand in.
func (s State) links() map[string][]extract.Link {
	out := map[string][]extract.Link{}
	for _, r := range s.Followed {
		out[r.From] = append(out[r.From], extract.Link{Text: r.Text, Evidence: r.Kept})
	}
	return out
}

// named returns the evidence that the question itself points to.
func (s State) named() []string {
	var out []string
	for i, q := range s.Queries {
		for _, k := range s.Evidence {
			if q.Named && k.Query == i && k.Via == "" {
				out = append(out, k.ID)
			}
		}
	}
	return out
}

func (s State) criticism() string {
	if len(s.Drafts) == 0 {
		return ""
	}
	return s.Drafts[len(s.Drafts)-1].Quality.Reason
}
