package research_test

import (
	"strings"
	"testing"

	"rabbithole/backend/flow/research"
	"rabbithole/prompts"
)

// A server that keeps the prompt it read last reads of the next one only what differs: what is the same must come first.
func TestPrompts_BeginAlikeAndEndWithTheQuestion(t *testing.T) {
	b := newBooks(t, lanterns)
	m := &thinker{on: map[string]func(asked) any{"sift": quoting}}
	d := newDesk(t, b, m)
	d.finish(research.Settings{})
	last := map[string]prompts.Call{}
	for _, call := range m.heard {
		before, again := last[call.Step]
		last[call.Step] = call
		if at := strings.LastIndex(call.User, question); at < 0 || strings.Contains(call.User[at:], "Evidence") || len(call.User)-at > len(question)+40 {
			t.Errorf("%s does not end with the question: %q", call.Step, call.User[max(0, len(call.User)-120):])
		}
		if again && before.System != call.System {
			t.Errorf("two calls of %s begin differently", call.Step)
		}
		if again && beginning(before.System+before.User, call.System+call.User) < len(call.System) {
			t.Errorf("two calls of %s share less than their instructions", call.Step)
		}
	}
	if len(last) < 3 {
		t.Errorf("only %d steps asked the model", len(last))
	}
}

// beginning returns how many bytes two texts begin with alike.
func beginning(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
