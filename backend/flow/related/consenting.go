package related

import (
	"context"
	"slices"
	"strings"

	"rabbithole/backend/event"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
)

// mostQueries is how many queries a run puts to the web, whoever words them.
const mostQueries = 6

// consent lets nothing out that the person has not allowed. Waiting for the answer takes none of the run's time.
func (f *run) consent(ctx context.Context, s State) (graph.Step[State], error) {
	s.Cleared = nil
	out := graph.Step[State]{State: &s}
	if !f.MayAsk(s.Allow) {
		return out, nil
	}
	pending, err := f.pending(ctx, s)
	if err != nil {
		return out, err
	}
	if s.Allow != flow.AllowRun && len(pending) > 0 {
		graph.Emit(ctx, event.New(EventStatus, StatusData{s.Article, StatusRunning, DoingWaiting, sayConsent.In(s.Language)}))
	}
	if s.Allow, s.Cleared, err = f.Consent(ctx, s.Language, s.Allow, flow.ConsentData{Queries: pending, Loop: len(s.Queries) + 1}); err != nil {
		return out, err
	}
	out.Events = []event.Event{event.New(EventStatus, StatusData{s.Article, StatusRunning, DoingFetching, sayFetching.In(s.Language)})}
	return out, nil
}

// pending returns the queries that want to leave: those of the model's last turn, else those that code words.
func (f *run) pending(ctx context.Context, s State) ([]string, error) {
	var out []string
	add := func(q string) {
		q = flow.Clipped(oneLine(q), flow.MostQuery)
		if q != "" && !slices.Contains(out, q) && len(out)+len(s.Queries) < mostQueries {
			out = append(out, q)
		}
	}
	if len(s.Asked) > 0 {
		for _, i := range s.Asked {
			if c := s.lastCall(i); c.Tool == "search_web" {
				add(c.Args["query"])
			}
		}
		return out, nil
	}
	points, err := f.statements(ctx, s)
	if err != nil {
		return nil, err
	}
	d, err := f.Kit.Library.Document(ctx, s.Document)
	if err != nil {
		return nil, err
	}
	add(strings.Join(f.weightiest(s, points), " "))
	if d.Title != "" {
		add(d.Title)
	}
	return out, nil
}

// lastCall returns a call of the model's last turn.
func (s State) lastCall(i int) Request {
	if n := len(s.Turns); n > 0 && i < len(s.Turns[n-1].Calls) {
		return s.Turns[n-1].Calls[i]
	}
	return Request{}
}
