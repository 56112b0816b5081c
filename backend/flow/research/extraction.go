package research

import (
	"context"
	"fmt"
	"slices"

	"rabbithole/backend/ask"
	"rabbithole/backend/budget"
	"rabbithole/backend/cite"
	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/graph"
)

// next chooses what to work on, or ends the extraction: nothing left, the budget spent, or the person said "finish now". A model reads for several items at
// once; by rule each is worked on alone.
func (f *flow) next(_ context.Context, s State) (graph.Step[State], error) {
	var items []Item
	for _, i := range s.Plan {
		if i.Worked || i.Completed {
			continue
		}
		alone := f.Kit.Model == nil || i.Dig != "" || i.Gap && f.online(s)
		if len(items) > 0 && alone {
			continue
		}
		if items = append(items, i); alone || len(items) == mostTogether || s.Iterations+len(items) >= s.Settings.MaxIterations {
			break
		}
	}
	lacking := func(i Item) bool { return !i.Completed && !i.Dropped }
	if len(items) == 0 && slices.ContainsFunc(s.Plan, lacking) && f.exhausted(s) != "" {
		return graph.Step[State]{Change: &chosen{Finish: f.exhausted(s)}, Next: []graph.Task{graph.To("sweep")}}, nil
	}
	if len(items) == 0 {
		return graph.Step[State]{Change: &chosen{}, Next: []graph.Task{graph.To("sweep")}}, nil
	}
	if why := f.exhausted(s); why != "" && !f.ruled(s) {
		return graph.Step[State]{Change: &chosen{Finish: why}, Next: []graph.Task{graph.To("summarise")}}, nil
	}
	change := &chosen{Item: items[0].ID}
	out := graph.Step[State]{Change: change, Next: []graph.Task{graph.To("search")}}
	for n, i := range items {
		if n > 0 {
			change.Together = append(change.Together, i.ID)
		}
		out.Events = append(out.Events, event.New(EventItem, i))
	}
	return out, nil
}

// exhausted names what ends the extraction early, "" when nothing does.
func (f *flow) exhausted(s State) string {
	if s.Finish != "" {
		return s.Finish
	}
	if s.Iterations >= s.Settings.MaxIterations {
		return "iterations"
	}
	gathering, _ := f.limits(s)
	return gathering.Exceeded(s.Spend)
}

// ruled reports whether a model spent all there is before anything was looked into. It is not asked any more: by rule the first round takes seconds.
func (f *flow) ruled(s State) bool {
	return f.Kit.Model != nil && s.Finish == "" && s.Iterations == 0
}

// search looks up what the items name outright ("§ 43 Abs. 4 ..."), and puts the queries of each.
func (f *flow) search(ctx context.Context, s State) (graph.Step[State], error) {
	out := graph.Step[State]{State: &s, Next: []graph.Task{graph.To("read")}}
	queries, err := f.again(ctx, s, s.Current)
	if err != nil {
		return out, err
	}
	first := len(queries)
	for _, item := range s.working() {
		if c, ok := s.chapter(item); ok && f.summarises(s) {
			queries = append(queries, Searched{Item: item.ID, Query: item.Task, Hits: c.Passages})
			continue
		}
		if item.Gap && f.online(s) {
			out.Next = []graph.Task{graph.To("consent")}
		}
		found, err := f.searchFor(ctx, s, item, queries[first:])
		if err != nil {
			return out, err
		}
		queries = append(queries, found...)
	}
	s.Queries = append(s.Queries, queries...)
	for _, q := range queries {
		out.Events = append(out.Events, event.New(EventSearched, q))
	}
	return out, nil
}

