package answer_test

import (
	"testing"

	"rabbithole/backend/flow/answer"
)

// A model that could not write the answer is not named as who did, and nobody says that nothing is proved of quotes that no model judged.
func TestMadeBy_AnAnswerThatTheModelDidNotWrite(t *testing.T) {
	for _, c := range []struct {
		name   string
		on     map[string]func(asked) any
		byRule bool
	}{
		{"it writes", nil, false},
		{"it writes nothing usable", map[string]func(asked) any{"respond": func(asked) any { return "I would rather not." }}, true},
	} {
		d := newDesk(t, newWorld(t, harbour), &thinker{on: c.on}, true)
		_, r := d.ask(question, func(s *answer.State) { s.Profile = answer.Chat })
		if byRule := r.Making.ByRule || r.Making.Engine == "extractive"; byRule != c.byRule || len(r.Claims) == 0 {
			t.Errorf("%s: made by %+v, %d claims", c.name, r.Making, len(r.Claims))
		}
	}
}
