package answer_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/flow/answer"
)

// harbour is a small library and a small web about lanterns on boats.
const harbour = `
= law.pdf 2024-01-01
The brightness of a lantern on a boat must not exceed 40 lumens.
Cakes with candles are baked on Sundays in the village.
= guide.pdf 2023-05-01
A lantern on a boat is kept behind glass and is lit every evening.
@ https://www.harbour.gov/lanterns?utm_source=x | Lantern rules | 2026-02-01
The harbour office says that the brightness of a lantern on a boat must not exceed 40 lumens.
Fines for a lantern that is too bright on a boat are 200 crowns.
@ https://blog.example/boats | My boat | 2019-07-01
On a boat everybody likes a lantern with much brightness.
@ https://news.example/lanterns | Lantern news | 2026-02-20
The fines for a lantern that is too bright on a boat rose to 200 crowns, the harbour office said.
`

const question = "How much brightness may a lantern on a boat have?"

func TestAsk_PlansSearchesReadsEvaluatesAndAnswers(t *testing.T) {
	d := newDesk(t, newWorld(t, harbour), nil, false)
	s, r := d.ask(question, nil)
	heldTo(t, s)
	if s.Phase != answer.PhaseDone || s.Stop != answer.StopSufficient || r.StopReason != s.Stop {
		t.Errorf("phase %s, stop %s: %+v", s.Phase, s.Stop, s.Decisions)
	}
	for _, phase := range []string{answer.PhasePlanning, answer.PhaseSearching, answer.PhaseReading, answer.PhaseEvaluating, answer.PhaseSynthesizing, answer.PhaseFinalizing} {
		if !slices.Contains(d.phases(), phase) {
			t.Errorf("no phase %s in %v", phase, d.phases())
		}
	}
	text := answer.Text(r)
	if !strings.Contains(text, "40 lumens") || !strings.Contains(text, "[1]") {
		t.Errorf("answer %q", text)
	}
	if len(d.world.asked) == 0 || len(d.world.fetched) == 0 {
		t.Errorf("asked %v, fetched %v", d.world.asked, d.world.fetched)
	}
}

func TestDebug(t *testing.T) {
	d := newDesk(t, newWorld(t, harbour), nil, false)
	s, r := d.ask(question, func(s *answer.State) { s.Profile = answer.Deep })
	t.Log(answer.Text(r), r.Silent, r.Warnings, r.Notes)
	for _, x := range s.Sources {
		t.Logf("%+v", x)
	}
	for _, x := range s.Decisions {
		t.Logf("%+v", x)
	}
	for _, x := range s.Queries {
		t.Logf("%+v", x)
	}
	for _, x := range s.Evidence {
		t.Logf("%+v", x)
	}
	t.Logf("%+v", s.Stats)
	t.Log(d.phases())
	for _, x := range r.Sources {
		t.Logf("%+v", x)
	}
	t.Logf("%+v", r.Sections)
}
