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
	"rabbithole/backend/quote"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
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
	f.did(&s, sayOpened.In(s.Language, len(s.Points), d.Name))
	return graph.Step[State]{State: &s, Events: append(steps(s.Steps), s.status(saySearching.In(s.Language)))}, nil
}

const (
	beside      = 2    // pages away from the one being read are beside it
	mostScanned = 40   // parts of a document are looked at for what they state
	fewestTerms = 5    // content words that a statement has
	leadGain    = 0.25 // what a statement counts more that refers to another document
	tooAlike    = 0.75 // share of a statement's weight from which another says the same
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
// is taken from those beside it, then from where each part of the document begins.
func (f *run) points(ctx context.Context, d source.Document, passages []source.Passage, page int, most [3]int) ([]Point, error) {
	var out []Point
	if page == 0 {
		most = [3]int{most[0] + most[1] + most[2]}
	}
	want := 0
	for reach := OnPage; reach <= Elsewhere; reach++ {
		want += most[reach]
		within := slices.DeleteFunc(slices.Clone(passages), func(p source.Passage) bool {
			return !slices.ContainsFunc(p.Spans, func(s source.Span) bool { return reachOf(s.Page, page) == reach })
		})
		if page == 0 || reach == Elsewhere {
			within = f.Kit.Openings(d, within, mostScanned)
		}
		found, err := f.stated(ctx, d, within, page, reach, want)
		if err != nil {
			return nil, err
		}
		out, want = append(out, found...), want-len(found)
	}
	return out, nil
}

// stated returns the statements of passages at a reach of the page being read that say most, each something of its own.
func (f *run) stated(ctx context.Context, d source.Document, passages []source.Passage, page int, reach Reach, most int) ([]Point, error) {
	var all []candidate
	top := 1.0
	for _, p := range passages {
		mentions, err := f.Kit.Library.Mentions(ctx, p.ID)
		if err != nil {
			return nil, err
		}
		for _, u := range quote.Units(p, d.Language) {
			c := candidate{statement: statement{text: u}}
			leads := slices.ContainsFunc(mentions, func(m refs.Mention) bool { return outward(m, d) && strings.Contains(oneLine(u), oneLine(m.Text)) })
			if !leads && !f.Kit.Tells(d, u) {
				continue
			}
			var kept bool
			if c.Kept, kept, err = f.kept(ctx, p, u, 0); err != nil {
				return nil, err
			}
			if !kept || reachOf(c.Quotes[0][0].Page, page) != reach {
				continue
			}
			if c.statement, err = f.reading(ctx, u, p, d, mentions); err != nil {
				return nil, err
			}
			if c.Score = c.profile.Total; leads {
				c.Score *= 1 + leadGain
			}
			if top = max(top, c.Score); len(c.terms) >= fewestTerms {
				all = append(all, c)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.Score, a.Score) })
	var out []Point
	var taken []candidate
	for _, c := range all {
		if len(out) < most && !slices.ContainsFunc(taken, c.repeats) {
			taken = append(taken, c)
			c.Score /= top
			out = append(out, Point{c.Kept, reach})
		}
	}
	return out, nil
}

// outward reports whether a reference leads to a place in another document.
func outward(m refs.Mention, d source.Document) bool {
	return slices.ContainsFunc(m.Targets, func(t refs.Target) bool { return t.Document != "" && t.Document != d.Hash && t.Section != "" })
}

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
		graph.Emit(ctx, event.New(EventStatus, StatusData{s.Article, StatusRunning, DoingWaiting, sayWaiting.In(s.Language)})) // at once, not when the node ends
	})
	if waited && err == nil {
		graph.Emit(ctx, event.New(EventStatus, StatusData{s.Article, StatusRunning, s.Doing, ""}))
	}
	return err
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
