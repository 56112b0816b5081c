package related

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/event"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// open reads what the document states, the page being read first.
func (f *run) open(ctx context.Context, s State) (graph.Step[State], error) {
	change := &opened{Language: s.Language, Mode: s.Mode}
	if s.Mode != Quick && s.Mode != Deep {
		change.Mode = Standard
	}
	d, err := f.Kit.Library.Document(ctx, s.Document)
	if err != nil {
		return graph.Step[State]{}, fmt.Errorf("open the document: %w", err)
	}
	if change.Language == "" {
		change.Language = d.Language
	}
	passages, err := f.Shelf.PassagesOf(ctx, d.Hash)
	if err != nil {
		return graph.Step[State]{}, err
	}
	passages = slices.DeleteFunc(passages, func(p source.Passage) bool { return !flow.Citable(p) })
	if change.Points, err = f.points(ctx, d, passages, s.Page, pointsOf(change.Mode)); err != nil {
		return graph.Step[State]{}, err
	}
	change.Apply(&s)
	words := phrasesFor(s.Language)
	change.Steps = f.did(fmt.Sprintf(words.opened, len(change.Points), d.Name))
	return graph.Step[State]{Change: change, Events: append(steps(change.Steps), s.status(words.searching))}, nil
}

// count is how many statements are looked at: on the page being read, and elsewhere in the document.
type count struct{ here, elsewhere int }

func pointsOf(m Mode) count {
	switch m {
	case Quick:
		return count{8, 2}
	case Deep:
		return count{16, 6}
	}
	return count{12, 4}
}

// mostScanned is how many passages beside the page being read are looked at for what they state.
const mostScanned = 60

// points returns what the document states that others may have something to say to: most of it from the page being read.
func (f *run) points(ctx context.Context, d source.Document, passages []source.Passage, page int, most count) ([]Point, error) {
	var here, elsewhere []source.Passage
	for _, p := range passages {
		if page > 0 && slices.ContainsFunc(p.Spans, func(s source.Span) bool { return s.Page == page }) {
			here = append(here, p)
		} else {
			elsewhere = append(elsewhere, p)
		}
	}
	if page == 0 || len(here) == 0 { // nothing is known of where the person reads: the whole document
		most.here, most.elsewhere = 0, most.here+most.elsewhere
	}
	onPage, err := f.stated(ctx, d, here, page, most.here)
	if err != nil {
		return nil, err
	}
	others, err := f.stated(ctx, d, spread(elsewhere, mostScanned), 0, most.elsewhere)
	return append(onPage, others...), err
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

// stated returns the statements of passages that say most, each something of its own; those of one page alone when page is not 0.
func (f *run) stated(ctx context.Context, d source.Document, passages []source.Passage, page, most int) ([]Point, error) {
	var all []weighed
	if most == 0 {
		return nil, nil
	}
	for _, p := range passages {
		for _, u := range step.Units(p, d.Language) {
			if len(u) < shortest || len(u) > longest || !states(u) {
				continue
			}
			w, ok, err := f.weigh(ctx, d, p, u)
			if err != nil {
				return nil, err
			}
			if ok && (page == 0 || w.Quotes[0][0].Page == page) {
				w.Here = page > 0
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
			all[i].Score = min(1, all[i].Score+strongGain)
		}
	}
	slices.SortStableFunc(all, func(a, b weighed) int { return -compare(a.Score, b.Score) })
	var out []Point
	var taken []weighed
	for _, w := range all {
		if len(out) < most && !slices.ContainsFunc(taken, func(t weighed) bool { return t.profile.Coverage(w.terms) > tooAlike }) {
			taken = append(taken, w)
			out = append(out, w.Point)
		}
	}
	return out, nil
}

const (
	strongGain = 0.15 // what a strong claim counts more
	tooAlike   = 0.75 // share of a statement's weight from which another says the same
)

// weighed is a statement with what it is about.
type weighed struct {
	Point
	statement
}

// weigh measures how much a statement says; ok is false when it cannot be found on its page.
func (f *run) weigh(ctx context.Context, d source.Document, p source.Passage, unit string) (w weighed, ok bool, err error) {
	k, ok, err := flow.Keep(ctx, f.Kit.Library, step.Reading{Passage: p, Document: d}, step.Judgement{Quotes: []string{unit}})
	if err != nil || !ok {
		return w, false, err
	}
	if w.statement, err = f.reading(ctx, unit, p, d); err != nil {
		return w, false, err
	}
	w.Kept, w.Strong, w.Score = k, strongOf(w.plain), w.profile.Total
	return w, len(w.terms) >= fewestTerms, nil
}

// fewestTerms is how many content words a statement has at least.
const fewestTerms = 5

// did makes steps of what was done.
func (f *run) did(texts ...string) []Step {
	var out []Step
	for _, t := range texts {
		out = append(out, Step{At: f.Now(), Text: t})
	}
	return out
}

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
