package flow_test

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/fake/shelf"
	"rabbithole/backend/flow"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
	"rabbithole/prompts"
)

// scripted is a model that answers checks and repairs as a test says; it keeps what it was asked.
type scripted struct {
	check  func(user, claim string) prompts.CheckVerdict
	repair func(user string) string
	asked  map[string][]string
}

func (s *scripted) Card() prompts.Card { return prompts.Card{NumCtx: 1 << 15, MaxCtx: 1 << 15} }

func (s *scripted) Generate(_ context.Context, call prompts.Call, _ func(string)) (prompts.Reply, error) {
	if s.asked == nil {
		s.asked = map[string][]string{}
	}
	s.asked[call.Step] = append(s.asked[call.Step], call.User)
	var out any
	switch call.Step {
	case "check":
		checked := prompts.CheckOut{Conflicts: []prompts.CheckConflict{}, Parts: []prompts.CheckPart{{Part: "entry", Answered: "yes"}}, Clarity: 80}
		for _, m := range claimed.FindAllStringSubmatch(call.User, -1) {
			v := s.check(call.User, m[2])
			v.Ref, v.Spans, v.Conditions = m[1], append([]string{}, v.Spans...), append([]prompts.CheckCondition{}, v.Conditions...)
			checked.Claims = append(checked.Claims, v)
		}
		out = checked
	case "repair":
		ref := regexp.MustCompile(`(K\d+) \(`).FindStringSubmatch(call.User)[1]
		out = prompts.RepairOut{Sentences: []prompts.RepairedSentence{{Ref: ref, Text: s.repair(call.User)}}}
	}
	raw, err := json.Marshal(out)
	return prompts.Reply{Text: string(raw), DoneReason: "stop"}, err
}

// evidence is the passage in which a text of a library stands, with that text as its quote.
func evidence(t *testing.T, kit *step.Kit, id, text string) cite.Evidence {
	t.Helper()
	hits, err := kit.Search.Search(t.Context(), extract.Query{Text: text, Limit: 5})
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range hits {
		page, err := kit.Library.PageText(t.Context(), h.Passage.Document, h.Passage.Page())
		if err != nil {
			t.Fatal(err)
		}
		if at := strings.Index(page, text); at >= 0 && strings.Contains(h.Passage.Text, text) {
			span := source.Span{Page: h.Passage.Page(), Start: at, End: at + len(text)}
			e, err := flow.Hydrate(t.Context(), kit.Library, flow.Kept{ID: id, Passage: h.Passage.ID, Score: 0.9, Quotes: [][]source.Span{{span}}})
			if err != nil {
				t.Fatal(err)
			}
			return e
		}
	}
	t.Fatalf("%q stands nowhere", text)
	return cite.Evidence{}
}

var claimed = regexp.MustCompile(`(?m)^(K\d+) \[.*\n<<<.*\n(.*)$`)

var shownPassage = regexp.MustCompile(`(?m)^(E\d+) \(`)

const port = `# Port Act

## Article 16 Powers

(1) The port office advises owners. It does so in writing.

(2) Owners grant access to their sheds. Private owners do so during business hours only.

(3) The port office keeps a register.

## Article 40 Supervision

(1) The office inspects sheds.

(2) Officers may enter sheds and see all records. Article 16(2) applies.
`

// A sentence that is right by the span it cites may be limited by the span beside it, which says so by a reference:
// the model that checks and the model that mends see what that leads to, and can cite it.
func TestProve_ShowsWhatACitedPassagePointsTo(t *testing.T) {
	_, kit := shelf.New(t, map[string]string{"port.md": port})
	e := evidence(t, kit, "E7", "Officers may enter sheds and see all records.")
	m := &scripted{}
	m.check = func(user, claim string) prompts.CheckVerdict {
		v := prompts.CheckVerdict{Verdict: "supported"}
		at := regexp.MustCompile(`\[(\d+)\] Private owners do so during business hours only`).FindStringSubmatch(user)
		if !strings.Contains(user, "E8 (") || at == nil {
			t.Errorf("what Article 16(2) says is not shown:\n%s", user)
			return v
		}
		if strings.Contains(user, "keeps a register") || strings.Contains(user, "advises owners") {
			t.Errorf("more than the paragraph is shown:\n%s", user)
		}
		if !strings.Contains(claim, "business hours") {
			v.Conditions = append(v.Conditions, prompts.CheckCondition{Text: "during business hours", Span: "E8." + at[1], Missed: true})
		} else {
			v.Spans = []string{"E8." + at[1]}
		}
		return v
	}
	m.repair = func(user string) string {
		if !strings.Contains(user, "Private owners do so during business hours only") {
			t.Errorf("who mends does not see it:\n%s", user)
		}
		return "Officers may enter in business hours [E7, E8]."
	}
	kit.Model = m
	draft := extract.Draft{Answer: []cite.Sentence{{Text: "Officers are free to go into every shed.", Evidence: []string{"E7"}}}}
	got, err := flow.Prove(t.Context(), kit, ask.Question{Text: "May officers enter?", Language: "en"}, draft, []cite.Evidence{e})
	if err != nil {
		t.Fatal(err)
	}
	r := got.Report("en", []cite.Evidence{e})
	if got.Mended != 1 || len(got.Claims) != 1 || !strings.Contains(got.Claims[0].Text, "in business hours") || len(r.Evidence) != 2 || r.Evidence[1].ID != "E8" || r.Evidence[1].Via != "E7" {
		t.Errorf("%+v\n%+v", got, r.Evidence)
	}
	if found := shownPassage.FindAllString(m.asked["check"][0], -1); len(found) != 2 {
		t.Errorf("shown are %q", found)
	}
}

