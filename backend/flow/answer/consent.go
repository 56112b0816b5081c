package answer

import (
	"context"
	"fmt"

	"rabbithole/backend/event"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
)

// consent lets nothing out that the person has not allowed. Waiting for the answer takes none of the run's time.
func (f *run) consent(ctx context.Context, s State) (graph.Step[State], error) {
	change := &consented{Allow: s.Allow, Queries: s.Pending}
	if s.Allow == flow.AllowRun && f.Web != nil {
		change.Cleared = s.Pending
	}
	if s.Allow == flow.AllowAsk && f.Web != nil && len(s.Pending) > 0 && s.Stop == "" {
		answer, err := flow.AskConsent(ctx, s.Language, flow.ConsentData{Provider: f.Web.Provider(), Queries: s.Pending, Loop: s.round()})
		if err != nil {
			return graph.Step[State]{}, err
		}
		change.take(answer, len(s.Pending))
	}
	change.Apply(&s)
	return graph.Step[State]{Change: change, Events: []event.Event{s.progress(PhaseSearching, s.round(), s.searchingText())}}, nil
}

// take makes the person's decision the run's.
func (c *consented) take(answer flow.ConsentAnswer, most int) {
	c.Allow, c.Cleared = answer.Taken(most)
	if len(c.Cleared) > 0 { // the library is asked what the person wants to know, too
		c.Queries = c.Cleared
	}
}

func (s State) searchingText() string {
	words := phrasesFor(s.Language)
	if len(s.Cleared) > 0 {
		return fmt.Sprintf(words.searchingWeb, words.query.Of(len(s.Pending)))
	}
	return fmt.Sprintf(words.searchingLibrary, words.query.Of(len(s.Pending)))
}
