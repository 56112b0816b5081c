package answer

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/event"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
)

// QuestionConsent is the kind of the question that asks before anything leaves; its data is ConsentData, its answer ConsentAnswer. Its text is a
// sentence for people.
const QuestionConsent = "web_consent"

// ConsentData is exactly what would leave, and to whom. Beside the provider, the hosts of the pages that are read then see that they are read.
type ConsentData struct {
	Provider source.Provider `json:"provider"`
	Queries  []string        `json:"queries"`
	Loop     int             `json:"loop"` // round the queries are for, from 1
}

// What a person can answer.
const (
	ConsentThese   = "these"   // Queries, as they came back
	ConsentRun     = "run"     // Queries, and whatever this run needs later
	ConsentLibrary = "library" // nothing: the run goes on in the library alone
)

// ConsentAnswer is the person's decision; any other Decision than these three counts as ConsentLibrary. Queries are what may be sent: edited,
// shortened or empty.
type ConsentAnswer struct {
	Decision string   `json:"decision"`
	Queries  []string `json:"queries"`
}

// consent lets nothing out that the person has not allowed. Waiting for the answer takes none of the run's time.
func (f *run) consent(ctx context.Context, s State) (graph.Step[State], error) {
	change := &consented{Allow: s.Allow, Queries: s.Pending}
	if s.Allow == AllowRun && f.Web != nil {
		change.Cleared = s.Pending
	}
	if s.Allow == AllowAsk && f.Web != nil && len(s.Pending) > 0 && s.Stop == "" {
		provider := f.Web.Provider()
		data, err := json.Marshal(ConsentData{Provider: provider, Queries: s.Pending, Loop: s.round()})
		if err != nil {
			return graph.Step[State]{}, err
		}
		answer, err := graph.Ask[ConsentAnswer](ctx, graph.Question{Kind: QuestionConsent, Text: phrasesFor(s.Language).consent(provider), Data: data})
		if err != nil {
			return graph.Step[State]{}, err
		}
		change.take(answer, len(s.Pending))
	}
	change.Apply(&s)
	return graph.Step[State]{Change: change, Events: []event.Event{s.progress(PhaseSearching, s.round(), s.searchingText())}}, nil
}

// take makes the person's decision the run's.
func (c *consented) take(answer ConsentAnswer, most int) {
	var queries []string
	for _, q := range answer.Queries {
		if q = clipped(strings.Join(strings.Fields(q), " "), mostQuery); q != "" && !slices.Contains(queries, q) && len(queries) < most {
			queries = append(queries, q)
		}
	}
	switch answer.Decision {
	case ConsentRun:
		c.Allow, c.Cleared = AllowRun, queries
	case ConsentThese:
		c.Cleared = queries
	default:
		c.Allow, c.Cleared, queries = AllowLibrary, nil, nil
	}
	if len(queries) > 0 { // the library is asked what the person wants to know, too
		c.Queries = queries
	}
}

func (s State) searchingText() string {
	words := phrasesFor(s.Language)
	if len(s.Cleared) > 0 {
		return fmt.Sprintf(words.searchingWeb, len(s.Pending))
	}
	return fmt.Sprintf(words.searchingLibrary, len(s.Pending))
}
