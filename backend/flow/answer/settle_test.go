package answer_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/flow/answer"
	"rabbithole/prompts"
)

// A quick answer takes three calls: what to search for, the answer from all that was found, and its check. Its words come with the second.
func TestSettle_AQuickAnswerIsWrittenFromWhatWasFound(t *testing.T) {
	m := paraphrasing()
	d := newDesk(t, newWorld(t, harbour), m, true)
	s, r := d.ask(question, nil)
	if want := []string{"seek", "settle", "check"}; !slices.Equal(m.steps(), want) {
		t.Errorf("calls %v, want %v", m.steps(), want)
	}
	if s.Stop != answer.StopSufficient || s.Written != nil || r.Making.ByRule || !strings.Contains(answer.Text(r), "sailors know [1]") {
		t.Errorf("stop %s, made %+v: %q", s.Stop, r.Making, answer.Text(r))
	}
	call := m.last("settle").User
	for _, k := range s.Evidence {
		if !strings.Contains(call, "\n"+k.ID+" (") {
			t.Errorf("%s was kept under an ID that the model was not shown:\n%s", k.ID, call)
		}
	}
	if len(s.Read) <= 1 || len(s.Evidence) == 0 {
		t.Errorf("read %d passages, kept %d", len(s.Read), len(s.Evidence))
	}
}

// What the model names beside its answer is kept too, and what it does not name is not.
func TestSettle_KeepsWhatTheAnswerRestsOnAndWhatSaysOtherwise(t *testing.T) {
	m := &thinker{on: map[string]func(asked) any{"settle": func(a asked) any {
		out := prompts.SettleOut{NextAction: "finalize", Conflicts: []string{}, Unknown: []string{}, Passages: []prompts.Helpful{}, Queries: []string{}, CoverageGaps: []string{}}
		for _, id := range a.ids {
			switch {
			case strings.Contains(a.evidence[id], "40 lumens"):
				out.Answer = "The brightness of a lantern on a boat must not exceed 40 lumens [" + id + "]."
			case strings.Contains(a.evidence[id], "60 lumens"):
				out.Passages = append(out.Passages, prompts.Helpful{Ref: id, Spans: []string{}})
			}
		}
		return out
	}}}
	d := newDesk(t, newWorld(t, dispute), m, false)
	s, r := d.ask(question, nil)
	if len(s.Evidence) != 2 {
		t.Errorf("%d passages kept, want both", len(s.Evidence))
	}
	if text := answer.Text(r); !strings.Contains(text, "60 lumens") {
		t.Errorf("the other side is not told: %q", text)
	}
}

// Where not all that was found goes into one call, it is judged first, and the answer is written from what helps. So it is where the passages are wanted too.
func TestSettle_JudgesFirstWhereNotAllGoesIntoOneCall(t *testing.T) {
	for name, c := range map[string]struct {
		most  int
		begin func(*answer.State)
	}{"a small context": {1500, nil}, "passages are wanted": {32768, func(s *answer.State) { s.Broad = true }}, "thoroughly": {32768, func(s *answer.State) { s.Profile = answer.Deep }}} {
		m := paraphrasing()
		m.numCtx = c.most
		d := newDesk(t, newWorld(t, "= book.pdf\n"+strings.Repeat(strings.Repeat("The brightness of a lantern on a boat is measured at night by the harbour master. ", 8)+"\n", 8)+harbour), m, true)
		_, r := d.ask(question, c.begin)
		if steps := m.steps(); slices.Contains(steps, "settle") || !slices.Contains(steps, "respond") {
			t.Errorf("%s: calls %v", name, steps)
		}
		if len(r.Claims) == 0 || r.Making.ByRule {
			t.Errorf("%s: made %+v: %q", name, r.Making, answer.Text(r))
		}
	}
}
