package explore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/event"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
	"rabbithole/backend/step/ask"
)

// How much a question brings.
const (
	passagesPerQuery = 12
	rootJudged       = 8   // passages of the library that are judged for the root,
	partJudged       = 4   // for each of several things that a question asks, what a search for it alone finds first, and
	childJudged      = 2   // for each other question beside those that the tree has read: what one question leaves out its children look for
	firstOfEach      = 2   // of each query of a model
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
	f.doing(ctx, n, r.Question, fmt.Sprintf(phrasesFor(s.Language).seeks, n.ID, strings.Join(r.Queries, "; ")))
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
	words := phrasesFor(s.Language)
	d.Text = fmt.Sprintf(words.searched, n.ID, words.aFinding.Of(d.Kept))
	if kind == EventJudged && r.Judgement != nil {
		d.Gaps = r.Judgement.Gaps
		d.Text = fmt.Sprintf(words.judgedNo, n.ID, r.Judgement.Reasoning)
		if r.Judgement.IsSufficient {
			d.Text = fmt.Sprintf(words.judgedYes, n.ID, r.Judgement.Reasoning)
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
	task := step.Task{Task: r.Question}
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
func (f *run) about(ctx context.Context, s State, r Record) (step.Analysis, error) {
	if r.Question == s.Question {
		a, _, err := get[step.Analysis](ctx, f.Rows, s.Runs, analysisKey)
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
	if f.Kit.Model != nil { // what was judged for another question is judged anew for this one
		if err := f.keep(ctx, s, r, slices.Concat(named, fresh, known)); err != nil {
			return err
		}
		return f.follow(ctx, s, r, seen)
	}
	for _, list := range [][]step.Reading{named, fresh} {
		if err := f.keep(ctx, s, r, slices.DeleteFunc(slices.Clone(list), func(x step.Reading) bool { return seen[x.Passage.ID] })); err != nil {
			return err
		}
	}
	if err := f.again(ctx, s, r, append(slices.DeleteFunc(named, func(x step.Reading) bool { return !seen[x.Passage.ID] }), known...)); err != nil {
		return err
	}
	return f.follow(ctx, s, r, seen)
}

// seen returns the passages that the questions searched before this one have read.
func (f *run) seen(ctx context.Context, s State, but Node) (map[string]bool, error) {
	seen := map[string]bool{}
	for _, n := range s.Tree {
		if n.ID == but.ID || n.Rev == 0 || n.Status == NodeMerged || n.Status == NodeDropped {
			continue
		}
		r, err := Read(ctx, f.Rows, s, n)
		if err != nil {
			return nil, err
		}
		for _, id := range r.Read {
			seen[id] = true
		}
	}
	return seen, nil
}

// found searches the library. The hits that promise most come back, those that nobody read yet apart from those that the tree has read: a passage is
// read once.
func (f *run) found(ctx context.Context, s State, n Node, r Record, seen map[string]bool) (fresh, known []step.Reading, err error) {
	var lists [][]step.Hit
	best := map[string]step.Found{} // what the searches know of a passage
	for _, q := range r.Queries {
		hits, err := f.Kit.Find(ctx, step.Query{Text: q, Limit: passagesPerQuery, Language: s.Language})
		if err != nil && !errors.Is(err, step.ErrNoMeaning) {
			return nil, nil, fmt.Errorf("search the library for %q: %w", q, err)
		}
		lists = append(lists, hits)
		for i, x := range step.FoundIn(hits) {
			best[hits[i].Passage.ID] = best[hits[i].Passage.ID].Better(x)
		}
	}
	most := childJudged
	if n.Depth() == 0 {
		most = rootJudged
	}
	parts := ask.Clauses(r.Question, s.Language)
	take := func(passages []source.Passage, most int) error {
		for _, p := range passages {
			if !flow.Citable(p) || chosen(fresh, p) || chosen(known, p) {
				continue
			}
			d, err := f.Kit.Library.Document(ctx, p.Document)
			if err != nil {
				return err
			}
			switch x := (step.Reading{Passage: p, Document: d, Found: best[p.ID]}); {
			case seen[p.ID] && len(known) < passagesPerQuery:
				known = append(known, x)
			case !seen[p.ID] && most > 0:
				fresh, most = append(fresh, x), most-1
			}
		}
		return nil
	}
	err = take(fused(lists), most)
	if f.Kit.Model != nil { // each query was made to find something; what it finds first is read, however the others rank it
		for _, hits := range lists {
			if err == nil {
				err = take(fused([][]step.Hit{hits[:min(firstOfEach, len(hits))]}), firstOfEach)
			}
		}
		return fresh, known, err
	}
	for i := len(lists) - len(parts); i < len(lists) && err == nil && n.Depth() == 0; i++ {
		var list []source.Passage
		if list, err = f.promising(ctx, s, r.Queries[i], fused(lists[i:i+1])); err == nil {
			err = take(list, partJudged)
		}
	}
	return fresh, known, err
}

// promising orders what a search for a part of a question found by how well it answers that part by rule: a search finds by single words what the part says as a whole.
func (f *run) promising(ctx context.Context, s State, part string, passages []source.Passage) ([]source.Passage, error) {
	readings, err := f.Kit.Readings(ctx, passages...) // without their ranks, which lift all of them
	if err != nil {
		return nil, err
	}
	judged, err := f.Kit.Rejudge(ctx, s.asks(part), part, readings)
	if err != nil {
		return nil, err
	}
	score := map[string]float64{}
	for i, j := range judged {
		score[passages[i].ID] = j.Relevance
	}
	slices.SortStableFunc(passages, func(a, b source.Passage) int { return cmp.Compare(score[b.ID], score[a.ID]) })
	return passages, nil
}

func chosen(readings []step.Reading, p source.Passage) bool {
	return slices.ContainsFunc(readings, func(x step.Reading) bool { return x.Passage.ID == p.ID })
}

// rankFlat is how slowly a hit's weight falls with its rank.
const rankFlat = 10

// fused orders the hits of several queries: what several of them put first comes first, and the question's own words count twice.
func fused(lists [][]step.Hit) []source.Passage {
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

// again looks by rule at what the tree has read for other questions, and keeps what is relevant to this one.
func (f *run) again(ctx context.Context, s State, r *Record, known []step.Reading) error {
	judged, err := f.Kit.Rejudge(ctx, s.asks(r.Question), r.Question, known)
	if err != nil {
		return err
	}
	return f.take(ctx, r, known, judged)
}

// keep judges passages for a question and keeps what is relevant, as far as its quotes stand on their pages.
func (f *run) keep(ctx context.Context, s State, r *Record, readings []step.Reading) error {
	once := map[string]bool{}
	readings = slices.DeleteFunc(slices.Clone(readings), func(x step.Reading) bool {
		again := once[x.Passage.ID]
		once[x.Passage.ID] = true
		return again || slices.Contains(r.Read, x.Passage.ID)
	})
	graph.Emit(ctx, event.New(EventReading, ReadingData{r.Question, len(r.Queries), len(r.Read) + len(readings)}))
	judged, err := f.Kit.Judge(ctx, s.asks(r.Question), r.Question, readings)
	if err != nil {
		return err
	}
	for _, x := range readings {
		r.Read = append(r.Read, x.Passage.ID)
	}
	for _, part := range ask.Clauses(r.Question, s.Language) { // what answers a part in full may say nothing of the others
		if f.Kit.Model != nil {
			break // it has read them
		}
		alone, err := f.Kit.Rejudge(ctx, s.asks(r.Question), part, readings)
		if err != nil {
			return err
		}
		for i, j := range alone {
			if j.Relevance > judged[i].Relevance {
				judged[i] = j
			}
		}
	}
	return f.take(ctx, r, readings, judged)
}

// take keeps of judged passages what is relevant.
func (f *run) take(ctx context.Context, r *Record, readings []step.Reading, judged []step.Judgement) error {
	for i, j := range judged {
		id := readings[i].Passage.ID
		if j.Relevance <= leastRelevant || slices.ContainsFunc(r.Evidence, func(k flow.Kept) bool { return k.Passage == id }) {
			continue
		}
		k, ok, err := flow.Keep(ctx, f.Kit.Library, readings[i].Passage, j)
		if err != nil {
			return err
		}
		if ok {
			if err := f.Reports.Cite(ctx, graph.RunID(ctx), readings[i].Passage.Document, readings[i].Passage.Page()); err != nil { // it stays, whatever becomes of its document
				return err
			}
			k.ID = fmt.Sprintf("E%d", len(r.Evidence)+1) // within the question; the report numbers all
			r.Evidence = append(r.Evidence, k)
		}
	}
	return nil
}
