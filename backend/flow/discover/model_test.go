package discover_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/reason"
	"rabbithole/prompts"
)

// angles are headlines that stand in the harbour's documents.
var angles = []discover.Headline{
	{Title: "How bright a lantern may be", Caption: "The brightness must not exceed 40 lumens on a boat in the harbour."},
	{Title: "Fines of 200 crowns", Caption: "Whoever sets a lantern out too bright pays it to the office."},
	{Title: "Red on the port side", Caption: "The colours may not be mixed on one boat."},
	{Title: "Oil without smoke", Caption: "Rape oil keeps a lantern burning for nine hours."},
	{Title: "Strong wind", Caption: "The glass has to be closed before it leaves the quay."},
	{Title: "Soot takes the light", Caption: "Half of it within a week."},
	{Title: "The keepers of 1702", Caption: "They lit the first lantern in spring."},
	{Title: "The great fog", Caption: "Eleven days every lantern burned in 1811."},
	{Title: "Storing it dry", Caption: "Upright, with its wick drawn out."},
}

// fenced is a reply as the prompt asks for it.
func fenced(t *testing.T, list []discover.Headline) string {
	t.Helper()
	raw, err := json.Marshal(map[string]any{"headlines": list})
	if err != nil {
		t.Fatal(err)
	}
	return "```json\n" + string(raw) + "\n```"
}

func TestModel_TheExactPromptAndNothingElseMakesTheCards(t *testing.T) {
	exact, err := os.ReadFile("../../../prompts/testdata/discover.prompt.txt")
	if err != nil {
		t.Fatal(err)
	}
	m := &thinker{replies: map[string][]any{discover.Name: {fenced(t, angles)}}}
	d := newDesk(t, newWorld(t, harbour), m)
	s := d.discover(discover.State{Query: "lantern", Language: "en"})
	if s.Made != flow.ByModel || len(s.Cards) != len(angles) || s.Spend.Calls != 5 || s.Spend.Fallbacks != 0 {
		t.Errorf("made by %s: %s, spent %+v", s.Made, titles(s.Cards), s.Spend)
	}
	for i, c := range s.Cards {
		if c.Kind != discover.KindModel || c.Title != angles[i].Title || c.Caption != angles[i].Caption {
			t.Errorf("card %+v is not %+v", c, angles[i])
		}
	}
	calls := m.calls(discover.Name)
	want := strings.Replace(strings.TrimSpace(string(exact)), "{QUERY_HERE}", "lantern", 1)
	if len(calls) != 1 || calls[0].User != want || len(calls[0].Turns) != 1 || calls[0].Turns[0].Role != prompts.User || calls[0].System != "" || calls[0].Schema != nil || calls[0].Think {
		t.Fatalf("the model was asked %+v", calls)
	}
	if got := calls[0].Turns[0].Text; !strings.HasPrefix(got, "Result of the subagent tool.") || !strings.Contains(got, "40 lumens") || !strings.Contains(got, "in English") || strings.Contains(got, "Bread") {
		t.Errorf("the model was shown %s", got)
	}
}

// A model that knows tools finds the call that the prompt asks for done, and its result behind it.
func TestModel_TheResearchIsTheResultOfTheSubagentTool(t *testing.T) {
	m := &thinker{tools: true, replies: map[string][]any{discover.Name: {fenced(t, angles)}}}
	s := newDesk(t, newWorld(t, harbour), m).discover(discover.State{Query: "lantern", Language: "en"})
	turns := m.calls(discover.Name)[0].Turns
	if s.Made != flow.ByModel || len(turns) != 2 || len(turns[0].Calls) != 1 || turns[0].Calls[0].Name != prompts.Subagent || string(turns[0].Calls[0].Arguments) != `{"query":"lantern"}` ||
		turns[1].Role != prompts.ToolRole || turns[1].Tool != prompts.Subagent || !strings.Contains(turns[1].Text, "40 lumens") {
		t.Errorf("made by %s after %+v", s.Made, turns)
	}
}

