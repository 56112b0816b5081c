package related

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/event"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
	"rabbithole/backend/step/quotable"
)

// open reads what the document states, the page being read first.
func (f *run) open(ctx context.Context, s State) (graph.Step[State], error) {
	if s.Mode != Quick && s.Mode != Deep {
		s.Mode = Standard
	}
	d, err := f.Kit.Library.Document(ctx, s.Document)
	if err != nil {
		return graph.Step[State]{}, fmt.Errorf("open the document: %w", err)
	}
	s.Language = cmp.Or(s.Language, d.Language)
	passages, err := f.Shelf.PassagesOf(ctx, d.Hash)
	if err != nil {
		return graph.Step[State]{}, err
	}
	if s.Points, err = f.points(ctx, d, flow.AllCitable(passages), s.Page, LimitsOf(s.Mode).Points); err != nil {
		return graph.Step[State]{}, err
	}
	s.Status, s.Doing = StatusRunning, DoingSearching
	words := phrasesFor(s.Language)
	f.did(&s, fmt.Sprintf(words.opened, len(s.Points), d.Name))
	return graph.Step[State]{State: &s, Events: append(steps(s.Steps), s.status(words.searching))}, nil
}

const (
	beside      = 2  // pages away from the one being read are beside it
	mostScanned = 60 // passages elsewhere are looked at for what they state
)

// reachOf returns how far a page stands from the one being read.
func reachOf(page, read int) Reach {
	switch distance := max(page-read, read-page); {
	case distance == 0, read == 0:
		return OnPage
	case distance <= beside:
		return Nearby
	}
	return Elsewhere
}

// points returns what the document states that others may have something to say to: most of it from the page being read. What a page has too little of
// is taken from those beside it, then from the whole document.
func (f *run) points(ctx context.Context, d source.Document, passages []source.Passage, page int, most [3]int) ([]Point, error) {
	var out []Point
	if page == 0 {
		most = [3]int{most[0] + most[1] + most[2]}
	}
	want := 0
	for reach := OnPage; reach <= Elsewhere; reach++ {
		want += most[reach]
		found, err := f.stated(ctx, d, within(passages, page, reach), page, reach, want)
		if err != nil {
			return nil, err
		}
		out, want = append(out, found...), want-len(found)
	}
	return out, nil
}

// within returns the passages that have text at a reach of the page being read, of those elsewhere a choice.
func within(passages []source.Passage, page int, reach Reach) []source.Passage {
	var out []source.Passage
	for _, p := range passages {
		if slices.ContainsFunc(p.Spans, func(s source.Span) bool { return reachOf(s.Page, page) == reach }) {
			out = append(out, p)
		}
	}
	if page == 0 || reach == Elsewhere {
		out = spread(out, mostScanned)
	}
	return out
}

// spread returns at most most of a list, evenly from beginning to end.
func spread[T any](list []T, most int) []T {
	if len(list) <= most {
		return list
	}
	var out []T
	for i := range most {
		out = append(out, list[i*len(list)/most])
	}
	return out
}

// The bounds of a sentence that is worth looking up, in bytes: what is shorter says too little, what is longer says too much at once.
const (
	shortest = 50
	longest  = 420
)

// worthReading reports whether a piece of text says something by itself and is no longer than what a reference may lead to.
func worthReading(unit string) bool {
	return len(unit) >= shortest && len(unit) <= 2*longest && states(unit) && (len(unit) <= longest || verb.MatchString(short(unit)))
}

