package fake_test

import (
	"encoding/json"
	"testing"

	"rabbithole/backend/fake"
	"rabbithole/prompts"
)

func TestWide_NoTwoQuestionsAskTheSame(t *testing.T) {
	answer, asked := fake.Wide(), map[string]bool{}
	for range 3 {
		var out prompts.DecomposeOut
		if err := json.Unmarshal([]byte(answer(fake.ChatRequest{Step: prompts.Decompose.Name}).Text), &out); err != nil {
			t.Fatal(err)
		}
		for _, child := range out.Children {
			asked[child.Question] = true
		}
	}
	if len(asked) != 24 {
		t.Errorf("%d different questions, want 24", len(asked))
	}
}
