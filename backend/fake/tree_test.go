package fake_test

import (
	"encoding/json"
	"strings"
	"testing"

	"rabbithole/backend/fake"
	"rabbithole/prompts"
)

// reply answers a call sensibly and holds the answer against the step's shape.
func reply[In, Out any](t *testing.T, tmpl prompts.Template[In, Out], in In) Out {
	t.Helper()
	call, err := tmpl.Render(in)
	if err != nil {
		t.Fatal(err)
	}
	out, err := prompts.Check[Out](json.RawMessage(fake.Sensible(fake.ChatRequest{Step: tmpl.Name, System: call.System, User: call.User}).Text))
	if err != nil {
		t.Fatalf("%s: %v", tmpl.Name, err)
	}
	return out
}

func TestSensible_ATreeOfQuestions(t *testing.T) {
	asked := prompts.Asked{Question: "What does lantern oil cost, and who repairs the gate?", Language: "English"}
	items := []prompts.ContextItem{{Kind: "fact", Text: "Lantern oil costs 14 crowns.", Sources: []string{"a::S1"}}, {Kind: "constraint", Text: "The keeper repairs the gate.", Sources: []string{"a::S2"}}}
	if d := reply(t, prompts.Digest, prompts.DigestIn{Asked: asked, File: "a", Passages: []prompts.FilePassage{{Ref: "S1", Text: "Lantern oil costs 14 crowns."}}, Max: 9}); len(d.Items) != 1 || d.Items[0].Source != "S1" {
		t.Errorf("digest %+v", d)
	}
	reply(t, prompts.Aggregate, prompts.AggregateIn{Asked: asked, Items: []prompts.AggregateItem{{Ref: "D1", ContextItem: items[0]}}})
	s := reply(t, prompts.Split, prompts.SplitIn{Asked: asked, Items: items, Children: []string{"What does lantern oil cost?", "Who repairs the gate?"}})
	if len(s.ChildContexts) != 2 || len(s.ChildContexts[1].SelectedItems) != 1 || !strings.Contains(s.ChildContexts[1].SelectedItems[0].Text, "keeper") {
		t.Errorf("split %+v", s)
	}
	if d := reply(t, prompts.Decompose, prompts.DecomposeIn{Asked: asked, Task: asked.Question, Gaps: []string{"x"}, Max: 3}); len(d.Children) != 2 {
		t.Errorf("children %+v", d)
	}
	if j := reply(t, prompts.Sufficiency, prompts.SufficiencyIn{Asked: asked, Task: "Which lantern oil costs crowns?", Context: items}); !j.IsSufficient || !strings.Contains(j.Reasoning, "context") {
		t.Errorf("judgement %+v", j)
	}
	if j := reply(t, prompts.Sufficiency, prompts.SufficiencyIn{Asked: asked, Task: "What does lantern oil cost?"}); j.IsSufficient || len(j.Gaps) == 0 {
		t.Errorf("judgement of nothing %+v", j)
	}
}