// stated returns the statements of passages at a reach of the page being read that say most, each something of its own.
func (f *run) stated(ctx context.Context, d source.Document, passages []source.Passage, page int, reach Reach, most int) ([]Point, error) {
	var all []weighed
	for _, p := range passages {
		mentions, err := f.Kit.Library.Mentions(ctx, p.ID)
		if err != nil {
			return nil, err
		}
		for _, u := range quotable.Units(p, d.Language) {
			if !worthReading(u) {
				continue
			}
			w, ok, err := f.weigh(ctx, d, p, u)
			if err != nil {
				return nil, err
			}
			w.leads = slices.ContainsFunc(mentions, func(m refs.Mention) bool { return outward(m, d) && flow.Quoted(w.Quotes, m) >= 0 })
			if ok && reachOf(w.Quotes[0][0].Page, page) == reach && (len(u) <= longest || w.leads) {
				w.Here, w.Near = page > 0 && reach == OnPage, reach == Nearby
				all = append(all, w)
			}
		}
	}
	top := 0.0
	for _, w := range all {
		top = max(top, w.Score)
	}
	for i := range all {
		all[i].Score = all[i].Score / max(top, 1)
		if all[i].Strong != "" {
			all[i].Score += strongGain
		}
		if all[i].leads {
			all[i].Score += leadGain
		}
	}
	slices.SortStableFunc(all, func(a, b weighed) int { return cmp.Compare(b.Score, a.Score) })
	var out []Point
	var taken []weighed
	for _, w := range all {
		if len(out) < most && !slices.ContainsFunc(taken, func(t weighed) bool { return t.profile.Coverage(w.terms) > tooAlike }) {
			taken = append(taken, w)
			w.Score = min(1, w.Score)
			out = append(out, w.Point)
		}
	}
	return out, nil
}

// outward reports whether a reference leads to a place in another document.
func outward(m refs.Mention, d source.Document) bool {
	return slices.ContainsFunc(m.Targets, func(t refs.Target) bool { return t.Document != "" && t.Document != d.Hash && t.Section != "" })
}

const (
	strongGain = 0.25 // what a strong claim counts more
	leadGain   = 0.25 // what a statement counts more that refers to a place in another document
	tooAlike   = 0.75 // share of a statement's weight from which another says the same
)

// weighed is a statement with what it is about.
type weighed struct {
	Point
	statement
	leads bool // it refers to a place in another document
}

// weigh measures how much a statement says; ok is false when it cannot be found on its page.
func (f *run) weigh(ctx context.Context, d source.Document, p source.Passage, unit string) (w weighed, ok bool, err error) {
	k, ok, err := flow.Keep(ctx, f.Kit.Library, p, step.Judgement{Quotes: []string{unit}})
	if err != nil || !ok {
		return w, false, err
	}
	if w.statement, err = f.reading(ctx, unit, p, d); err != nil {
		return w, false, err
	}
	w.Kept, w.Score = k, w.profile.Total
	if asserts(unit) {
		w.Strong = strongOf(w.plain)
	}
	return w, len(w.terms) >= fewestTerms, nil
}

// fewestTerms is how many content words a statement has at least.
const fewestTerms = 5

// did makes a step of what was done.
func (f *run) did(s *State, text string) { s.Steps = append(s.Steps, Step{At: f.Now(), Text: text}) }

// steps tells what was done.
func steps(list []Step) []event.Event {
	var out []event.Event
	for _, s := range list {
		out = append(out, event.New(EventStep, StepData{s.Text}))
	}
	return out
}

// status tells how far the run is.
func (s State) status(message string) event.Event {
	return event.New(EventStatus, StatusData{s.Article, s.Status, s.Doing, message})
}

// yield waits while another run wants the model.
func (f *run) yield(ctx context.Context, s State) error {
	if f.Yield == nil {
		return nil
	}
	waited := false
	err := f.Yield(ctx, func() {
		waited = true
		graph.Emit(ctx, event.New(EventStatus, StatusData{s.Article, StatusRunning, DoingWaiting, phrasesFor(s.Language).waiting})) // at once, not when the node ends
	})
	if waited && err == nil {
		graph.Emit(ctx, event.New(EventStatus, StatusData{s.Article, StatusRunning, s.Doing, ""}))
	}
	return err
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
