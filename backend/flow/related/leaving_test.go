package related_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/prompts"
)

// An address carries what the model puts into it: words of the page behind a parameter that says nothing, or behind "#". It opens what was offered, as it was offered.
func TestRun_AnAddressLeavesAsItWasOfferedNotAsTheModelWritesIt(t *testing.T) {
	d := harbour(t)
	web := d.online()
	web.pages["https://chandler.example/glass"] = "Spare glass for signal lanterns costs 12 talers. Cracked signal glass is never repaired by us."
	d.think(use("search_web", map[string]any{"query": "lantern"}),
		append(use("fetch_url", map[string]any{"url": "http://www.harbours.gov/lanterns/?utm_source=forty%20lumens#in-the-basin"}),
			use("fetch_url", map[string]any{"url": "https://chandler.example/glass?fbclid=forty-lumens"})...),
		func(call prompts.Call) any { return three(call) })
	d.run(withWeb(d, flow.AllowRun))
	if !slices.Equal(web.read, []string{"https://harbours.gov/lanterns", "https://chandler.example/glass"}) {
		t.Errorf("read %q", web.read)
	}
}

// Who says "only the library" has said it for the pages, too, that were offered before.
func TestRun_AfterARefusalNoPageIsReadEither(t *testing.T) {
	d := harbour(t)
	web := d.online()
	d.reply = func(q graph.Question) any {
		var data flow.ConsentData
		if err := json.Unmarshal(q.Data, &data); err != nil {
			t.Fatal(err)
		}
		if len(d.posed) > 1 {
			return flow.ConsentAnswer{Decision: flow.ConsentLibrary}
		}
		return flow.ConsentAnswer{Decision: flow.ConsentThese, Queries: data.Queries}
	}
	m := d.think(use("search_web", map[string]any{"query": "lantern"}),
		append(use("search_web", map[string]any{"query": "lantern glass"}), use("fetch_url", map[string]any{"url": "https://harbours.gov/lanterns"})...),
		func(call prompts.Call) any { return three(call) })
	d.run(withWeb(d, flow.AllowAsk))
	if len(d.posed) != 2 || !slices.Equal(web.sought, []string{"lantern"}) || len(web.read) > 0 {
		t.Errorf("asked %d times, sought %q, read %q", len(d.posed), web.sought, web.read)
	}
	if told := m.heard[len(m.heard)-1].Turns; !strings.Contains(told[len(told)-1].Text, "may not be used") && !strings.Contains(told[len(told)-2].Text, "may not be used") {
		t.Errorf("told %+v", told)
	}
}