func TestModel_XMLIsTakenToo(t *testing.T) {
	var b strings.Builder
	b.WriteString("Here it is.\n```xml\n<headlines>\n")
	for _, h := range angles {
		b.WriteString("<item><title>" + h.Title + "</title><caption>" + h.Caption + "</caption></item>\n")
	}
	b.WriteString("</headlines>\n```\n")
	s := newDesk(t, newWorld(t, harbour), &thinker{replies: map[string][]any{discover.Name: {b.String()}}}).discover(discover.State{Query: "lantern", Language: "en"})
	if s.Made != flow.ByModel || len(s.Cards) != len(angles) {
		t.Errorf("made by %s: %s", s.Made, titles(s.Cards))
	}
}

func TestModel_TooFewCardsAreTriedOnceMoreSayingWhatWasWrong(t *testing.T) {
	m := &thinker{replies: map[string][]any{discover.Name: {"I would rather not.", fenced(t, angles)}}}
	s := newDesk(t, newWorld(t, harbour), m).discover(discover.State{Query: "lantern", Language: "en"})
	calls := m.calls(discover.Name)
	if s.Made != flow.ByModel || len(calls) != 2 || calls[0].User != calls[1].User || calls[0].Turns[0].Text != calls[1].Turns[0].Text || calls[0].Attempt != 0 || calls[1].Attempt != 1 {
		t.Errorf("made by %s with %d calls", s.Made, len(calls))
	} else if n := len(calls[0].Turns); len(calls[1].Turns) != n+1 || !strings.Contains(calls[1].Turns[n].Text, "it has 0 headlines") { // at temperature 0 the same would be said again
		t.Errorf("it is told %+v", calls[1].Turns)
	}
}

// What a model makes up, repeats, links to or says at length has no card; the built-in engine fills up to eight.
func TestModel_WhatStandsNowhereIsDropped(t *testing.T) {
	bad := []discover.Headline{
		{Title: "How bright a lantern may be", Caption: "The brightness must not exceed 90 lumens on a boat."},
		{Title: "Bright lanterns", Caption: "The brightness of a lantern on a boat may exceed 40 lumens."},
		{Title: "Colours of a lantern", Caption: "All colours burn on the port side of a boat."},
		{Title: "Lanterns of Venice", Caption: "A lantern on a boat in the harbour."},
		{Title: "Visit https://evil.example/ now", Caption: "A lantern on a boat in the harbour."},
		{Title: "Fines of 200 crowns and eleven more words that nobody wants to read here", Caption: "A fine."},
		{Title: "Soot", Caption: strings.Repeat("lantern ", 21)},
		{Title: "{{evil}} lantern", Caption: "A lantern on a boat."},
		angles[1], {Title: "Fines of 200 Crowns", Caption: "A fine to the harbour office for a lantern too bright."},
	}
	for name, replies := range map[string][]any{"twice": {fenced(t, bad), fenced(t, bad)}, "then talk": {fenced(t, bad), "Nothing else."}} {
		m := &thinker{replies: map[string][]any{discover.Name: replies}, refuses: []string{"may exceed", "All", "Venice"}}
		d := newDesk(t, newWorld(t, harbour), m)
		s := d.discover(discover.State{Query: "lantern", Language: "en"})
		model := 0
		for _, c := range s.Cards {
			if c.Kind == discover.KindModel {
				model++
			}
			if strings.Contains(c.Title+c.Caption, "90") || strings.Contains(c.Caption, "may exceed") || strings.Contains(c.Caption, "All") || strings.Contains(c.Title+c.Caption, "Venice") || strings.Contains(c.Title+c.Caption, "evil") {
				t.Errorf("%s: card %+v", name, c)
			}
		}
		if s.Made != flow.ByBoth || model != 1 || len(s.Cards) != discover.FewestCards || s.Cards[0].Title != angles[1].Title || s.Spend.Fallbacks != 1 {
			t.Errorf("%s: made by %s: %s, spent %+v", name, s.Made, titles(s.Cards), s.Spend)
		}
		if told := events[reason.FallbackData](d, reason.EventFallback); len(told) != 1 || told[0].Step != discover.Name {
			t.Errorf("%s: told %+v", name, told)
		}
	}
}

