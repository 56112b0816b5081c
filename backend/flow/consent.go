package flow

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"rabbithole/backend/graph"
	"rabbithole/backend/source"
)

// Allow says what a run may ask of the web.
type Allow string

// What a person can allow. A run without a step.Web stays in the library whatever is allowed.
const (
	AllowAsk     Allow = ""        // the run asks before anything leaves
	AllowRun     Allow = "run"     // whatever this run needs
	AllowLibrary Allow = "library" // nothing: the library alone
)

// UnmarshalText reads what a person allowed. What is none of it allows nothing.
func (a *Allow) UnmarshalText(text []byte) error {
	if *a = Allow(text); *a != AllowAsk && *a != AllowRun {
		*a = AllowLibrary
	}
	return nil
}

// QuestionConsent is the kind of the question that asks before anything leaves; its data is ConsentData, its answer ConsentAnswer. Its text is a
// sentence for people.
const QuestionConsent = "web_consent"

// ConsentData is exactly what would leave, and to whom. Beside the provider, the hosts of the pages that are read then see that they are read.
type ConsentData struct {
	Provider source.Provider `json:"provider"`
	Queries  []string        `json:"queries"`
	Loop     int             `json:"loop"`           // round the queries are for, from 1
	Node     string          `json:"node,omitempty"` // of a tree: the question the queries are for
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

// Consent returns what a run may do from now on, and which of its queries may leave: all where it may do whatever it needs, none where nothing may. Else a
// person is shown what would leave, in the language of the run, and the node waits for the answer.
func (t Tools) Consent(ctx context.Context, language string, allow Allow, d ConsentData) (Allow, []string, error) {
	switch {
	case !t.MayAsk(allow), len(d.Queries) == 0:
		return allow, nil, nil
	case allow == AllowRun:
		return allow, d.Queries, nil
	}
	d.Provider = t.Web.Provider()
	raw, err := json.Marshal(d)
	if err != nil {
		return allow, nil, err
	}
	answer, err := graph.Ask[ConsentAnswer](ctx, graph.Question{Kind: QuestionConsent, Text: consentText(language, d.Provider), Data: raw})
	if err != nil {
		return allow, nil, err
	}
	allow, queries := answer.Taken(len(d.Queries))
	return allow, queries, nil
}

// MessageAttend tells a run that somebody is there to be asked. It has no data.
const MessageAttend = "attend"

// Attend is what a run is allowed once somebody is there: what was allowed beforehand was allowed for another run.
func (a *Allow) Attend() {
	if *a == AllowRun {
		*a = AllowAsk
	}
}

func consentText(language string, to source.Provider) string {
	if to.Host == "" {
		return sayAskList.In(language)
	}
	return sayAsk.In(language, to.Name, to.Host)
}

// MostQuery is the most bytes of a query that leaves.
const MostQuery = 200

// Taken returns what the run may do from now on, and which of at most most queries may be sent.
func (a ConsentAnswer) Taken(most int) (Allow, []string) {
	var queries []string
	for _, q := range a.Queries {
		if q = Clipped(strings.Join(strings.Fields(q), " "), MostQuery); q != "" && !slices.Contains(queries, q) && len(queries) < most {
			queries = append(queries, q)
		}
	}
	switch a.Decision {
	case ConsentRun:
		return AllowRun, queries
	case ConsentThese:
		return AllowAsk, queries
	}
	return AllowLibrary, nil
}
