package answer

import (
	"context"

	"rabbithole/backend/event"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
)

// consent lets nothing out that the person has not allowed. Waiting for the answer takes none of the run's time.
func (f *run) consent(ctx context.Context, s State) (graph.Step[State], error) {
	s.Cleared = nil
	if s.Stop == "" {
		var err error
		if s.Allow, s.Cleared, err = f.Consent(ctx, s.Language, s.Allow, flow.ConsentData{Queries: s.Pending, Loop: s.round()}); err != nil {
			return graph.Step[State]{}, err
		}
	}
	text := saySearchingLibrary
	if len(s.Cleared) > 0 { // the library is asked what the person wants to know, too
		s.Pending, text = s.Cleared, saySearchingWeb
	}
	s.Phase = PhaseSearching
	return graph.Step[State]{State: &s, Events: []event.Event{s.progress(PhaseSearching, s.round(), text.In(s.Language, aQuery.In(s.Language, len(s.Pending))))}}, nil
}
