package core_test

import (
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/fake"
	"rabbithole/backend/flow/explore"
)

// liveTree drives a tree of questions over attached files against the real server. Its model says nothing sensible: every step of the tree ends by rule,
// its report is proved, and what stands in the person's files is evidence all the same.
func liveTree(t *testing.T, server *fake.Ollama) {
	c := live(t, server)
	files := attach(t, c, file(t, "visit.md", visit), file(t, "broken.pdf", "%PDF-1.7\nnothing of the sort"))
	run, s, r := explored(t, c, core.Explore{Question: liveQuestion + unanswered, Context: files, Engine: core.Ollama, MaxDepth: 1, MaxBreadth: 2, MaxNodes: 3})
	m := r.Making
	t.Logf("%d questions, %d calls, %d + %d tokens, %d fallbacks", len(s.Tree), m.Spend.Calls, m.Spend.PromptTokens, m.Spend.ReplyTokens, m.Spend.Fallbacks)
	if m.Engine != "ollama" || m.Model != "tiny:latest" || m.Spend.Calls == 0 {
		t.Errorf("making = %+v", m)
	}
	if s.Context != (explore.ContextProcessing{Status: explore.ContextReady, Total: 2, Ready: 1, Error: 1}) {
		t.Errorf("context %+v", s.Context)
	}
	records, err := c.ExploreRecords(t.Context(), run.ID)
	if err != nil || records["1"].Slice == nil || records["1"].Slice.Mode != explore.ModeRootFull {
		t.Errorf("the root has %+v, %v", records["1"].Slice, err)
	}
	for _, n := range s.Tree {
		if r := records[n.ID]; n.Status != explore.NodeMerged && (r.Judgement == nil || r.Slice == nil || len(r.Queries) == 0) {
			t.Errorf("question %s is %s: %+v", n.ID, n.Status, r)
		}
	}
	facts(t, c, run)
	noted(t, c, run, r, m.Spend.Fallbacks > 0)
	alarmed(t, c, run, r)
}
