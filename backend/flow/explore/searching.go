package explore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
)

// How much a question brings.
const (
	passagesPerQuery = 12
	rootJudged       = 8   // passages of the library that are judged for the root, and
	childJudged      = 2   // for each other question beside those that the tree has read: what one question leaves out its children look for
	firstOfEach      = 2   // of each query, whatever the others find
	leastRelevant    = 0.6 // what is kept is above it
	contextInQueries = 3   // items of the slice that take part in making queries, when a setting says so
)

// search enters a question: it gets its context, then queries are made and put to the library, and what is relevant is kept.
func (f *run) search(ctx context.Context, s State) (graph.Step[State], error) {
	n, r, ok, err := f.here(ctx, s, NodeOpen)
	if err != nil || !ok {
		return graph.Step[State]{Next: done()}, err
	}
	slice, err := f.slice(ctx, s, n, r)
	if err != nil {
		return graph.Step[State]{}, err
	}
	r.Slice = &slice
	if r.Queries, err = f.queries(ctx, s, r); err != nil {
		return graph.Step[State]{}, err
	}
	f.doing(ctx, n, r.Question, saySeeks.In(s.Language, n.ID, strings.Join(r.Queries, "; ")))
	if err := f.read(ctx, s, n, &r); err != nil {
		return graph.Step[State]{}, err
	}
	change := &searched{worked: worked{at: at{n.ID, n.Gen}, Rev: n.Rev + 1, Kept: len(r.Evidence)}, Queries: len(r.Queries), Passages: len(r.Read)}
	next, err := f.afterLibrary(ctx, s, r)
	if err != nil {
		return graph.Step[State]{}, err
	}
	n.Rev++
	out := graph.Step[State]{Change: change, Next: []graph.Task{n.task(next)}, Events: []event.Event{s.ready(n, slice), s.tell(EventSearched, n, r, NodeSearched)}}
	return out, put(ctx, f.Rows, n.key(), r)
}

// tell is an event on a question.
func (s State) tell(kind event.Kind, n Node, r Record, status string) event.Event {
	d := NodeData{NodeID: n.ID, Depth: n.Depth(), Question: r.Question, Status: status, Queries: r.Queries, Kept: len(r.Evidence)}
	d.Text = saySearched.In(s.Language, n.ID, aFinding.In(s.Language, d.Kept))
	if kind == EventJudged && r.Judgement != nil {
		d.Gaps = r.Judgement.Gaps
		d.Text = sayJudgedNo.In(s.Language, n.ID, r.Judgement.Reasoning)
		if r.Judgement.IsSufficient {
			d.Text = sayJudgedYes.In(s.Language, n.ID, r.Judgement.Reasoning)
		}
	}
	return event.New(kind, d)
}

// afterLibrary says where a question goes on: to the web when it may be asked and the library and the context leave something open.
func (f *run) afterLibrary(ctx context.Context, s State, r Record) (string, error) {
	if !f.MayAsk(s.Allow) {
		return "suffice", nil
	}
	evidence, err := flow.Evidence(ctx, f.Kit.Library, r.Evidence)
	if err != nil {
		return "", err
	}
	enough, err := f.Kit.ByRule().Suffices(ctx, s.asks(s.Question), r.Question, evidence, r.Slice.SelectedItems)
	if err != nil || enough.IsSufficient {
		return "suffice", err
	}
	return "browse", nil
}

// queries makes what is searched for a question: the question itself, what the step makes of it, and each of its parts. The person's files take no part in it, unless a setting says so.
func (f *run) queries(ctx context.Context, s State, r Record) ([]string, error) {
	a, err := f.about(ctx, s, r)
	if err != nil {
		return nil, err
	}
	task := extract.Task{Task: r.Question}
	if s.Settings.ContextQueries {
		for _, x := range r.Slice.SelectedItems[:min(contextInQueries, len(r.Slice.SelectedItems))] {
			task.Context += x.Text + " "
			a.KeyConcepts = append([]string{x.Text}, a.KeyConcepts...)
		}
	}
	made, err := f.Kit.Queries(ctx, s.asks(r.Question), a, task, nil)
	if err != nil {
		return nil, err
	}
	made = slices.DeleteFunc(made, func(q string) bool { return strings.EqualFold(q, r.Question) })
	return append(append([]string{r.Question}, made...), ask.Clauses(r.Question, s.Language)...), nil
}

// about is what a question is about: the root's analysis is that of the run, any other's is made by rule of its own words.
func (f *run) about(ctx context.Context, s State, r Record) (extract.Analysis, error) {
	if r.Question == s.Question {
		a, _, err := get[extract.Analysis](ctx, f.Rows, s.Runs, analysisKey)
		return a, err
	}
	return f.Kit.ByRule().Analyse(ctx, s.asks(r.Question), nil)
}

// read keeps for a question what its own references point to, what a search for it finds, and what references in that point to.
func (f *run) read(ctx context.Context, s State, n Node, r *Record) error {
	seen, err := f.seen(ctx, s, n)
	if err != nil {
		return err
	}
	named, err := f.named(ctx, s, r.Question)
	if err != nil {
		return err
	}
	fresh, known, err := f.found(ctx, s, n, *r, seen)
	if err != nil {
		return err
	}
	r.seen = seen
	if err := f.keep(ctx, s, r, slices.Concat(named, fresh, known)); err != nil { // what was judged for another question is judged anew for this one
		return err
	}
	return f.follow(ctx, s, r)
}