// read judges what the items' queries found, and keeps what is relevant.
func (f *flow) read(ctx context.Context, s State) (graph.Step[State], error) {
	change := &read{}
	out := graph.Step[State]{Change: change}
	if f.Kit.Model != nil {
		pending, before := s.firstHits()
		if err := f.sift(ctx, s, pending, change, &out.Events); err != nil {
			return out, err
		}
		return out, f.shareAll(ctx, s, before, change)
	}
	item := s.item(s.Current)
	if c, ok := s.chapter(item); ok {
		return out, f.readChapter(ctx, s, item, c, change, &out.Events)
	}
	var readings, again, before []pendingReading
	seen, settled, kept := ask.Set(s.Read), map[string]bool{}, s.keptPassages()
	for i, q := range s.Queries {
		if q.Item != item.ID {
			continue
		}
		for _, id := range q.Hits {
			if settled[id] {
				continue
			}
			settled[id] = true
			p := s.hit(i, id, item)
			if kept[id] {
				before = append(before, p)
			} else if !seen[id] {
				readings = append(readings, p)
			} else { // read for another item and not kept: it may answer this part of the question
				again = append(again, p)
			}
		}
	}
	if err := f.judge(ctx, s, item, readings, change, &out.Events); err != nil {
		return out, err
	}
	if item.Own {
		if err := f.share(ctx, s, item, before, change); err != nil {
			return out, err
		}
	}
	return out, f.promote(ctx, s, item, again, change, &out.Events)
}

// keptPassages returns the IDs of the passages that are evidence.
func (s State) keptPassages() map[string]bool {
	kept := map[string]bool{}
	for _, k := range s.Evidence {
		kept[k.Passage] = true
	}
	return kept
}

// hit is a passage that a query of an item found.
func (s State) hit(query int, id string, item *Item) pendingReading {
	p := pendingReading{id: id, item: item, query: query, found: s.found(item.ID, id)}
	if s.Queries[query].Named {
		p.lead, p.standing = item.Task, namedStanding
	}
	return p
}

// namedStanding is the relevance that a task's own reference lends to the passage it points to.
const namedStanding = 0.9

// pendingReading is a passage to judge: found by a query, or reached from evidence through a reference.
type pendingReading struct {
	id       string
	item     *Item
	query    int
	via      *cite.Evidence
	lead     string  // the words whose reference led here
	standing float64 // relevance of what led here
	ref      int     // index into the change's Followed
	found    extract.Found
	also     []int // further items of the person whose queries found it
}

// judge reads passages by rule and puts what passes the threshold into change, in order.
func (f *flow) judge(ctx context.Context, s State, item *Item, pending []pendingReading, change *read, events *[]event.Event) error {
	change.note(s, pending)
	f.Kit.Meter.Add(budget.Spend{Passages: len(pending)})
	return f.promote(ctx, s, item, pending, change, events)
}

// note remembers what is read, each once.
func (c *read) note(s State, pending []pendingReading) {
	seen := ask.Set(s.Read)
	for _, p := range pending {
		if !seen[p.id] {
			c.Read = append(c.Read, p.id)
		}
	}
}

// promote looks again at passages that were read and not kept, now that a reference in kept evidence leads to them: by code, where no model reads.
func (f *flow) promote(ctx context.Context, s State, item *Item, again []pendingReading, change *read, events *[]event.Event) error {
	readings, err := f.readings(ctx, again)
	if err != nil {
		return err
	}
	judged, err := f.Kit.Engine.Judge(ctx, s.questionFor(item), item.Task, readings)
	if err != nil {
		return err
	}
	return f.takeAll(ctx, s, again, readings, judged, change, events)
}

func (f *flow) readings(ctx context.Context, pending []pendingReading) ([]extract.Reading, error) {
	out := make([]extract.Reading, 0, len(pending))
	for _, p := range pending {
		passage, err := f.Kit.Library.Passage(ctx, p.id)
		if err != nil {
			return nil, err
		}
		doc, err := f.Kit.Library.Document(ctx, passage.Document)
		if err != nil {
			return nil, err
		}
		out = append(out, extract.Reading{Passage: passage, Document: doc, Lead: p.lead, LeadScore: p.standing, Found: p.found})
	}
	return out, nil
}

