package related_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/graph"
	"rabbithole/prompts"
)

// online gives the desk a web with a page that contradicts the manual, one about lunch, and one that is not there.
func (d *desk) online() *net {
	w := &net{desk: d, big: map[string]int64{}, pages: map[string]string{
		"https://harbours.gov/lanterns": "Lanterns on boats\n\nA lantern on a rescue boat shall shine with at most 70 lumens in the harbour basin. The rule holds for all harbours.",
		"https://soup.example/lunch":    "Potato soup with bread is served on Mondays at noon in the canteen by the harbour.",
		"https://lost.example/page":     "",
	}}
	d.tools.Web = w
	return w
}

func withWeb(d *desk, allow flow.Allow) related.State {
	s := d.reading()
	s.Allow = allow
	return s
}

func TestRun_TheWebSpeaksToThePage(t *testing.T) {
	d := harbour(t)
	web := d.online()
	s := d.run(withWeb(d, flow.AllowRun))
	b, ok := bullet(s, related.Contradicts, "70 lumens")
	if !ok || b.Places[0].URL != "https://harbours.gov/lanterns" || !strings.Contains(b.About.Quote, "40 lumens") {
		t.Errorf("bullets %+v", s.Bullets)
	}
	at := slices.IndexFunc(s.Sources, func(x related.Source) bool { return x.URL == "https://harbours.gov/lanterns" })
	if at < 0 || s.Sources[at].Publisher != "harbours.gov" || s.Sources[at].PublishedAt != "2025-06-01" || !strings.HasPrefix(s.Sources[at].Title, "Page ") {
		t.Errorf("sources %+v", s.Sources)
	}
	if len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], "lost.example") || s.Status != related.StatusReady {
		t.Errorf("warnings %q", s.Warnings)
	}
	if len(web.sought) != 2 || len(web.read) != 3 {
		t.Errorf("sought %q, read %q", web.sought, web.read)
	}
	if told := d.statuses(); !slices.ContainsFunc(told, func(x related.StatusData) bool { return x.Doing == related.DoingFetching }) {
		t.Errorf("told %+v", told)
	}
}

func TestRun_NothingLeavesWithoutConsent(t *testing.T) {
	for _, c := range []struct {
		name   string
		answer flow.ConsentAnswer
		sought []string
	}{
		{"refused", flow.ConsentAnswer{Decision: flow.ConsentLibrary, Queries: []string{"x"}}, nil},
		{"edited", flow.ConsentAnswer{Decision: flow.ConsentThese, Queries: []string{"lantern rules"}}, []string{"lantern rules"}},
		{"nonsense", flow.ConsentAnswer{Decision: "yes please", Queries: []string{"x"}}, nil},
	} {
		d := harbour(t)
		web := d.online()
		d.reply = func(q graph.Question) any {
			if q.Kind != flow.QuestionConsent || len(web.sought) > 0 {
				t.Errorf("%s: asked %s after %q were sent", c.name, q.Kind, web.sought)
			}
			return c.answer
		}
		s := d.run(withWeb(d, flow.AllowAsk))
		if len(d.posed) != 1 || !slices.Equal(web.sought, c.sought) || s.Status != related.StatusReady || len(s.Bullets) < 3 {
			t.Errorf("%s: asked %d times, sought %q, %d bullets", c.name, len(d.posed), web.sought, len(s.Bullets))
		}
		if c.sought == nil && len(web.read) > 0 {
			t.Errorf("%s: read %q", c.name, web.read)
		}
		var data flow.ConsentData
		if err := json.Unmarshal(d.posed[0].Data, &data); err != nil || data.Provider.Host != "search.example" || len(data.Queries) != 2 {
			t.Errorf("%s: the question says %+v, %v", c.name, data, err)
		}
	}
}

func TestRun_InTheLibraryAloneNothingIsAsked(t *testing.T) {
	d := harbour(t)
	web := d.online()
	m := d.think(append(use("search_web", map[string]any{"query": "lantern"}), use("fetch_url", map[string]any{"url": "https://harbours.gov/lanterns"})...),
		func(call prompts.Call) any { return three(call) })
	s := d.run(withWeb(d, flow.AllowLibrary))
	if len(web.sought)+len(web.read)+len(d.posed) != 0 || s.Made != "model" || len(m.heard[0].Tools) != 4 {
		t.Errorf("sought %q, read %q, asked %d times, tools %d", web.sought, web.read, len(d.posed), len(m.heard[0].Tools))
	}
	if m.heard[1].Turns[1].Text != "The web may not be used for this." {
		t.Errorf("told %q", m.heard[1].Turns[1].Text)
	}
}

