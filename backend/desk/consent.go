package desk

import (
	"context"
	"encoding/json"

	"rabbithole/backend/core"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
)

// consentAsked returns what a run asks before anything leaves, nil when it does not: where branches ask, one after the other.
func consentAsked(c *core.Core, ctx context.Context, run graph.Run) (*Consent, error) {
	if run.Status == graph.Finished {
		return nil, nil
	}
	questions, err := c.Questions(ctx, run.ID)
	for _, q := range questions {
		if q.Kind == flow.QuestionConsent {
			_, hosts := core.WebOf(run)
			return consentOf(q, hosts)
		}
	}
	return nil, err
}

// consentOf reads what a run of any flow asks before anything leaves.
func consentOf(q graph.Question, hosts []string) (*Consent, error) {
	var asked flow.ConsentData
	err := json.Unmarshal(q.Data, &asked)
	return &Consent{Question: q.ID, Text: q.Text, Provider: asked.Provider, Queries: asked.Queries, Loop: asked.Loop, Node: asked.Node,
		Hosts: hosts}, err
}
