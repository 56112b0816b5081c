package research

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/budget"
	"rabbithole/backend/cite"
	"rabbithole/backend/event"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/step"
)

// next chooses the item to work on, or ends the extraction: nothing left, the budget spent, or the person said "finish now".
func (f *flow) next(_ context.Context, s State) (graph.Step[State], error) {
	for _, i := range s.Plan {
		if i.Worked || i.Completed {
			continue
		}
		if why := f.exhausted(s); why != "" {
			return graph.Step[State]{Change: &chosen{Finish: why}, Next: []graph.Task{graph.To("summarise")}}, nil
		}
		return graph.Step[State]{Change: &chosen{Item: i.ID}, Next: []graph.Task{graph.To("search")}, Events: []event.Event{event.New(EventItem, i)}}, nil
	}
	return graph.Step[State]{Change: &chosen{}, Next: []graph.Task{graph.To("sweep")}}, nil
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

// search looks up what the item names outright ("§ 43 Abs. 4 ..."), writes its queries and searches each.
func (f *flow) search(ctx context.Context, s State) (graph.Step[State], error) {
	item := s.item(s.Current)
	if item == nil {
		return graph.Step[State]{}, fmt.Errorf("item %d is not in the plan", s.Current)
	}
	var tried []string
	for _, q := range s.Queries {
		tried = append(tried, q.Query)
	}
	queries, err := f.Kit.Queries(ctx, s.question(), s.Analysis, item.asTask(), tried)
	if err != nil {
		return graph.Step[State]{}, err
	}
	change := &searched{}
	out := graph.Step[State]{Change: change, Next: []graph.Task{graph.To("read")}}
	if item.Gap && f.online(s) {
		out.Next = []graph.Task{graph.To("consent")}
	}
	if change.Queries, err = f.named(ctx, s, item); err != nil {
		return graph.Step[State]{}, err
	}
	for _, q := range change.Queries {
		out.Events = append(out.Events, event.New(EventSearched, q))
	}
	queries = queries[:min(len(queries), s.Settings.QueriesPerTask-len(change.Queries))]
	home, found, asked := s.question().Home, map[string]bool{}, map[string]bool{}
	for i, text := range queries {
		var within []string
		if f.Kit.Model != nil && len(home.Picks) == 0 { // it wrote the query as it is to be asked
			hits, err := f.preferring(ctx, s, home, step.Query{Text: text, Limit: s.Settings.PassagesPerQuery})
			if err != nil {
				return graph.Step[State]{}, err
			}
			q := Searched{Item: item.ID, Query: text, Found: step.FoundIn(hits)}
			for _, h := range hits {
				q.Hits = append(q.Hits, h.Passage.ID)
			}
			change.Queries = append(change.Queries, q)
			out.Events = append(out.Events, event.New(EventSearched, q))
			continue
		}
		if i == 0 || i < len(queries)-1 || home.Covers(s.Scope.Documents()) { // else the last one looks at everything, names and all
			text, within = home.At(text, s.Language)
		}
		limit, again := s.Settings.PassagesPerQuery, asked[wordsOf(text)]
		if again { // without the home's names it says what another says: it looks past what that one found
			limit += len(found)
		}
		asked[wordsOf(text)] = true
		hits, err := f.Kit.Find(ctx, s.question(), step.Query{Text: text, Limit: limit, Documents: within, Language: s.Language})
		if err != nil {
			return graph.Step[State]{}, fmt.Errorf("search %q: %w", text, err)
		}
		q := Searched{Item: item.ID, Query: text}
		known := step.FoundIn(hits)
		for n, h := range hits {
			if len(q.Hits) < s.Settings.PassagesPerQuery && !(again && found[h.Passage.ID]) {
				q.Hits, q.Found = append(q.Hits, h.Passage.ID), append(q.Found, known[n])
			}
		}
		for _, id := range q.Hits {
			found[id] = true
		}
		change.Queries = append(change.Queries, q)
		out.Events = append(out.Events, event.New(EventSearched, q))
	}
	again, err := f.again(ctx, s, item.ID)
	for _, q := range again {
		out.Events = append(out.Events, event.New(EventSearched, q))
	}
	change.Queries = append(again, change.Queries...)
	return out, err
}

// preferring searches everything; where the question names a document, every other hit is of that.
func (f *flow) preferring(ctx context.Context, s State, home step.Home, q step.Query) ([]step.Hit, error) {
	hits, err := f.Kit.Find(ctx, s.question(), q)
	if err != nil || len(home.Documents) == 0 {
		return hits, explain(q, err)
	}
	q.Documents = home.Documents
	inside, err := f.Kit.Find(ctx, s.question(), q)
	var out []step.Hit
	for i := range max(len(hits), len(inside)) {
		for _, list := range [][]step.Hit{inside, hits} {
			if i < len(list) && len(out) < q.Limit && !slices.ContainsFunc(out, func(h step.Hit) bool { return h.Passage.ID == list[i].Passage.ID }) {
				out = append(out, list[i])
			}
		}
	}
	return out, explain(q, err)
}

func explain(q step.Query, err error) error {
	if err != nil {
		return fmt.Errorf("search %q: %w", q.Text, err)
	}
	return nil
}

// wordsOf returns the different words of a query, in one order.
func wordsOf(query string) string {
	words := strings.Fields(strings.ToLower(query))
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}

// read judges what the item's queries found, and keeps what is relevant. What was read for another item and not kept is judged anew: it may
// answer this part of the question.
func (f *flow) read(ctx context.Context, s State) (graph.Step[State], error) {
	item := s.item(s.Current)
	var readings, again, before []pendingReading
	seen, settled, kept := set(s.Read), map[string]bool{}, map[string]bool{}
	for _, k := range s.Evidence {
		kept[k.Passage] = true
	}
	for i, q := range s.Queries {
		if q.Item != item.ID {
			continue
		}
		for _, id := range q.Hits {
			if settled[id] {
				continue
			}
			settled[id] = true
			p := pendingReading{id: id, query: i, found: s.found(item.ID, id)}
			if q.Named {
				p.lead, p.standing = item.Task, namedStanding
			}
			if kept[id] {
				before = append(before, p)
			} else if !seen[id] || f.Kit.Model != nil {
				readings = append(readings, p)
			} else {
				again = append(again, p)
			}
		}
	}
	change := &read{}
	out := graph.Step[State]{Change: change}
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

// namedStanding is the relevance that a task's own reference lends to the passage it points to.
const namedStanding = 0.9

// pendingReading is a passage to judge: found by a query, or reached from evidence through a reference.
type pendingReading struct {
	id       string
	query    int
	via      *cite.Evidence
	lead     string  // the words whose reference led here
	standing float64 // relevance of what led here
	ref      int     // index into the change's Followed
	found    step.Found
}

// judge reads passages and puts what passes the threshold into change, in order. The model judges many per call.
func (f *flow) judge(ctx context.Context, s State, item *Item, pending []pendingReading, change *read, events *[]event.Event) error {
	readings, err := f.readings(ctx, pending)
	if err != nil {
		return err
	}
	seen := set(s.Read)
	for _, p := range pending {
		if !seen[p.id] {
			change.Read = append(change.Read, p.id)
		}
	}
	judged, err := f.Kit.Judge(ctx, s.questionFor(item), item.Task, readings)
	if err != nil {
		return err
	}
	f.Kit.Meter.Add(budget.Spend{Passages: len(readings)})
	return f.takeAll(ctx, s, item, pending, readings, judged, change, events)
}

// promote looks again at passages that were read and not kept, now that a reference in kept evidence leads to them: by code, where no model reads.
func (f *flow) promote(ctx context.Context, s State, item *Item, again []pendingReading, change *read, events *[]event.Event) error {
	readings, err := f.readings(ctx, again)
	if err != nil {
		return err
	}
	judged, err := f.Kit.Rejudge(ctx, s.questionFor(item), item.Task, readings)
	if err != nil {
		return err
	}
	return f.takeAll(ctx, s, item, again, readings, judged, change, events)
}

func (f *flow) readings(ctx context.Context, pending []pendingReading) ([]step.Reading, error) {
	out := make([]step.Reading, 0, len(pending))
	for _, p := range pending {
		passage, err := f.Kit.Library.Passage(ctx, p.id)
		if err != nil {
			return nil, err
		}
		doc, err := f.Kit.Library.Document(ctx, passage.Document)
		if err != nil {
			return nil, err
		}
		out = append(out, step.Reading{Passage: passage, Document: doc, Lead: p.lead, LeadScore: p.standing, Found: p.found})
	}
	return out, nil
}

func (f *flow) takeAll(ctx context.Context, s State, item *Item, pending []pendingReading, readings []step.Reading, judged []step.Judgement, change *read, events *[]event.Event) error {
	for i, j := range judged {
		if j.Relevance <= s.Settings.RelevanceThreshold || !shared.Citable(readings[i].Passage) {
			continue
		}
		if err := f.take(ctx, s, item, pending[i], readings[i], j, change, events); err != nil {
			return err
		}
	}
	return nil
}

// take keeps one judged passage as evidence under the next ID.
func (f *flow) take(ctx context.Context, s State, item *Item, p pendingReading, r step.Reading, j step.Judgement, change *read, events *[]event.Event) error {
	k, ok, err := f.keep(ctx, r, j)
	if err != nil || !ok {
		return err
	}
	k.ID = fmt.Sprintf("E%d", len(s.Evidence)+len(change.Kept)+1)
	k.Item, k.Query = item.ID, p.query
	k.Beside = item.Own && f.Kit.Model == nil && j.Item <= s.Settings.RelevanceThreshold
	if p.via != nil {
		k.Via = p.via.ID
		change.Followed[p.ref].Kept = append(change.Followed[p.ref].Kept, k.ID)
	}
	change.Kept = append(change.Kept, k)
	if err := f.Reports.Cite(ctx, graph.RunID(ctx), r.Document.Hash, r.Passage.Page()); err != nil {
		return err
	}
	e, err := f.hydrate(ctx, k)
	if err != nil {
		return err
	}
	*events = append(*events, event.New(EventKept, KeptData{k.ID, e.Name, e.Page, e.Label, e.Section, e.Extract, k.Score, k.Via, item.ID, e.Locator.URL}))
	return nil
}

// reflect re-evaluates the list: is the item done, what did it open?
func (f *flow) reflect(ctx context.Context, s State) (graph.Step[State], error) {
	item := s.item(s.Current)
	evidence, err := f.evidence(ctx, s.keptFor(item.ID))
	if err != nil {
		return graph.Step[State]{}, err
	}
	w := step.Worked{Task: item.asTask(), Evidence: evidence, MayAdd: s.room(), Unread: s.unread(evidence)}
	for _, i := range s.Plan {
		w.Plan = append(w.Plan, i.Task)
	}
	r, err := f.Kit.Reflect(ctx, s.question(), w)
	if err != nil {
		return graph.Step[State]{}, err
	}
	change := &reflected{Item: item.ID, Done: r.Done, Missing: r.Missing, NewTasks: r.NewTasks, Noted: r.Noted}
	done := *item
	done.Worked, done.Completed, done.Missing = true, r.Done, r.Missing
	return graph.Step[State]{Change: change, Events: []event.Event{event.New(EventItem, done)}}, nil
}

// open returns the references that lead nowhere or were left unread, without those whose whole target was read later for another reason.
func (s State) open() []OpenRef {
	read := set(s.Read)
	return slices.DeleteFunc(slices.Clone(s.Open), func(o OpenRef) bool {
		return len(o.Passages) > 0 && !slices.ContainsFunc(o.Passages, func(id string) bool { return !read[id] })
	})
}

// unread returns the references of evidence that the budget left unfollowed.
func (s State) unread(evidence []cite.Evidence) []step.Unread {
	names := map[string]string{}
	for _, e := range evidence {
		names[e.ID] = e.Name
	}
	var out []step.Unread
	for _, o := range s.open() {
		if name, ok := names[o.From]; ok && o.Reason == ReasonBudget {
			out = append(out, step.Unread{Label: o.Text, From: name})
		}
	}
	return out
}

func set(list []string) map[string]bool {
	m := make(map[string]bool, len(list))
	for _, s := range list {
		m[s] = true
	}
	return m
}
