package core

import (
	"context"
	"encoding/json"
	"strings"

	shared "rabbithole/backend/flow"
	"rabbithole/backend/graph"
)

// Consent returns what a run is to be told when a person says what may leave: the answer, and the same to its other branches that ask, when it holds
// for the whole run.
func (c *Core) Consent(ctx context.Context, run, question string, a shared.ConsentAnswer) ([]graph.Message, error) {
	out := []graph.Message{graph.Answer(question, a)}
	if a.Decision == shared.ConsentThese {
		return out, nil
	}
	asking, err := c.asksConsent(ctx, run)
	for _, q := range asking {
		if q.id != question {
			out = append(out, graph.Answer(q.id, shared.ConsentAnswer{Decision: a.Decision, Queries: q.Queries}))
		}
	}
	return out, err
}

// Unasked returns what a run is to be told about the questions of its tree under a node, when nobody works on them any more: what they would send
// is not sent.
func (c *Core) Unasked(ctx context.Context, run, node string) ([]graph.Message, error) {
	var out []graph.Message
	asking, err := c.asksConsent(ctx, run)
	for _, q := range asking {
		if q.Node == node || strings.HasPrefix(q.Node, node+".") {
			out = append(out, graph.Answer(q.id, shared.ConsentAnswer{Decision: shared.ConsentThese}))
		}
	}
	return out, err
}

// asking is an open question of a run whether something may leave.
type asking struct {
	id string
	shared.ConsentData
}

func (c *Core) asksConsent(ctx context.Context, run string) ([]asking, error) {
	questions, err := c.Questions(ctx, run)
	if err != nil {
		return nil, err
	}
	var out []asking
	for _, q := range questions {
		if q.Kind != shared.QuestionConsent {
			continue
		}
		a := asking{id: q.ID}
		if err := json.Unmarshal(q.Data, &a.ConsentData); err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}
