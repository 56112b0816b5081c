package answer_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"rabbithole/backend/flow/answer"
	"rabbithole/backend/report"
)

type reportSource = report.Source

const sugar = `
= trade.pdf 2025-06-01
France imports 300 tons of sugar every year through the northern ports.
Germany imports 500 tons of sugar every year through the northern ports.
Bakers like sugar in their cakes on Sundays.
`

func TestConversation_AFollowUpIsUnderstoodByTheQuestionBefore(t *testing.T) {
	d := newDesk(t, newWorld(t, sugar), nil, true)
	first, r := d.ask("How many tons of sugar does France import every year?", nil)
	if !strings.Contains(answer.Text(r), "300 tons") {
		t.Fatalf("answer %q", answer.Text(r))
	}
	turn := answer.TurnOf("run0", first, r)
	if turn.Question != first.Question || !strings.Contains(turn.Answer, "300 tons") || len(turn.Sources) != 1 || turn.Sources[0].Name != "trade.pdf" {
		t.Fatalf("turn %+v", turn)
	}
	d = newDesk(t, newWorld(t, sugar), nil, true)
	s, r := d.ask("And what about Germany?", func(s *answer.State) { s.Turns = []answer.Turn{turn} })
	if s.Subject != "How many tons of sugar does Germany import every year?" || !strings.Contains(answer.Text(r), "500 tons") || strings.Contains(strings.SplitN(answer.Text(r), "\n", 2)[0], "300") {
		t.Errorf("%q is answered with %q", s.Subject, answer.Text(r))
	}
	if p := events[answer.Progress](d, answer.EventProgress)[0]; !strings.Contains(p.Message, s.Subject) || len(r.Notes) == 0 || !strings.Contains(r.Notes[0], s.Subject) {
		t.Errorf("nobody is told how the question was understood: %+v, %v", p, r.Notes)
	}
	// A third question goes on from the second as it was understood.
	d = newDesk(t, newWorld(t, sugar), nil, true)
	s, _ = d.ask("And in France?", func(s *answer.State) {
		s.Turns = []answer.Turn{turn, {Question: "And what about Germany?", Subject: "How many tons of sugar does Germany import every year?"}}
	})
	if s.Subject != "How many tons of sugar does France import every year?" {
		t.Errorf("understood as %q", s.Subject)
	}
}

func TestConversation_TheModelIsToldWhatWasSaidAndForgetsWhatIsLongAgo(t *testing.T) {
	m := &thinker{}
	d := newDesk(t, newWorld(t, sugar), m, true)
	var turns []answer.Turn
	for i := range 20 {
		turns = append(turns, answer.Turn{Question: "Question " + string(rune('a'+i)), Answer: strings.Repeat("long ", 1000), Sources: make([]answer.TurnSource, 50)})
	}
	turns[19].Question = "How many tons of sugar does France import?"
	s, _ := d.ask("And what about Germany?", func(s *answer.State) { s.Turns = turns })
	raw, err := json.Marshal(s.Turns)
	if err != nil || len(s.Turns) != 6 || len(raw) > 12<<10 {
		t.Errorf("%d turns in %d bytes: %v", len(s.Turns), len(raw), err)
	}
	for _, step := range []string{"seek", "settle"} {
		if user := m.last(step).User; !strings.Contains(user, "Question o") || !strings.Contains(user, "How many tons of sugar does Germany import?") || strings.Contains(user, "Question n") || !strings.Contains(user, "And what about Germany?") {
			t.Errorf("%s is told\n%s", step, user)
		}
	}
}

func TestStream_TheAnswerIsToldAsItIsWrittenAndThenProved(t *testing.T) {
	m := &thinker{on: map[string]func(asked) any{"settle": func(a asked) any {
		if a.n == 0 {
			return `{"nextAction":"finalize","answer": "broken \"quote\" und ü 😀 [E1].`
		}
		return `{"nextAction":"finalize","answer":"The brightness of a lantern on a boat must not exceed 40 lumens [E1, E1]. So \u00e4 sailor says \"aye\" [E99]. ","conflicts":[],"unknown":[],"passages":[],"queries":[],"coverageGaps":[],"confidence":0.9,"reason":"It says so."}`
	}}}
	d := newDesk(t, newWorld(t, harbour), m, true)
	watch := d.bus.Subscribe(1000)
	defer watch.Close()
	_, r := d.ask(question, nil)
	var text string
	resets, durable := 0, 0
	for len(watch.C) > 0 {
		e := <-watch.C
		if e.Kind != answer.EventToken {
			continue
		}
		if e.Seq != 0 {
			durable++
		}
		var token answer.Token
		if err := json.Unmarshal(e.Data, &token); err != nil {
			t.Fatal(err)
		}
		if token.Reset {
			if resets++; text != `broken "quote" und ü 😀 [1].` {
				t.Errorf("before the reset it says %q", text)
			}
			text = ""
		}
		text += token.Text
	}
	if text != "The brightness of a lantern on a boat must not exceed 40 lumens [1]. So ä sailor says \"aye\" ." || resets != 1 || durable != 0 {
		t.Errorf("streamed %q, %d resets, %d durable", text, resets, durable)
	}
	if got := answer.Text(r); got != "The brightness of a lantern on a boat must not exceed 40 lumens [1]." {
		t.Errorf("proved %q", got)
	}
}

func TestEvents_HoldNoPageText(t *testing.T) {
	long := strings.Repeat("The lantern on a boat has brightness and much more of it than anybody knows ", 60) + "SECRETEND."
	w := newWorld(t, "@ https://long.example/x | Long | 2026-01-01\n"+long+"\n")
	w.fails["search2"] = context.Canceled
	d := newDesk(t, w, nil, false)
	d.ask(question, nil)
	all, err := d.store.Events(t.Context(), runID, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		if e.Kind != answer.EventAnswer && (strings.Contains(string(e.Data), "SECRETEND") || len(e.Data) > 4000) {
			t.Errorf("event %s holds %d bytes", e.Kind, len(e.Data))
		}
	}
}

func TestGerman_SpeaksGerman(t *testing.T) {
	d := newDesk(t, newWorld(t, `
= gesetz.pdf 2024-01-01
Die Helligkeit einer Laterne auf einem Boot darf 40 Lumen nicht überschreiten.
@ https://www.bund.de/laternen | Laternen | 2026-01-15
Auf einem Boot darf die Helligkeit einer Laterne derzeit 40 Lumen nicht überschreiten, sagt das Amt.
@ https://weg.example/x | Weg | 2026-01-15
`), nil, false)
	d.world.fails["https://weg.example/x"] = errGone
	s, r := d.ask("Welche Helligkeit darf eine Laterne auf einem Boot derzeit haben?", func(s *answer.State) { s.Profile = answer.Deep })
	text := answer.Text(r)
	if s.Language != "de" || !strings.Contains(text, "40 Lumen") || !strings.Contains(text, "Stand 2026-03-01") || !s.Timely {
		t.Errorf("%s: %q", s.Language, text)
	}
	for _, p := range events[answer.Progress](d, answer.EventProgress) {
		if strings.Contains(p.Message, "Searching") || strings.Contains(p.Message, "Planning") {
			t.Errorf("progress %q", p.Message)
		}
	}
	if !strings.Contains(s.Evidence[0].Quality.Reason, "Ihr Dokument") {
		t.Errorf("reason %q", s.Evidence[0].Quality.Reason)
	}
}
