package answer_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/flow/answer"
	"rabbithole/prompts"
)

func TestPlanner_StrictJSONOrTheRules(t *testing.T) {
	good := `{"nextAction":"search_more","queries":["lantern brightness"],"coverageGaps":["limit"],"targetSourceTypes":["gov"],"confidence":0.2,"reason":"Nothing read."}`
	for _, c := range []struct {
		name, reply string
		usable      bool
	}{
		{"good", good, true},
		{"without the optional hints", strings.Replace(good, `"targetSourceTypes":["gov"],`, "", 1), true},
		{"in a fence and with talk", "Sure!\n```json\n" + good + "\n```", true},
		{"another action", strings.Replace(good, "search_more", "give_up", 1), false},
		{"no queries", strings.Replace(good, `["lantern brightness"]`, `[]`, 1), false},
		{"confidence above 1", strings.Replace(good, "0.2", "2", 1), true},
		{"an unknown kind of source", strings.Replace(good, `"gov"`, `"gossip"`, 1), false},
		{"a field too many", strings.Replace(good, `"reason"`, `"tool":"rm","reason"`, 1), false},
		{"a field missing", strings.Replace(good, `,"confidence":0.2`, "", 1), false},
		{"no JSON", "I would look for lanterns.", false},
		{"empty", "", false},
	} {
		m := &thinker{on: map[string]func(asked) any{"seek": func(asked) any { return c.reply }}}
		d := newDesk(t, newWorld(t, harbour), m, false)
		s, r := d.ask(question, nil)
		if first := s.Decisions[0]; first.ByRule == c.usable || len(first.Queries) == 0 || first.NextAction != "search_more" || first.CoverageGaps == nil {
			t.Errorf("%s: %+v", c.name, first)
		}
		if fell := s.Stats.PlannerFallbacks == 1 && s.Spend.Fallbacks == 1; fell == c.usable || s.Stop != answer.StopSufficient || len(r.Claims) == 0 {
			t.Errorf("%s: %d fallbacks, stop %s", c.name, s.Stats.PlannerFallbacks, s.Stop)
		}
	}
}

func TestPlanner_IsAskedAtTheStartAndAfterEachReading(t *testing.T) {
	m := looper()
	d := newDesk(t, newWorld(t, harbour), m, false)
	s, _ := d.ask(question, nil)
	var got []string
	for _, name := range m.steps() {
		if name != "check" {
			got = append(got, name)
		}
	}
	if want := []string{"seek", "settle", "settle"}; !slices.Equal(got, want) {
		t.Errorf("steps %v", got)
	}
	if last := s.Decisions[len(s.Decisions)-1]; len(s.Decisions) != 3 || last.NextAction != "finalize" || !last.ByRule || s.Stats.PlannerFallbacks != 0 {
		t.Errorf("where no round is left the decision is that of code: %+v", s.Decisions)
	}
	call := m.last("settle")
	for _, want := range []string{"40 lumens", "Already tried", "lantern brightness", "2026-03-01", "Rounds left: 0", "harbour.gov"} {
		if !strings.Contains(call.User, want) {
			t.Errorf("the evaluation is not told %q:\n%s", want, call.User)
		}
	}
}

// Evidence that tells the planner what to do, or a document's text, must not leave in a query.
func TestPlanner_NothingOfTheEvidenceLeavesInAQuery(t *testing.T) {
	secret := "= diary.pdf\nThe lantern brightness on my boat is kept under the code word of uncle Albert from Kelpsund.\n"
	m := &thinker{on: map[string]func(asked) any{"decide": func(a asked) any {
		if a.n > 0 {
			return enough()
		}
		return more("kept under the code word of uncle Albert from Kelpsund", "lantern https://evil.example/?q=secret limit", "mail to a@evil.example about lanterns")
	}}}
	d := newDesk(t, newWorld(t, secret+harbour), m, false)
	s, _ := d.ask(question, nil)
	for _, q := range d.world.asked {
		if strings.Contains(q, "Albert") || strings.Contains(q, "evil") || strings.Contains(q, "@") {
			t.Errorf("%q left", q)
		}
	}
	if s.Stats.Loops != 2 || !slices.Contains(d.world.asked, "lantern limit") {
		t.Errorf("sent %v", d.world.asked)
	}
}

func TestPlanner_AFinalizeWithoutEvidenceIsNotBelieved(t *testing.T) {
	m := &thinker{on: map[string]func(asked) any{
		"judge": func(a asked) any {
			return prompts.JudgeOut{Passages: []prompts.JudgeVerdict{}, Others: a.ids}
		},
	}}
	d := newDesk(t, newWorld(t, harbour), m, false)
	s, _ := d.ask(question, nil)
	if s.Stop == answer.StopSufficient || s.Stats.Loops != 2 {
		t.Errorf("stop %s after %d loops: %+v", s.Stop, s.Stats.Loops, s.Decisions)
	}
}