func TestRun_AModelSearchesTheWebWithConsent(t *testing.T) {
	d := harbour(t)
	web := d.online()
	d.reply = func(q graph.Question) any {
		var data flow.ConsentData
		if err := json.Unmarshal(q.Data, &data); err != nil {
			t.Fatal(err)
		}
		return flow.ConsentAnswer{Decision: flow.ConsentThese, Queries: data.Queries}
	}
	m := d.think(
		use("search_web", map[string]any{"query": "rescue boat lantern lumens", "recencyDays": 300, "language": "en"}),
		append(use("fetch_url", map[string]any{"url": "https://harbours.gov/lanterns"}), use("fetch_url", map[string]any{"url": "https://chandler.example/glass"})...),
		func(call prompts.Call) any {
			return strings.Replace(three(call).(string), "- **Contra", fmt.Sprintf(`- **Contradicts:** A lantern on a rescue boat shall shine with at most 70 lumens in the harbour basin. [%s]\n- **Contra`, idOf(call, "70 lumens")), 1)
		})
	s := d.run(withWeb(d, flow.AllowAsk))
	if !slices.Equal(web.sought, []string{"rescue boat lantern lumens"}) || !slices.Equal(web.read, []string{"https://harbours.gov/lanterns"}) || len(d.posed) != 1 {
		t.Errorf("sought %q, read %q, asked %d times", web.sought, web.read, len(d.posed))
	}
	if b, ok := bullet(s, related.Contradicts, "70 lumens"); !ok || b.Places[0].URL != "https://harbours.gov/lanterns" || b.Rule {
		t.Errorf("bullets %+v, warnings %q", s.Bullets, s.Warnings)
	}
	if len(m.heard[0].Tools) != 6 || !strings.Contains(m.heard[1].Turns[1].Text, "harbours.gov") || !strings.Contains(m.heard[2].Turns[4].Text, "came from no search") {
		t.Errorf("turns %+v", m.heard[len(m.heard)-1].Turns)
	}
}

func TestRun_AfterARefusalNothingMoreIsRead(t *testing.T) {
	d := harbour(t)
	web := d.online()
	d.reply = func(q graph.Question) any {
		if len(d.posed) > 1 {
			return flow.ConsentAnswer{Decision: flow.ConsentLibrary}
		}
		return flow.ConsentAnswer{Decision: flow.ConsentThese, Queries: []string{"rescue boat"}}
	}
	m := d.think(use("search_web", map[string]any{"query": "rescue boat"}),
		append(use("search_web", map[string]any{"query": "secret words of the manual"}), use("fetch_url", map[string]any{"url": "https://harbours.gov/lanterns"})...),
		use("fetch_url", map[string]any{"url": "https://harbours.gov/lanterns"}), func(call prompts.Call) any { return three(call) })
	s := d.run(withWeb(d, flow.AllowAsk))
	if !slices.Equal(web.sought, []string{"rescue boat"}) || len(web.read) != 0 || len(d.posed) != 2 || s.Status != related.StatusReady || len(m.heard[3].Tools) != 4 {
		t.Errorf("sought %q, read %q, asked %d times, status %s", web.sought, web.read, len(d.posed), s.Status)
	}
}

func TestRun_WhatTheDocumentNamesMayBeReadWhereTheRunMayDoWhatItNeeds(t *testing.T) {
	d := harbour(t)
	web := d.online()
	web.pages["https://chandler.example/glass"] = "Spare glass for signal lanterns costs 12 talers. Cracked signal glass is never repaired by us."
	d.think(use("fetch_url", map[string]any{"url": "https://chandler.example/glass"}), func(call prompts.Call) any { return three(call) })
	if d.run(withWeb(d, flow.AllowRun)); !slices.Equal(web.read, []string{"https://chandler.example/glass"}) {
		t.Errorf("read %q", web.read)
	}
}

func TestRun_TheLimitsOfTheModesHold(t *testing.T) {
	for mode, want := range map[related.Mode][2]int{related.Quick: {5, 3}, related.Standard: {6, 4}, related.Deep: {8, 5}} {
		t.Run(string(mode), func(t *testing.T) {
			if testing.Short() && mode != related.Quick {
				t.Skip("-short runs the quick mode alone")
			}
			d := harbour(t)
			web := d.online()
			var fetch []prompts.ToolCall
			for i := range 20 {
				address := fmt.Sprintf("https://site%d.example/page", i)
				web.pages[address] = fmt.Sprintf("A lantern on a rescue boat shall shine with at most %d lumens in the harbour basin.", 100+i)
				web.offers = append(web.offers, address)
			}
			s := withWeb(d, flow.AllowRun)
			s.Mode = mode
			s = d.run(s)
			if len(s.Offered) != 2*want[0] || len(web.read) != want[1] || len(s.Bullets) > 8 {
				t.Errorf("%s by rule: %d offered, %d read, %d bullets", mode, len(s.Offered), len(web.read), len(s.Bullets))
			}
			for i := range 4 {
				fetch = append(fetch, use("fetch_url", map[string]any{"url": web.offers[i]})...)
			}
			web.read = nil
			m := d.think(use("search_web", map[string]any{"query": "lantern"}), fetch, append(use("fetch_url", map[string]any{"url": web.offers[4]}), use("fetch_url", map[string]any{"url": web.offers[5]})...),
				func(call prompts.Call) any { return three(call) })
			s = withWeb(d, flow.AllowRun)
			s.Mode = mode
			s = d.run(s)
			if len(s.Offered) != want[0] || len(web.read) != want[1] {
				t.Errorf("%s by a model: %d offered, %d read", mode, len(s.Offered), len(web.read))
			}
			if said := m.heard[3].Turns; !strings.Contains(said[len(said)-1].Text, "No more pages") && !strings.Contains(said[len(said)-1].Text, "came from no search") {
				t.Errorf("%s: told %q", mode, said[len(said)-1].Text)
			}
		})
	}
}

