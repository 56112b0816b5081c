package research

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"rabbithole/backend/ask"
	"rabbithole/backend/budget"
	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/step"
	"rabbithole/prompts"
)

// A model reads for all items at once, one call at a time: first the best hits of every query, then, as long as it says that something is missing, the best of the
// hits that were left, what its further queries find, what the evidence refers to, and the other hits.
const (
	mostTogether = 5    // items
	firstRead    = 2    // hits of each query that are read first
	leastRead    = 8    // passages that are read first, where there are as many
	deeperHits   = 2    // times as many hits of a query as it is to return: those behind these are read while their item is not answered
	furtherHits  = 3    // of each further query
	furtherMost  = 4    // further queries at a time
	roundRead    = 24   // passages that are read at a time after that, as far as they fit into one call
	openRead     = 3    // for each item that is not answered, beside twice leastRead
	leftFirst    = 3    // hits that were left of each of those items that come before anything else
	mostAround   = 16   // passages beside kept ones that are read last
	leastBeside  = 3    // passages beside kept ones that are worth a call of their own
	roundRefs    = 8    // of those that references lead to
	leastRefs    = 4    // of them, however much else there is
	rankFlat     = 10   // how slowly a hit's weight falls with its rank
	sureScore    = 0.85 // relevance from which the references of evidence are followed though every item is answered
)

// Sift is what a model said of the items when it read last.
type Sift struct {
	Items    []Answered      `json:"items"`
	Wanted   []Wanted        `json:"wanted,omitempty"`
	NewTasks []extract.Task  `json:"new_tasks,omitempty"` // worked on with the others from now on
	Noted    []prompts.Noted `json:"noted,omitempty"`
}

// Answered says how far an item is answered.
type Answered struct {
	Item    int    `json:"item"`
	Whole   bool   `json:"whole"`
	Missing string `json:"missing,omitempty"`
}

// Wanted is a query for what an item is missing.
type Wanted struct {
	Item  int    `json:"item"`
	Query string `json:"query"`
}

// join adds tasks that reading opened to those that are worked on, with what is to be searched for in them.
func (s *State) join(tasks []extract.Task) {
	said := *s.Sift
	said.NewTasks, said.Wanted = nil, slices.Clone(said.Wanted)
	for _, t := range tasks {
		id := s.add(t, false)
		if id == 0 {
			break
		}
		if first := s.item(s.Current); first != nil {
			first.Subtasks = append(first.Subtasks, t.Task)
		}
		s.Together, s.Iterations = append(slices.Clone(s.Together), id), s.Iterations+1
		for _, q := range t.Queries {
			said.Wanted = append(said.Wanted, Wanted{id, q})
		}
	}
	s.Sift = &said
}

// of returns what was said of an item, and with it what was said of all if it is the first of them; told is false when nothing was.
func (x *Sift) of(item *Item, first bool) (r Reflected, told bool) {
	r.Item = item.ID
	if x == nil {
		return r, false
	}
	if first {
		r.Noted = x.Noted
	}
	for _, a := range x.Items {
		if a.Item == item.ID {
			r.Done, r.Missing, told = a.Whole, a.Missing, true
		}
	}
	return r, told
}

// answered reports whether an item is said to be answered whole.
func (x *Sift) answered(item int) bool {
	return x != nil && slices.ContainsFunc(x.Items, func(a Answered) bool { return a.Item == item && a.Whole })
}

// reads reports whether passages are read for an item.
func (s State) reads(id int) bool {
	return slices.ContainsFunc(s.working(), func(i *Item) bool { return i.ID == id })
}

// firstHits returns what is read first, and what of the hits is evidence already.
func (s State) firstHits() (pending, before []pendingReading) {
	seen, kept, at := ask.Set(s.Read), s.keptPassages(), map[string]int{}
	for rank := range s.Settings.PassagesPerQuery {
		if rank >= firstRead && len(pending) >= leastRead {
			break
		}
		for i, q := range s.Queries {
			if !s.reads(q.Item) || rank >= len(q.Hits) {
				continue
			}
			ids := q.Hits[rank : rank+1]
			if q.Named || q.Web { // each was chosen
				ids = q.Hits[min(rank*len(q.Hits), len(q.Hits)):]
			}
			for _, id := range ids {
				p := s.hit(i, id, s.item(q.Item))
				n, queued := at[id]
				switch {
				case queued && p.item.Own && pending[n].item.ID != p.item.ID && !slices.Contains(pending[n].also, p.item.ID):
					pending[n].also = append(pending[n].also, p.item.ID)
				case queued:
				case kept[id]:
					before = append(before, p)
				case !seen[id] || q.Named:
					at[id] = len(pending)
					pending = append(pending, p)
				}
			}
		}
	}
	return pending, before
}