// What does not fit is left out: no more than two places for a claim, and a share of what it cites.
func TestProve_ShowsLittleOfWhatIsPointedTo(t *testing.T) {
	act := "# Act\n\n## § 1 Rules\n\nLamps are lit as § 2, § 3, § 4 and § 5 say.\n"
	for _, n := range []string{"2", "3", "4", "5"} {
		act += "\n## § " + n + " Rule\n\nRule number " + n + " holds for lamps.\n"
	}
	_, kit := shelf.New(t, map[string]string{"act.md": act})
	e := evidence(t, kit, "E1", "Lamps are lit as § 2, § 3, § 4 and § 5 say.")
	m := &scripted{check: func(string, string) prompts.CheckVerdict {
		return prompts.CheckVerdict{Verdict: "supported", Spans: []string{"E1.1"}}
	}}
	kit.Model = m
	draft := extract.Draft{Answer: []cite.Sentence{{Text: "There are rules for burning them.", Evidence: []string{"E1"}}}}
	got, err := flow.Prove(t.Context(), kit, ask.Question{Text: "Which rules?", Language: "en"}, draft, []cite.Evidence{e})
	if err != nil || len(got.Referred) > 2 || len(got.Added) != 0 {
		t.Errorf("%+v, %v", got, err)
	}
	if found := shownPassage.FindAllString(m.asked["check"][0], -1); len(found) > 3 {
		t.Errorf("shown are %q", found)
	}
}

// A checker names the passage in which a figure stands that the sentence does not cite: who mends sees that passage.
func TestProve_MendsWithThePassageThatDecides(t *testing.T) {
	_, kit := shelf.New(t, map[string]string{"act.md": "# Act\n\n## § 1 Time\n\nThe owner measures within 18 months.\n\n## § 2 More time\n\nThe office extends the period by six months.\n"})
	known := []cite.Evidence{evidence(t, kit, "E1", "The owner measures within 18 months."), evidence(t, kit, "E2", "The office extends the period by six months.")}
	m := &scripted{check: func(_, claim string) prompts.CheckVerdict {
		if !strings.Contains(claim, "reason") {
			return prompts.CheckVerdict{Verdict: "supported", Spans: []string{"E1.2", "E2.2"}}
		}
		return prompts.CheckVerdict{Verdict: "unproven", Spans: []string{"E1.2"}, Why: "the reason stands nowhere"}
	}}
	m.repair = func(user string) string {
		if !strings.Contains(user, "The owner measures within 18 months.") || strings.Contains(user, "stands nowhere in the cited") {
			t.Errorf("who mends does not see where the figure stands:\n%s", user)
		}
		return "The 18 months can be lengthened by six months [E1, E2]."
	}
	kit.Model = m
	draft := extract.Draft{Answer: []cite.Sentence{
		{Text: "The owner has 18 months for measuring.", Evidence: []string{"E1"}},
		{Text: "The office extends the period by six months.", Evidence: []string{"E2"}},
		{Text: "For a reason the 18 months become longer by six months.", Evidence: []string{"E2"}}}}
	if _, err := flow.Prove(t.Context(), kit, ask.Question{Text: "How long?", Language: "en"}, draft, known); err != nil {
		t.Fatal(err)
	}
	if len(m.asked["repair"]) != 1 {
		t.Errorf("asked %+v", m.asked)
	}
}

// What was kept before is shown under the ID that it has.
func TestProve_ShowsKeptEvidenceThatIsPointedTo(t *testing.T) {
	_, kit := shelf.New(t, map[string]string{"port.md": port})
	known := []cite.Evidence{evidence(t, kit, "E7", "Officers may enter sheds and see all records."), evidence(t, kit, "E3", "It does so in writing.")}
	m := &scripted{check: func(string, string) prompts.CheckVerdict {
		return prompts.CheckVerdict{Verdict: "supported", Spans: []string{"E7.3"}}
	}}
	kit.Model = m
	draft := extract.Draft{Answer: []cite.Sentence{{Text: "Officers are free to go into every shed.", Evidence: []string{"E7"}, Spans: []string{"E7.3"}}}}
	got, err := flow.Prove(t.Context(), kit, ask.Question{Text: "May officers enter?", Language: "en"}, draft, known)
	if err != nil || len(got.Added) != 0 || len(got.Referred) != 1 {
		t.Errorf("%+v, %v", got, err)
	}
	if asked := m.asked["check"][0]; !regexp.MustCompile(`(?m)^E3 .*; E7\.4 points to it`).MatchString(asked) || strings.Contains(asked, "E8 (") {
		t.Errorf("asked\n%s", asked)
	}
}

// What a rule doubts of a quote, that it goes on from a sentence left out, the model decides that checks.
func TestProve_AQuoteThatARuleDoubtsIsAskedAbout(t *testing.T) {
	for verdict, want := range map[string]cite.Verdict{"": cite.Unproven, "supported": cite.Supported, "unproven": cite.Unproven} {
		_, kit := shelf.New(t, map[string]string{"port.md": port})
		e := evidence(t, kit, "E7", "It does so in writing.")
		m := &scripted{check: func(string, string) prompts.CheckVerdict {
			return prompts.CheckVerdict{Verdict: verdict, Spans: []string{"E7.2"}}
		},
			repair: func(string) string { return "It does so in writing [E7]." }}
		if verdict != "" {
			kit.Model = m
		}
		draft := extract.Draft{Answer: []cite.Sentence{{Text: "It does so in writing.", Evidence: []string{"E7"}}}}
		got, err := flow.Prove(t.Context(), kit, ask.Question{Text: "How does the port office advise?", Language: "en"}, draft, []cite.Evidence{e})
		if err != nil || len(got.Claims) != 1 || got.Claims[0].Verdict != want {
			t.Errorf("%q: %+v, %v", verdict, got.Claims, err)
		}
	}
}