// A card may join what stands in several passages, and show what only a search for its own words finds.
func TestModel_ACardStandsOnUpToThreePassages(t *testing.T) {
	joined := []discover.Headline{{Title: "Eleven days of great fog", Caption: "Soot takes half of the light; rape oil keeps burning for nine hours."},
		{Title: "Bread beside the quay", Caption: "Sold on three mornings of the week."},
		{Title: "Soot, fog, oil and bread", Caption: "The office decides within thirty days; whoever mixes colours pays a fine."}}
	w := newWorld(t, harbour)
	m := &thinker{replies: map[string][]any{discover.Name: {fenced(t, joined)}}, refuses: []string{"Soot, fog"}}
	s := newDesk(t, w, m).discover(discover.State{Query: "lantern", Language: "en"})
	if len(s.Cards) < 2 || s.Cards[0].Title != joined[0].Title || len(s.Cards[0].Places) != 3 || s.Cards[1].Title != joined[1].Title || s.Cards[1].Places[0].Passage != w.saying(t, "Bread").ID ||
		strings.Contains(titles(s.Cards), joined[2].Title) {
		t.Errorf("%s: %+v", titles(s.Cards), s.Cards[:min(2, len(s.Cards))])
	}
}

// A faithful card in words of its own stands, on what the model that checks says it stands on, unless a figure of it stands nowhere.
func TestModel_ACardInOtherWords(t *testing.T) {
	own := []discover.Headline{{Title: "A clean flame", Caption: "Fuel from rape does not fume for the whole of nine hours."},
		{Title: "Another clean flame", Caption: "Colza fuel glows without fumes during seventeen hours."}}
	w := newWorld(t, harbour)
	d := newDesk(t, w, &thinker{replies: map[string][]any{discover.Name: {fenced(t, own)}}})
	d.free = true
	s := d.discover(discover.State{Query: "rape oil", Language: "en"})
	if c := s.Cards[0]; c.Title != own[0].Title || len(c.Places) == 0 || c.Places[0].Quote == "" {
		t.Errorf("%+v", c)
	}
	if strings.Contains(titles(s.Cards), own[1].Title) {
		t.Errorf("%s: its figure stands nowhere", titles(s.Cards))
	}
}

func TestModel_HostileRepliesLeaveTheCardsToTheBuiltInEngine(t *testing.T) {
	for name, reply := range map[string]any{
		"huge":        strings.Repeat("```json\n{\"headlines\":[", 20000),
		"html":        "```json\n{\"headlines\":[{\"title\":\"<script>alert(1)</script>\",\"caption\":\"<img src=x onerror=alert(1)>\"}]}\n```",
		"entities":    "```xml\n<!DOCTYPE x [<!ENTITY a \"ha\">]><headlines><item><title>&a;&a;</title><caption>&a;</caption></item></headlines>\n```",
		"nothing":     "",
		"gone":        fault.New("ask", fault.Unavailable, "Start Ollama.", errors.New("connection refused")),
		"not a model": errors.New("boom"),
	} {
		s := newDesk(t, newWorld(t, harbour), &thinker{replies: map[string][]any{discover.Name: {reply}}}).discover(discover.State{Query: "lantern", Language: "en"})
		_, failed := reply.(error)
		if s.Made != flow.ByRule || len(s.Cards) < discover.FewestCards || s.Spend.Fallbacks != 1 || failed != (len(s.Warnings) == 2) {
			t.Errorf("%s: made by %s: %s, warnings %q", name, s.Made, titles(s.Cards), s.Warnings)
		}
	}
}

func TestModel_IsNotAskedAboutNothing(t *testing.T) {
	m := &thinker{}
	d := newDesk(t, newWorld(t, harbour), m)
	d.finds = []string{}
	if s := d.discover(discover.State{Query: "penguins of Antarctica", Language: "en"}); len(s.Cards) != 0 || len(m.heard) != 0 || s.Made != flow.ByRule {
		t.Errorf("%s after %d calls", titles(s.Cards), len(m.heard))
	}
}

