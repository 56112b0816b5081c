package core_test

import (
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fake"
	"rabbithole/prompts"
)

func TestCost_AddsUpToWhatTheRunSpent(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	broken := 0
	server.Script(badly(func(req fake.ChatRequest, reply fake.ChatReply) fake.ChatReply {
		if req.Step == prompts.Plan.Name && broken < 1 {
			broken++
			reply.Text = "no JSON"
		}
		return reply
	}))
	c := scripted(t, server)
	run, r := finish(t, c, core.Begin{Question: teacher, Engine: settings.Ollama})
	cost, err := c.Cost(t.Context(), run.ID)
	if err != nil {
		t.Fatal(err)
	}
	spent, all := r.Making.Spend, cost.All
	if all.Calls != spent.Calls || all.PromptTokens != spent.PromptTokens || all.ReplyTokens != spent.ReplyTokens || all.Replayed != spent.Replayed || all.Fallbacks != spent.Fallbacks {
		t.Errorf("by step %+v, in all %+v", all, spent)
	}
	if all.Repaired != 1 || cost.Steps[0].Step != prompts.Plan.Name || cost.Steps[0].Repaired != 1 {
		t.Errorf("one answer was broken once: %+v", cost.Steps)
	}
	if cost.Time < all.Time {
		t.Errorf("the run worked for %s, its calls took %s", cost.Time, all.Time)
	}
}