func (f *flow) takeAll(ctx context.Context, s State, pending []pendingReading, readings []extract.Reading, judged []extract.Judgement, change *read, events *[]event.Event) error {
	for i, j := range judged {
		if j.Relevance <= s.Settings.RelevanceThreshold && !j.Contrary || !readings[i].Passage.Citable() {
			continue
		}
		if err := f.take(ctx, s, pending[i], readings[i], j, change, events); err != nil {
			return err
		}
	}
	return nil
}

// evidence reads kept evidence from the library again.
func (f *flow) evidence(ctx context.Context, kept []Kept) ([]cite.Evidence, error) {
	return shared.Evidence(ctx, f.Kit.Library, kept)
}

// take keeps one judged passage as evidence under the next ID.
func (f *flow) take(ctx context.Context, s State, p pendingReading, r extract.Reading, j extract.Judgement, change *read, events *[]event.Event) error {
	ref, ok, err := shared.Keep(ctx, f.Kit.Library, r.Passage, j)
	if err != nil || !ok {
		return err
	}
	ref.ID = fmt.Sprintf("E%d", len(s.Evidence)+len(change.Kept)+1)
	k := Kept{Kept: ref, Item: p.item.ID, Query: p.query, Also: p.also}
	k.Beside = p.item.Own && f.Kit.Model == nil && j.Item <= s.Settings.RelevanceThreshold
	if p.via != nil {
		k.Via = p.via.ID
		change.Followed[p.ref].Kept = append(change.Followed[p.ref].Kept, k.ID)
	}
	change.Kept = append(change.Kept, k)
	if err := f.Reports.Cite(ctx, graph.RunID(ctx), r.Document.Hash, r.Passage.Page()); err != nil {
		return err
	}
	e, err := shared.Hydrate(ctx, f.Kit.Library, k.Kept)
	if err != nil {
		return err
	}
	*events = append(*events, event.New(EventKept, KeptData{k.ID, e.Name, e.Page, e.Label, e.Section, e.Extract, k.Score, k.Via, p.item.ID, e.Locator.URL, e.Document}))
	return nil
}

// reflect re-evaluates the list: which items are done, what did they open?
func (f *flow) reflect(ctx context.Context, s State) (graph.Step[State], error) {
	change := &reflected{}
	out := graph.Step[State]{Change: change}
	for n, item := range s.working() {
		r, told := s.Sift.of(item, n == 0)
		if !told {
			evidence, err := f.evidence(ctx, s.keptFor(item.ID))
			if err != nil {
				return out, err
			}
			w := extract.Worked{Task: item.asTask(), Evidence: evidence, MayAdd: s.room(), Unread: s.unread(evidence)}
			for _, i := range s.Plan {
				w.Plan = append(w.Plan, i.Task)
			}
			by := extract.Reflect(s.question(), w)
			r.Done, r.Missing, r.NewTasks = by.Done, by.Missing, by.NewTasks
			if _, ok := s.chapter(item); ok {
				r.Done, r.Missing, r.NewTasks = true, "", nil
			}
		}
		change.Items = append(change.Items, r)
		done := *item
		done.Worked, done.Completed, done.Missing = true, r.Done, r.Missing
		out.Events = append(out.Events, event.New(EventItem, done))
	}
	return out, nil
}

// open returns the references that lead nowhere or were left unread, without those whose whole target was read later for another reason.
func (s State) open() []OpenRef {
	read := ask.Set(s.Read)
	return slices.DeleteFunc(slices.Clone(s.Open), func(o OpenRef) bool {
		return len(o.Passages) > 0 && !slices.ContainsFunc(o.Passages, func(id string) bool { return !read[id] })
	})
}

// unread returns the references of evidence that the budget left unfollowed.
func (s State) unread(evidence []cite.Evidence) []extract.Unread {
	names := map[string]string{}
	for _, e := range evidence {
		names[e.ID] = e.Name
	}
	var out []extract.Unread
	for _, o := range s.open() {
		if name, ok := names[o.From]; ok && o.Reason == ReasonBudget {
			out = append(out, extract.Unread{Label: o.Text, From: name})
		}
	}
	return out
}