// seen returns the passages that the questions searched before this one have read.
func (f *run) seen(ctx context.Context, s State, but Node) (map[string]bool, error) {
	seen := map[string]bool{}
	return seen, f.each(ctx, s, func(n Node, r Record) {
		for _, id := range r.Read {
			seen[id] = seen[id] || n.ID != but.ID
		}
	})
}

// found searches the library. The hits that promise most come back, those that nobody read yet apart from those that the tree has read: a passage is
// read once.
func (f *run) found(ctx context.Context, s State, n Node, r Record, seen map[string]bool) (fresh, known []extract.Reading, err error) {
	var lists [][]extract.Hit
	best := map[string]extract.Found{} // what the searches know of a passage
	for _, q := range r.Queries {
		hits, err := f.Kit.Find(ctx, extract.Query{Text: q, Limit: passagesPerQuery, Language: s.Language, About: n.Question})
		if err != nil && !errors.Is(err, extract.ErrNoMeaning) {
			return nil, nil, fmt.Errorf("search the library for %q: %w", q, err)
		}
		lists = append(lists, hits)
		for i, x := range extract.FoundIn(hits) {
			best[hits[i].Passage.ID] = best[hits[i].Passage.ID].Better(x)
		}
	}
	most := childJudged
	if n.Depth() == 0 {
		most = rootJudged
	}
	take := func(passages []source.Passage, most int) error {
		for _, p := range passages {
			if !p.Citable() || chosen(fresh, p) || chosen(known, p) {
				continue
			}
			d, err := f.Kit.Library.Document(ctx, p.Document)
			if err != nil {
				return err
			}
			switch x := (extract.Reading{Passage: p, Document: d, Found: best[p.ID]}); {
			case seen[p.ID] && len(known) < passagesPerQuery:
				known = append(known, x)
			case !seen[p.ID] && most > 0:
				fresh, most = append(fresh, x), most-1
			}
		}
		return nil
	}
	err = take(fused(lists), most)
	for _, hits := range lists { // each was put to find something: what it finds first is read, however the others rank it
		if err == nil && (f.Kit.Model != nil || n.Depth() == 0) {
			err = take(extract.PassagesOf(hits[:min(firstOfEach, len(hits))]), firstOfEach)
		}
	}
	return fresh, known, err
}

func chosen(readings []extract.Reading, p source.Passage) bool {
	return slices.ContainsFunc(readings, func(x extract.Reading) bool { return x.Passage.ID == p.ID })
}

// rankFlat is how slowly a hit's weight falls with its rank.
const rankFlat = 10

// fused orders the hits of several queries: what several of them put first comes first, and the question's own words count twice.
func fused(lists [][]extract.Hit) []source.Passage {
	weight, passages := map[string]float64{}, map[string]source.Passage{}
	var order []string
	for n, hits := range lists {
		for rank, h := range hits {
			if _, ok := passages[h.Passage.ID]; !ok {
				order = append(order, h.Passage.ID)
			}
			passages[h.Passage.ID] = h.Passage
			weight[h.Passage.ID] += 1 / float64(rankFlat+rank)
			if n == 0 { // the question itself
				weight[h.Passage.ID] += 1 / float64(rankFlat+rank)
			}
		}
	}
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(weight[b], weight[a]) })
	out := make([]source.Passage, len(order))
	for i, id := range order {
		out[i] = passages[id]
	}
	return out
}

// keep judges passages for a question and keeps what is relevant, as far as its quotes stand on their pages. What the model has judged for it does not come back;
// the rules look again, in the light of what led there.
func (f *run) keep(ctx context.Context, s State, r *Record, readings []extract.Reading) error {
	once := map[string]bool{}
	readings = slices.DeleteFunc(slices.Clone(readings), func(x extract.Reading) bool {
		again := once[x.Passage.ID]
		once[x.Passage.ID] = true
		return again || r.kept(x.Passage.ID) != nil || f.Kit.Model != nil && slices.Contains(r.Read, x.Passage.ID)
	})
	for _, x := range readings {
		if id := x.Passage.ID; !slices.Contains(r.Read, id) && (f.Kit.Model != nil || !r.seen[id]) {
			r.Read = append(r.Read, id)
		}
	}
	graph.Emit(ctx, event.New(EventReading, ReadingData{r.Question, len(r.Queries), len(r.Read)}))
	judged, err := f.Kit.Judge(ctx, s.asks(r.Question), r.Question, readings)
	if err != nil {
		return err
	}
	for _, part := range ask.Clauses(r.Question, s.Language) { // what answers a part in full may say nothing of the others
		if f.Kit.Model != nil {
			break // it has read them
		}
		alone, err := f.Kit.Engine.Judge(ctx, s.asks(r.Question), part, readings)
		if err != nil {
			return err
		}
		for i, j := range alone {
			if j.Relevance > judged[i].Relevance {
				judged[i] = j
			}
		}
	}
	for i, j := range judged {
		if j.Relevance <= leastRelevant {
			continue
		}
		p := readings[i].Passage
		k, ok, err := flow.Keep(ctx, f.Kit.Library, p, j)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if err := f.Reports.Cite(ctx, graph.RunID(ctx), p.Document, p.Page()); err != nil { // it stays, whatever becomes of its document
			return err
		}
		k.ID = fmt.Sprintf("E%d", len(r.Evidence)+1) // within the question; the report numbers all
		r.Evidence = append(r.Evidence, k)
	}
	return nil
}

// kept is the finding of a passage, nil for none.
func (r *Record) kept(passage string) *flow.Kept {
	return flow.Find(r.Evidence, func(k flow.Kept) bool { return k.Passage == passage })
}
