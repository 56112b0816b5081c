package answer_test

import (
	"strings"
	"testing"

	"rabbithole/backend/flow/answer"
	"rabbithole/prompts"
)

// A threshold is no silence: where no passage is relevant enough but the words of the question do stand together, the nearest answers, and it
// counts among the sources read.
func TestNearest_AnswersWhereNothingIsRelevantEnough(t *testing.T) {
	d := newDesk(t, newWorld(t, `
= Rules
The keeper paints every lantern of the harbour green in spring.
A rope is coiled twice before it is stowed below deck.
The bell is rung at noon.
`), nil, true)
	s, r := d.ask("Which colour does the keeper use for a lantern, and for which reasons did the council once prefer it over crimson, violet or silver paint?", nil)
	if len(s.Evidence) == 0 || s.Evidence[0].Score > 0.6 {
		t.Fatalf("evidence %+v", s.Evidence)
	}
	if text := answer.Text(r); !strings.Contains(text, "green in spring") || s.Stats.SourcesRead != 1 || s.Stats.EvidenceFound != len(s.Evidence) {
		t.Errorf("answer %q, stats %+v", text, s.Stats)
	}
	heldTo(t, s)
}

// What comes nearest to the question is told before a model is asked anything, in the words of its page; without a model the answer itself is as fast, and of what
// has nothing to do with the question nothing is told.
func TestNear_IsToldBeforeTheModelIsAsked(t *testing.T) {
	w := newWorld(t, `
= Rules
The keeper paints every lantern of the harbour green in spring.
The bell is rung at noon.
`)
	for question, want := range map[string]string{"When does the keeper paint a lantern of the harbour?": "The keeper paints every lantern of the harbour green in spring.",
		"Who tunes violins?": ""} {
		m := &thinker{}
		d := newDesk(t, w, m, true)
		first := ""
		m.on = map[string]func(asked) any{"seek": func(asked) any {
			for _, near := range events[[]answer.KeptData](d, answer.EventNear) {
				if first = near[0].Extract; near[0].Document != "hash-Rules" || near[0].Page != 1 {
					t.Errorf("%+v", near)
				}
			}
			return prompts.SeekOut{NextAction: "search_more", Queries: []string{"lantern"}}
		}}
		if d.ask(question, nil); first != want {
			t.Errorf("%q: before the model was asked %q was told, want %q", question, first, want)
		}
	}
	d := newDesk(t, w, nil, true)
	if d.ask("When does the keeper paint a lantern of the harbour?", nil); len(events[[]answer.KeptData](d, answer.EventNear)) > 0 {
		t.Error("the built-in engine announces what it is about to answer")
	}
}