// laterHits returns the hits, not read yet, of items that are not answered: what several queries found, and what they put first, comes first.
func (s State) laterHits(queued map[string]bool) (out []pendingReading) {
	seen, have, weight := ask.Set(s.Read), map[string]bool{}, map[string]float64{}
	for i, q := range s.Queries {
		if !s.reads(q.Item) || s.Sift.answered(q.Item) {
			continue
		}
		for rank, id := range slices.Concat(q.Hits, q.Later) {
			if weight[id] += 1 / float64(rankFlat+rank); seen[id] || queued[id] {
				continue
			}
			if !have[id] {
				have[id] = true
				out = append(out, s.hit(i, id, s.item(q.Item)))
			}
		}
	}
	slices.SortStableFunc(out, func(a, b pendingReading) int { return cmp.Compare(weight[b.id], weight[a.id]) })
	return out
}

// sift has the model read passages for the items that are worked on, and keeps what is relevant.
func (f *flow) sift(ctx context.Context, s State, pending []pendingReading, change *read, events *[]event.Event) error {
	items := s.working()
	readings, err := f.readings(ctx, pending)
	if err != nil || len(readings) == 0 || len(items) == 0 { // all may have been dropped
		return err
	}
	in := step.Sifting{Question: s.question(), Tried: append(s.tried(), queriesIn(change.Queries)...)}
	if change.Depth < s.rounds() { // what it wants can still be looked for
		in.Most, in.MayAdd = furtherMost, min(s.room(), s.Settings.MaxIterations-s.Iterations)
	}
	if in.Kept, err = f.evidence(ctx, s.Evidence); err != nil {
		return err
	}
	in.Tried = slices.DeleteFunc(in.Tried, func(q string) bool { return q == s.asTyped() }) // it stands there as the question
	for _, item := range s.Plan {
		in.Plan = append(in.Plan, item.Task)
	}
	for _, item := range items {
		in.Tasks = append(in.Tasks, item.Task)
	}
	out, err := f.Kit.Sift(ctx, in, readings)
	if err != nil {
		return err
	}
	change.note(s, pending[:len(out.Judged)])
	f.Kit.Meter.Add(budget.Spend{Passages: len(out.Judged)})
	if err := f.takeAll(ctx, s, pending, readings, out.Judged, change, events); err != nil {
		return err
	}
	if len(out.Tasks) == 0 { // nobody said anything of them
		return nil
	}
	said := &Sift{NewTasks: out.NewTasks}
	if s.Sift != nil {
		said.Noted = s.Sift.Noted
	}
	for _, a := range out.Tasks {
		said.Items = append(said.Items, Answered{items[a.Task].ID, a.Whole, a.Missing})
	}
	for _, q := range out.Queries {
		said.Wanted = append(said.Wanted, Wanted{items[q.Task].ID, q.Query})
	}
	for _, n := range out.Noted {
		said.Noted = extract.Note(said.Noted, prompts.Noted{IDs: change.evidenceOf(n.IDs, pending), Text: n.Text})
	}
	change.Sift = said
	return nil
}

// evidenceOf turns the names of readings into those of the evidence that was made of them; what was not kept is left out.
func (c *read) evidenceOf(ids []string, pending []pendingReading) (out []string) {
	for _, id := range ids {
		var n int
		if _, err := fmt.Sscanf(id, "P%d", &n); err == nil && n >= 1 && n <= len(pending) {
			i := slices.IndexFunc(c.Kept, func(k Kept) bool { return k.Passage == pending[n-1].id })
			if i < 0 {
				continue
			}
			id = c.Kept[i].ID
		}
		out = append(out, id)
	}
	return out
}

// shareAll gives evidence that was kept before to the person's items whose queries found it again.
func (f *flow) shareAll(ctx context.Context, s State, before []pendingReading, change *read) error {
	for _, item := range s.working() {
		own := slices.DeleteFunc(slices.Clone(before), func(p pendingReading) bool { return p.item.ID != item.ID })
		if !item.Own || len(own) == 0 {
			continue
		}
		if err := f.share(ctx, s, item, own, change); err != nil {
			return err
		}
	}
	return nil
}