func TestModel_WhatIsFoundFitsItsContext(t *testing.T) {
	lines := "= long.pdf en\n"
	for _, name := range strings.Fields("alpha beta gamma delta epsilon zeta eta theta iota kappa") {
		lines += "# On " + name + "\nThe lantern of " + name + " burns " + strings.Repeat("very brightly ", 200) + "\n"
	}
	m := &thinker{numCtx: 4096, replies: map[string][]any{discover.Name: {"no"}}}
	newDesk(t, newWorld(t, lines), m).discover(discover.State{Query: "lantern", Language: "en"})
	for _, c := range m.calls(discover.Name) {
		text := c.Turns[0].Text
		if n := strings.Count(text, "The lantern of"); n == 0 || n == 10 || prompts.EstimateTokens(c.User+text) > 4096-1024 {
			t.Errorf("%d passages, %d bytes", n, len(text))
		}
	}
}

// A card stands on the spans that the model named for it, and says what it leaves out of them.
func TestModel_ACardStandsOnTheSpansThatItNames(t *testing.T) {
	reply := "```json\n{\"headlines\":[{\"title\":\"A thing by another name\",\"caption\":\"Said in words that stand nowhere else at all.\",\"spans\":[\"P2.1\",\"P99.1\"]}]}\n```"
	checked := `{"claims":[{"ref":"K1","verdict":"supported","spans":["E1.1"],"conditions":[{"text":"<b>only at night</b>","span":"E1.1","missed":true}],"why":""}],"conflicts":[],"parts":[],"clarity":80}`
	m := &thinker{replies: map[string][]any{discover.Name: {reply}, prompts.Proof.Name: {checked}}}
	w := newWorld(t, harbour)
	d := newDesk(t, w, m)
	d.free = true
	s := d.discover(discover.State{Query: "lantern", Language: "en"})
	if !strings.Contains(m.calls(prompts.Proof.Name)[0].User, "K1 [E1.1]") {
		t.Errorf("the check was asked\n%s", m.calls(prompts.Proof.Name)[0].User)
	}
	shown := m.calls(discover.Name)[0].Turns[0].Text
	_, second, _ := strings.Cut(shown, "\nP2 (")
	c := s.Cards[0]
	if c.Kind != discover.KindModel || len(c.Places) != 1 || !strings.Contains(second, c.Places[0].Quote) || !slices.Equal(c.Left, []string{"only at night"}) {
		t.Errorf("%+v after\n%s", c, shown)
	}
}

// slow is a model that answers only when its call is given up.
type slow struct{ *thinker }

func (slow) Generate(ctx context.Context, _ prompts.Call, _ func(string)) (prompts.Reply, error) {
	<-ctx.Done()
	return prompts.Reply{}, ctx.Err()
}

func TestModel_TheLimitsOfARunBindInsideACall(t *testing.T) {
	twice := []discover.Headline{{Title: "Nothing that stands anywhere", Caption: "Nor does this."}}
	for name, c := range map[string]struct {
		model  reason.Model
		limits budget.Limits
	}{
		"time":  {slow{&thinker{}}, budget.Limits{Time: 50 * time.Millisecond}},
		"calls": {&thinker{replies: map[string][]any{discover.Name: {fenced(t, twice)}}}, budget.Limits{Calls: 4}}, // three are the sub-run's
	} {
		s := newDesk(t, newWorld(t, harbour), c.model).discover(discover.State{Query: "lantern", Language: "en", Limits: c.limits})
		if s.Made != flow.ByRule || len(s.Cards) < discover.FewestCards || s.Spend.Fallbacks != 1 || !strings.Contains(strings.Join(s.Warnings, " "), "The limit of the run is reached") ||
			c.limits.Calls > 0 && s.Spend.Calls > c.limits.Calls {
			t.Errorf("%s: made by %s: %s, spent %+v, warnings %q", name, s.Made, titles(s.Cards), s.Spend, s.Warnings)
		}
	}
}
