package answer_test

import (
	"strings"
	"testing"

	"rabbithole/backend/flow/answer"
	"rabbithole/backend/report"
	"rabbithole/prompts"
)

// A model that finds nothing relevant is believed; one that did not pass its test is not: the closest passages are shown.
func TestNearest_AWeakModelThatRejectsEverything(t *testing.T) {
	for _, weak := range []*report.Weak{nil, {Model: "scripted", Right: 5}} {
		m := &thinker{on: map[string]func(asked) any{"judge": func(a asked) any { return prompts.JudgeOut{Passages: []prompts.JudgeVerdict{}, Others: a.ids} }}}
		d := newDesk(t, newWorld(t, harbour), m, true)
		d.tools.Making.Weak = weak
		d.seat()
		_, r := d.ask(question, nil)
		if says := strings.Contains(answer.Text(r), "40 lumens"); says != (weak != nil) || (r.Verdict == report.Unanswered) == says {
			t.Errorf("weak %v: verdict %s, %q", weak, r.Verdict, answer.Text(r))
		}
	}
}
