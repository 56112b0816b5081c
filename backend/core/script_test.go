package core_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/event"
	"rabbithole/backend/fake"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
	"rabbithole/backend/report"
	"rabbithole/prompts"
)

// teacher asks for what stands on one page of one document: 1,450 hours.
const teacher = "The craft teacher of Lindenhof School spends which hours of the year in the room?"

// scripted opens a fresh sample library whose model is a scripted server.
func scripted(t *testing.T, server *fake.Server, pairs ...string) *core.Core {
	t.Helper()
	return open(t, library(t), env(append([]string{"OLLAMA_HOST", server.URL.String()}, pairs...)...))
}

func TestModel_KeyFactIsCitedAndGoesWithItsPassage(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := scripted(t, fake.NewServer(t))
	_, with := finish(t, c, core.Begin{Question: teacher, Engine: settings.Ollama})
	if !states(with, "1,450", memo, 2) {
		t.Fatalf("no claim cites 1,450 hours on page 2 of the memo:\n%s", said(with))
	}
	if with.Making.Engine != "ollama" || with.Making.Model != "qwen3:14b" || with.Making.Digest == "" || with.Making.Spend.Calls == 0 || with.Making.Spend.PromptTokens == 0 {
		t.Errorf("making = %+v", with.Making)
	}
	if n := with.Making.Spend.Fallbacks; n != 0 {
		t.Errorf("%d steps fell back although the model was sensible: %v", n, with.Notes)
	}

	if _, err := c.Remove(t.Context(), memo); err != nil {
		t.Fatal(err)
	}
	_, without := finish(t, c, core.Begin{Question: teacher, Engine: settings.Ollama})
	if states(without, "1,450", memo, 2) || strings.Contains(said(without), "Lindenhof") {
		t.Errorf("the claim outlived its source:\n%s", said(without))
	}
	if without.Quality.Total >= with.Quality.Total {
		t.Errorf("quality %d without the key passage, %d with it", without.Quality.Total, with.Quality.Total)
	}
	gap := strings.ToLower(strings.Join(without.Silent, " ") + without.Quality.Reason)
	if !strings.Contains(gap, "teacher") && !strings.Contains(gap, "lindenhof") {
		t.Errorf("the gap is not named: silent %q, reason %q", without.Silent, without.Quality.Reason)
	}
}

// states reports whether a claim with the words cites the page.
func states(r report.Report, words, document string, page int) bool {
	for _, claim := range r.Claims {
		for _, c := range claim.Citations {
			if strings.Contains(claim.Text, words) && c.Name == document && c.Page == page && strings.Contains(c.Quote, words) {
				return true
			}
		}
	}
	return false
}

// badly wraps Sensible: spoil may replace the reply of a step.
func badly(spoil func(fake.ChatRequest, fake.ChatReply) fake.ChatReply) func(fake.ChatRequest) fake.ChatReply {
	return func(req fake.ChatRequest) fake.ChatReply { return spoil(req, fake.Sensible(req)) }
}

// drafted changes what the model drafts.
func drafted(change func(*prompts.DraftOut)) func(fake.ChatRequest, fake.ChatReply) fake.ChatReply {
	return func(req fake.ChatRequest, reply fake.ChatReply) fake.ChatReply {
		if req.Step != prompts.Draft.Name {
			return reply
		}
		var out prompts.DraftOut
		if err := json.Unmarshal([]byte(reply.Text), &out); err != nil {
			panic(err) // Sensible's own reply
		}
		change(&out)
		return fake.Answer(out)
	}
}

func TestModel_MisbehavesAndTheReportStaysClean(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	cases := []struct {
		name      string
		spoil     func(fake.ChatRequest, fake.ChatReply) fake.ChatReply
		fallbacks bool // steps are done by the built-in engine, and the report says so
	}{
		{"UnknownEvidence", drafted(func(d *prompts.DraftOut) { d.Answer += " Zanzibar is safe [E99]. Zanzibar is large [E1, E77]." }), false},
		{"NoEvidence", drafted(func(d *prompts.DraftOut) { d.Answer += " Zanzibar needs no source." }), false},
		{"InventedLink", drafted(func(d *prompts.DraftOut) { d.Answer += " See https://zanzibar.example [E1]." }), false},
		{"InventedQuotes", inventedQuotes, false},
		{"OnlyUnknownEvidence", drafted(func(d *prompts.DraftOut) { *d = prompts.DraftOut{Answer: "Zanzibar [E99]."} }), true},
		{"NotJSON", always(fake.ChatReply{Text: "I would rather talk about Zanzibar."}), true},
		{"OtherJSON", always(fake.ChatReply{Text: `{"zanzibar": [1, 2]}`}), true},
		{"Nothing", always(fake.ChatReply{Text: " "}), true},
		{"CutOutput", cut, true},
		{"ThinkingInTheText", thinking, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			server := fake.NewServer(t)
			server.Script(badly(c.spoil))
			app := scripted(t, server, "MAX_ITERATIONS", "2", "MAX_REWRITES", "1")
			run, r := finish(t, app, core.Begin{Question: teacher, Engine: settings.Ollama})
			clean(t, r)
			noted(t, app, run, r, c.fallbacks)
		})
	}
}