// widen reads further: what stands beside passages that were kept and between them, what they refer to, and for items that are not answered what the model wants to look for and the hits that were
// left.
func (f *flow) widen(ctx context.Context, s State) (graph.Step[State], error) {
	change := &read{Depth: s.Depth + 1}
	out := graph.Step[State]{Change: change, Next: []graph.Task{graph.To("reflect")}}
	if s.Depth > s.rounds() {
		return out, nil
	}
	trail, open := f.trail(s, change), s.Sift.lacking(s.working())
	if s.Depth == s.rounds() {
		return out, f.readBeside(ctx, s, trail, change, &out.Events)
	}
	trail.sure = open == 0 && s.item(s.Current).Dig == ""
	most := roundRead
	if open > 0 {
		most = min(most, 2*leastRead+openRead*open)
	}
	beside, err := f.between(ctx, s, trail)
	if err != nil {
		return out, err
	}
	left := s.laterHits(trail.queued)
	left = left[:min(len(left), leftFirst*open, most/6)]
	for _, p := range left {
		trail.queued[p.id] = true
	}
	var found []pendingReading
	if s.Sift != nil {
		if found, err = f.wanted(ctx, s, trail.queued, change, &out.Events); err != nil {
			return out, err
		}
	}
	before := len(beside) + len(left)
	trail.most = max(leastRefs, min(roundRefs, most-before-len(found)))
	if err := trail.gather(ctx); err != nil {
		return out, err
	}
	found = found[:min(len(found), max(0, most-before-len(trail.pending)))]
	across, err := f.acrossSections(ctx, s, trail, mostBetween-min(mostBetween, len(beside)))
	if err != nil {
		return out, err
	}
	pending := slices.Concat(beside, left, found, trail.pending, across, s.laterHits(trail.queued))
	pending = pending[:min(most, len(pending))]
	if err := f.sift(ctx, s, pending, change, &out.Events); err != nil {
		return out, err
	}
	change.tell(&out)
	if change.Sift != nil && change.Sift.lacking(s.working()) > 0 {
		out.Next = []graph.Task{graph.To("follow")}
	}
	return out, nil
}

// readBeside reads, when nothing else is read any more, what stands beside passages that were kept for items that are not answered: those that were kept last have had
// no turn yet.
func (f *flow) readBeside(ctx context.Context, s State, t *trail, change *read, events *[]event.Event) error {
	if s.Sift.lacking(s.working()) == 0 || !s.affordsMore() {
		return nil
	}
	across, err := f.acrossSections(ctx, s, t, mostAround)
	if err != nil {
		return err
	}
	within, err := f.between(ctx, s, t)
	beside := append(across, within...)
	if beside = beside[:min(len(beside), mostAround)]; err != nil || len(beside) < leastBeside {
		return err
	}
	return f.sift(ctx, s, beside, change, events)
}

// rounds is how often more is read for the same items.
func (s State) rounds() int { return max(1, s.Settings.FollowDepth) }

// lacking is how many of the items are not answered.
func (x *Sift) lacking(items []*Item) (n int) {
	for _, i := range items {
		if !x.answered(i.ID) {
			n++
		}
	}
	return n
}

// wanted puts the queries that the model wants, and returns the best of their hits that were not read yet: the first of each, then the second.
func (f *flow) wanted(ctx context.Context, s State, queued map[string]bool, change *read, events *[]event.Event) (out []pendingReading, err error) {
	seen, tried := ask.Set(s.Read), ask.Set(s.tried())
	for _, w := range s.Sift.Wanted {
		if tried[w.Query] {
			continue
		}
		q, err := f.query(ctx, s, w.Item, shared.ClippedWords(w.Query, mostQuestion), len(change.Queries))
		if err != nil {
			return nil, err
		}
		change.Queries = append(change.Queries, q)
		*events = append(*events, event.New(EventSearched, q))
	}
	fresh := make([][]string, len(change.Queries)) // of each, what nobody read: what was read before takes no place
	for n, q := range change.Queries {
		for _, id := range slices.Concat(q.Hits, q.Later) {
			if !seen[id] && len(fresh[n]) < furtherHits {
				fresh[n] = append(fresh[n], id)
			}
		}
	}
	for rank := range furtherHits {
		for n, ids := range fresh {
			if rank < len(ids) && !queued[ids[rank]] {
				queued[ids[rank]] = true
				out = append(out, pendingReading{id: ids[rank], item: s.item(change.Queries[n].Item), query: len(s.Queries) + n})
			}
		}
	}
	return out, nil
}
