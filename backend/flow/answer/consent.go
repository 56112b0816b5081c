package answer

import (
	"context"

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

func (f *run) consent(_ context.Context, _ State) (graph.Step[State], error) {
	return graph.Step[State]{Change: &consented{}}, nil
}
