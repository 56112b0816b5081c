package answer_test

import (
	"strings"
	"testing"

	"rabbithole/backend/flow/answer"
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