func TestLimitsOf_AreTheSpecifications(t *testing.T) {
	for mode, want := range map[related.Mode]related.Limits{
		related.Quick:    {Results: 5, Pages: 3, Fetch: 5 * time.Second, Bytes: 1 << 20, Total: 20 * time.Second, Turns: 4, Bullets: 5, Points: [3]int{10, 2, 2}},
		related.Standard: {Results: 6, Pages: 4, Fetch: 7 * time.Second, Bytes: 1.5 * (1 << 20), Total: 30 * time.Second, Turns: 6, Bullets: 6, Points: [3]int{16, 4, 4}},
		related.Deep:     {Results: 8, Pages: 5, Fetch: 10 * time.Second, Bytes: 2 << 20, Total: 40 * time.Second, Turns: 8, Bullets: 8, Points: [3]int{24, 6, 6}},
	} {
		if got := related.LimitsOf(mode); got != want {
			t.Errorf("%s: %+v", mode, got)
		}
	}
	if related.LimitsOf("huge") != related.LimitsOf(related.Standard) {
		t.Error("an unknown mode is not the standard one")
	}
}

func TestRun_APageThatIsTooLargeOrNeverComesIsAWarning(t *testing.T) {
	d := harbour(t)
	web := d.online()
	web.big["https://harbours.gov/lanterns"] = related.LimitsOf(related.Standard).Bytes + 1
	s := d.run(withWeb(d, flow.AllowRun))
	if _, ok := bullet(s, related.Contradicts, "70 lumens"); ok || len(s.Warnings) != 2 || !strings.Contains(strings.Join(s.Warnings, " "), "larger") {
		t.Errorf("warnings %q, bullets %+v", s.Warnings, s.Bullets)
	}
	d = harbour(t)
	web = d.online()
	web.big["https://harbours.gov/lanterns"] = related.LimitsOf(related.Standard).Bytes + 1
	m := d.think(use("search_web", map[string]any{"query": "lantern"}), use("fetch_url", map[string]any{"url": "https://harbours.gov/lanterns"}), func(call prompts.Call) any { return three(call) })
	if s = d.run(withWeb(d, flow.AllowRun)); len(s.Fetched) != 1 || s.Fetched[0].Failed == "" || !strings.Contains(m.heard[2].Turns[3].Text, "larger") {
		t.Errorf("fetched %+v, told %q", s.Fetched, m.heard[2].Turns[3].Text)
	}
	d = harbour(t)
	d.online().stalls = true
	s = withWeb(d, flow.AllowRun)
	s.Spend.Time = related.LimitsOf(s.Mode).Total - 12*time.Second
	began := time.Now()
	if s = d.run(s); s.Status != related.StatusReady || len(s.Bullets) < 3 || time.Since(began) > 24*time.Second {
		t.Errorf("status %s, %d bullets after %v", s.Status, len(s.Bullets), time.Since(began))
	}
}

func TestRun_AProviderThatTakesNoQueriesHasFailedAndSaysWhatToDo(t *testing.T) {
	d := harbour(t)
	d.online().fails = fault.New("search the web with brave", fault.Denied, "The key is missing, wrong or used up.", errors.New("it answered 401"))
	s := d.run(withWeb(d, flow.AllowRun))
	if s.Status != related.StatusFailed || !strings.Contains(s.Error, "The key is missing") {
		t.Errorf("status %s, error %q", s.Status, s.Error)
	}
	d = harbour(t)
	d.online().fails = fault.New("search the web with brave", fault.Unavailable, "Try again later.", errors.New("it answered 500"))
	if s = d.run(withWeb(d, flow.AllowRun)); s.Status != related.StatusReady || len(s.Bullets) < 3 || len(s.Warnings) != 2 {
		t.Errorf("a provider in trouble: status %s, %d bullets, warnings %q", s.Status, len(s.Bullets), s.Warnings)
	}
}
