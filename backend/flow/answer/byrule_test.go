package answer_test

import (
	"slices"
	"testing"
)

// A model that could not write the answer is not named as who did, it is not asked whether quotes are right, and the answer counts as it does without a model.
func TestMadeBy_AnAnswerThatTheModelDidNotWrite(t *testing.T) {
	for _, c := range []struct {
		name   string
		on     map[string]func(asked) any
		byRule bool
	}{
		{"it writes", nil, false},
		{"it writes nothing usable", map[string]func(asked) any{"respond": func(asked) any { return "I would rather not." }}, true},
	} {
		m := &thinker{on: c.on}
		_, r := newDesk(t, newWorld(t, harbour), m, true).ask(question, nil)
		_, without := newDesk(t, newWorld(t, harbour), nil, true).ask(question, nil)
		if c.byRule && (r.Verdict != without.Verdict || slices.Contains(m.steps(), "check")) {
			t.Errorf("%s: the answer is %q, without a model %q, after %v", c.name, r.Verdict, without.Verdict, m.steps())
		}
		if byRule := r.Making.ByRule || r.Making.Engine == "extractive"; byRule != c.byRule || len(r.Claims) == 0 {
			t.Errorf("%s: made by %+v, %d claims", c.name, r.Making, len(r.Claims))
		}
	}
}
