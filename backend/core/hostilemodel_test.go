package core_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fake"
	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
	"rabbithole/backend/ollama"
	"rabbithole/prompts"
)

// impatient opens a library with a model server that is waited for briefly.
func impatient(t *testing.T, home string, server *fake.Server) *core.Core {
	t.Helper()
	c, err := core.Open(t.Context(), core.Config{Home: home, Env: env("OLLAMA_HOST", server.URL.String(), "MAX_ITERATIONS", "2", "MAX_REWRITES", "1"),
		Ollama: ollama.Options{NumCtx: numCtx, Limits: ollama.Limits{Loading: time.Second, FirstToken: 500 * time.Millisecond, Between: 500 * time.Millisecond, Patience: 300 * time.Millisecond}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// TestHostile_ModelTalksNonsense: whatever the model says, the run ends with a report in which every citation opens and nothing the
// model made up stands, and the report says that the built-in engine stood in.
func TestHostile_ModelTalksNonsense(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	for name, spoil := range map[string]func(fake.ChatRequest, fake.ChatReply) fake.ChatReply{
		"EndlessRepetition": func(_ fake.ChatRequest, r fake.ChatReply) fake.ChatReply {
			return fake.ChatReply{Text: r.Text[:len(r.Text)/2], Looping: true}
		},
		"RepeatedSentences": func(_ fake.ChatRequest, r fake.ChatReply) fake.ChatReply {
			return fake.ChatReply{Text: r.Text[:len(r.Text)/2] + strings.Repeat(" Zanzibar is warm.", 2000), DoneReason: "length"}
		},
		"AnotherLanguage": func(_ fake.ChatRequest, _ fake.ChatReply) fake.ChatReply {
			return fake.ChatReply{Text: "Voilà ce que je pense de Zanzibar : 桑给巴尔很暖和。"}
		},
		"ClosedByABrace": func(_ fake.ChatRequest, r fake.ChatReply) fake.ChatReply {
			return fake.ChatReply{Text: "```json\nZanzibar\n" + strings.Repeat("}", 500)}
		},
		"DeepNesting": func(_ fake.ChatRequest, _ fake.ChatReply) fake.ChatReply {
			return fake.ChatReply{Text: strings.Repeat(`{"zanzibar":`, 2500)}
		},
		"HugeNumbers": func(_ fake.ChatRequest, _ fake.ChatReply) fake.ChatReply {
			return fake.ChatReply{Text: `{"passages":[{"ref":"P1","relevance":1e999,"quotes":["Zanzibar"],"why":""}],"scores":[{"ref":"S1","relevance":-1e308}]}`}
		},
		"ControlCharacters": func(_ fake.ChatRequest, _ fake.ChatReply) fake.ChatReply {
			return fake.ChatReply{Text: "{\"answer\":\"Zanzibar\x00\x1b[31m\u202e\ufeff\"}"}
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := fake.NewServer(t)
			server.Script(badly(spoil))
			app := impatient(t, library(t), server)
			run, r := finish(t, app, core.Begin{Question: teacher, Engine: settings.Ollama})
			clean(t, r)
			noted(t, app, run, r, true)
			if len(r.Claims) == 0 {
				t.Error("the built-in engine found nothing")
			}
		})
	}
}

// TestHostile_ModelWritesInAnotherLanguage drafts in French what the documents say in English: the numbers and the page stay right.
func TestHostile_ModelWritesInAnotherLanguage(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	server.Script(badly(drafted(func(d *prompts.DraftOut) {
		d.Answer, d.Sections = "L'enseignant passe 1,450 heures par an dans la salle [E1]. La salle se trouve au Zanzibar, à 9,999 mètres [E1].", nil
	})))
	app := impatient(t, library(t), server)
	_, r := finish(t, app, core.Begin{Question: teacher, Engine: settings.Ollama})
	for _, c := range r.Claims {
		if strings.Contains(c.Text, "9,999") && c.Verdict == "supported" {
			t.Errorf("%q counts as supported", c.Text)
		}
	}
}

// TestHostile_ServerFailsAndReturns: a run that a failing server stops says so, loses nothing and goes on to the same checks as any.
func TestHostile_ServerFailsAndReturns(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	const after = 2 // chats that succeed first
	for name, failure := range map[string]fake.Failure{
		"SilentBeforeTheFirstToken": {Stall: time.Hour},
		"SilentBetweenTokens":       {Stall: time.Hour, Midway: true},
		"ConnectionDies":            {Die: true},
		"Busy":                      {Status: http.StatusServiceUnavailable, Message: "server busy, please try again"},
		"NotEnoughMemory":           {Status: http.StatusInternalServerError, Message: "model requires more system memory (12 GiB) than is available"},
	} {
		t.Run(name, func(t *testing.T) {
			server := fake.NewServer(t)
			app := impatient(t, library(t), server)
			run, err := app.StartResearch(t.Context(), core.Begin{Question: teacher, Engine: settings.Ollama, Unattended: true})
			if err != nil {
				t.Fatal(err)
			}
			var asked atomic.Int32
			server.Break(func(r fake.Request) fake.Failure {
				if r.Chat == nil || asked.Add(1) <= after {
					return fake.Failure{}
				}
				return failure
			})
			stopped, err := app.Resume(t.Context(), run.ID)
			if stopped.Status != graph.Failed || fault.KindOf(err) != fault.Unavailable {
				t.Fatalf("the run is %s, %v", stopped.Status, err)
			}
			if hint := fault.Hint(err); !strings.Contains(hint, "resume the run") && !strings.Contains(hint, "smaller model") || stopped.Hint != hint {
				t.Errorf("hint %q; the run keeps %q", hint, stopped.Hint)
			}
			if raw := err.Error(); strings.Contains(raw, "dial tcp") || strings.Contains(raw, "Post \"") || strings.Contains(raw, "EOF") {
				t.Errorf("the message is not for a person: %s", raw)
			}
			server.Break(nil)
			before := len(server.Chats())
			done, err := app.Resume(t.Context(), run.ID)
			if err != nil {
				t.Fatal(err)
			}
			clean(t, checked(t, app, done))
			if again := repeats(t, server); again > 2 { // the one that was under way, and its second try
				t.Errorf("%d requests were made again; %d in all, %d before", again, len(server.Chats()), before)
			}
		})
	}
}

// repeats counts the requests that were made before.
func repeats(t *testing.T, server *fake.Server) int {
	t.Helper()
	seen, again := map[string]bool{}, 0
	for _, chat := range server.Chats() {
		body, err := json.Marshal(chat.Raw)
		if err != nil {
			t.Fatal(err)
		}
		if seen[string(body)] {
			again++
		}
		seen[string(body)] = true
	}
	return again
}

// TestHostile_ServerFailsNowAndThen: single failures are asked again and leave no trace; a step whose model crashes for good is done by
// the built-in engine.
func TestHostile_ServerFailsNowAndThen(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	for name, c := range map[string]struct {
		failure   fake.Failure
		every     int32
		fallbacks bool
	}{
		"EveryFourthCrashes":       {fake.Failure{Status: 500, Message: "llama runner process has terminated"}, 4, false},
		"EveryFourthDies":          {fake.Failure{Die: true}, 4, false},
		"EveryFourthErrsMidway":    {fake.Failure{Message: "an error was encountered while running the model"}, 4, false},
		"AllCrash":                 {fake.Failure{Status: 500, Message: "llama runner process has terminated"}, 1, true},
		"AllAreRefused":            {fake.Failure{Status: 400, Message: "invalid format"}, 1, true},
		"AllAreCutByAProxy":        {fake.Failure{Status: 502, Message: "<html>Bad Gateway</html>"}, 1, true},
		"EveryFourthIsASlowAnswer": {fake.Failure{Stall: 50 * time.Millisecond, Midway: true}, 4, false},
	} {
		t.Run(name, func(t *testing.T) {
			server := fake.NewServer(t)
			app := impatient(t, library(t), server)
			var asked atomic.Int32
			server.Break(func(r fake.Request) fake.Failure {
				if r.Chat == nil || r.Loads() || asked.Add(1)%c.every != 0 {
					return fake.Failure{}
				}
				return c.failure
			})
			run, r := finish(t, app, core.Begin{Question: teacher, Engine: settings.Ollama})
			clean(t, r)
			noted(t, app, run, r, c.fallbacks)
		})
	}
}