// clean fails when the report states anything that the model made up. What was struck may be told, but not the sources it invented.
func clean(t *testing.T, r report.Report) {
	t.Helper()
	words := []string{"E99", "<think", "https://zanzibar"}
	for range 2 {
		raw, err := report.JSON(r)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range words {
			if strings.Contains(string(raw), word) {
				t.Errorf("the report holds %q", word)
			}
		}
		r.Struck, words = nil, append(words, "Zanzibar", "zanzibar")
	}
	if len(r.Claims) == 0 && len(r.Silent) == 0 {
		t.Error("the report says nothing at all")
	}
}

// noted checks that fallbacks are counted, told as events and noted in the report, and that there are none otherwise.
func noted(t *testing.T, c *core.Core, run graph.Run, r report.Report, wanted bool) {
	t.Helper()
	events := told(t, c, run.ID, reason.EventFallback)
	footnote := slices.ContainsFunc(r.Notes, func(n string) bool { return strings.Contains(n, "without the model") })
	if n := r.Making.Spend.Fallbacks; n != events || footnote != (n > 0) || (n > 0) != wanted {
		t.Errorf("%d fallbacks counted, %d told as events, footnote: %t; wanted: %t", n, events, footnote, wanted)
	}
}

// told counts the run's durable events of a kind.
func told(t *testing.T, c *core.Core, run string, kind event.Kind) int {
	t.Helper()
	events, err := c.EventsSince(t.Context(), run, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, e := range events {
		if e.Kind == kind {
			n++
		}
	}
	return n
}

func always(reply fake.ChatReply) func(fake.ChatRequest, fake.ChatReply) fake.ChatReply {
	return func(fake.ChatRequest, fake.ChatReply) fake.ChatReply { return reply }
}

// cut ends every reply in its middle, as a server does at the token limit.
func cut(_ fake.ChatRequest, reply fake.ChatReply) fake.ChatReply {
	return fake.ChatReply{Text: reply.Text[:len(reply.Text)/2], DoneReason: "length"}
}

// thinking puts thoughts before every reply, in the text as some models do.
func thinking(_ fake.ChatRequest, reply fake.ChatReply) fake.ChatReply {
	reply.Text = "<think>Is Zanzibar {\"meant\": [1]}?</think>\n" + reply.Text
	return reply
}

func TestModel_TruncationAlarm(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	server.Script(badly(func(req fake.ChatRequest, reply fake.ChatReply) fake.ChatReply {
		if req.Step == prompts.Sift.Name {
			reply.PromptTokens = int(req.Raw.Options["num_ctx"].(float64)) // the context is full: the server cut the prompt
		}
		return reply
	}))
	app := scripted(t, server, "MAX_ITERATIONS", "1", "MAX_REWRITES", "1")
	run, r := finish(t, app, core.Begin{Question: teacher, Engine: settings.Ollama})
	noted(t, app, run, r, true)
	if alarms := told(t, app, run.ID, reason.EventTruncated); alarms == 0 || r.Making.Spend.Truncated != alarms {
		t.Errorf("%d alarms, %d counted", alarms, r.Making.Spend.Truncated)
	}
	if !slices.ContainsFunc(r.Notes, func(n string) bool { return strings.Contains(n, "cut by the model server") }) {
		t.Errorf("notes = %q", r.Notes)
	}
}

// inventedQuotes names spans that are not there beside those that are.
func inventedQuotes(req fake.ChatRequest, reply fake.ChatReply) fake.ChatReply {
	if req.Step != prompts.Sift.Name {
		return reply
	}
	var out prompts.SiftOut
	if err := json.Unmarshal([]byte(reply.Text), &out); err != nil {
		panic(err) // Sensible's own reply
	}
	for i := range out.Passages {
		p := &out.Passages[i]
		p.Relevance = 0.9
		p.Spans = append([]string{fmt.Sprintf("P%d.%d", i+1, 1000+i)}, p.Spans...)
		p.Spans = p.Spans[:min(len(p.Spans), 2)]
	}
	return fake.Answer(out)
}
