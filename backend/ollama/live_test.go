package ollama_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/fake"
	"rabbithole/backend/fault"
	"rabbithole/backend/ollama"
	"rabbithole/prompts"
)

// schema bounds what a model without wit may write.
const schema = `{"type":"object","properties":{"name":{"type":"string","maxLength":30},"tags":{"type":"array","maxItems":3,` +
	`"items":{"type":"string","maxLength":12}},"ok":{"type":"boolean"}},"required":["name","tags","ok"]}`

// TestClient_RealOllama drives a real Ollama server with the random model; its parts share the server and run in order.
func TestClient_RealOllama(t *testing.T) {
	server := fake.StartOllama(t)
	server.CreateTiny("tiny")
	t.Run("Facts", func(t *testing.T) { liveFacts(t, server) })
	t.Run("UnknownModel", func(t *testing.T) { liveUnknown(t, server) })
	t.Run("ChatObeysSchemaAndStreams", func(t *testing.T) { liveChat(t, server) })
	t.Run("JournalMakesNoSecondRequest", func(t *testing.T) { liveJournal(t, server) })
	t.Run("Embeddings", func(t *testing.T) { liveEmbed(t, server) })
	t.Run("ToolsAreTaken", func(t *testing.T) { liveTools(t, server) })
	t.Run("CancelClosesTheRequest", func(t *testing.T) { liveCancel(t, server) })
	t.Run("TruncationAlarm", func(t *testing.T) { liveTruncation(t, server) })
	t.Run("KilledInTheMiddleAndRestarted", func(t *testing.T) { liveRestart(t, server) })
	t.Run("KilledForGood", func(t *testing.T) { liveKilled(t, server) })
}

func structured() prompts.Call {
	call := hello()
	call.Schema, call.NumPredict = json.RawMessage(schema), 400
	return call
}

// rambling is a call whose answer has exactly so many tokens, at most 4,000: its schema wants more.
func rambling(tokens int) prompts.Call {
	long := `{"type":"array","minItems":100,"maxItems":100,"items":{"type":"string","minLength":40,"maxLength":40}}`
	return prompts.Call{Step: "test", User: "Go on.", Schema: json.RawMessage(long), NumPredict: tokens}
}

func liveFacts(t *testing.T, server *fake.Ollama) {
	c := connect(server.URL, ollama.Options{})
	version, err := c.Version(t.Context())
	if err != nil || version == "" {
		t.Errorf("version %q, %v", version, err)
	}
	cards, err := c.Models(t.Context())
	if err != nil || len(cards) != 1 {
		t.Fatalf("models = %+v, %v", cards, err)
	}
	card, err := c.Pick(t.Context(), "")
	if err != nil || card != cards[0] {
		t.Errorf("picked %+v, %v", card, err)
	}
	if card.Name != "tiny:latest" || len(card.Digest) < 64 || card.NumCtx != 4096 || card.MaxCtx != 131072 || !card.Chats || card.Thinks || card.Remote || card.Bytes < 200_000 {
		t.Errorf("card = %+v", card)
	}
}

func liveUnknown(t *testing.T, server *fake.Ollama) {
	_, err := connect(server.URL, ollama.Options{}).Pick(t.Context(), "mistral")
	hint := fault.Hint(err)
	if fault.KindOf(err) != fault.NotFound || !strings.Contains(hint, "Installed: tiny:latest") || !strings.Contains(hint, "rabbithole models pull mistral") {
		t.Errorf("err = %v, hint %q", err, hint)
	}
}

func liveChat(t *testing.T, server *fake.Ollama) {
	m := open(t, connect(server.URL, ollama.Options{}), "tiny")
	tokens, shown := 0, ""
	reply, err := m.Generate(t.Context(), structured(), func(s string) { tokens++; shown += s })
	if err != nil {
		t.Fatalf("%v\n%s", err, server.Log())
	}
	var out struct {
		Name *string
		Tags []string
		Ok   *bool
	}
	if err := json.Unmarshal([]byte(reply.Text), &out); err != nil || out.Name == nil || out.Ok == nil || len(out.Tags) > 3 {
		t.Errorf("reply %q: %v", reply.Text, err)
	}
	if tokens < 3 || strings.TrimSpace(shown) != reply.Text {
		t.Errorf("%d parts streamed: %q", tokens, shown)
	}
	if reply.DoneReason != "stop" || reply.PromptTokens < 20 || reply.ReplyTokens < 10 || reply.Elapsed <= 0 || reply.Truncated {
		t.Errorf("reply = %+v", reply)
	}
	again, err := m.Generate(t.Context(), structured(), nil)
	if err != nil || again.Text != reply.Text {
		t.Errorf("the same call gave %q, then %q (%v)", reply.Text, again.Text, err)
	}
}

// liveTools gives tools, a tool call and its result to a model that may have them; what it makes of them is nonsense.
func liveTools(t *testing.T, server *fake.Ollama) {
	server.CreateTooled("tooled")
	c := connect(server.URL, ollama.Options{})
	if card := open(t, c, "tiny").Card(); card.Tools {
		t.Errorf("a model whose template has no tools is given them: %+v", card)
	}
	m := open(t, c, "tooled")
	if !m.Card().Tools {
		t.Fatalf("card = %+v", m.Card())
	}
	alone, err := m.Generate(t.Context(), hello(), nil)
	if err != nil {
		t.Fatal(err)
	}
	call := tooled()
	call.NumPredict = 40
	asked, err := m.Generate(t.Context(), call, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, server.Log())
	}
	call.Turns = []prompts.Turn{{Role: prompts.Assistant, Calls: []prompts.ToolCall{{Name: "search_library", Arguments: []byte(`{"query":"radon"}`)}}},
		{Role: prompts.ToolRole, Tool: "search_library", Text: "300 Bq/m3"}}
	told, err := m.Generate(t.Context(), call, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, server.Log())
	}
	if asked.PromptTokens < alone.PromptTokens+100 || told.PromptTokens < asked.PromptTokens+40 || asked.Truncated || told.Truncated {
		t.Errorf("%d tokens alone, %d with a tool, %d with what it brought", alone.PromptTokens, asked.PromptTokens, told.PromptTokens)
	}
}

func liveJournal(t *testing.T, server *fake.Ollama) {
	journal := newJournal()
	card := open(t, connect(server.URL, ollama.Options{}), "tiny").Card()
	ask := func(c *ollama.Client) prompts.Reply {
		t.Helper()
		m, err := c.Open(t.Context(), card)
		if err != nil {
			t.Fatal(err)
		}
		reply, err := m.Generate(t.Context(), structured(), nil)
		if err != nil {
			t.Fatal(err)
		}
		return reply
	}
	first := ask(connect(server.URL, ollama.Options{Journal: journal}))
	nowhere := *server.URL
	nowhere.Host = "127.0.0.1:1" // a request would fail
	second := ask(connect(&nowhere, ollama.Options{Journal: journal, Limits: hurried()}))
	if first.Replayed || !second.Replayed || second.Text != first.Text {
		t.Errorf("first %+v, second %+v", first, second)
	}
}

func liveEmbed(t *testing.T, server *fake.Ollama) {
	e, err := connect(server.URL, ollama.Options{}).OpenEmbedder(t.Context(), "tiny")
	if err != nil {
		t.Fatalf("%v\n%s", err, server.Log())
	}
	texts := make([]string, 30)
	for i := range texts {
		texts[i] = fmt.Sprintf("passage number %d about radon", i)
	}
	texts[11] = strings.Repeat("far too long ", 600) // 7,800 tokens of one byte, and 4,096 fit
	vectors, err := e.EmbedDocuments(t.Context(), texts)
	if err != nil || len(vectors) != 30 {
		t.Fatalf("%d vectors, %v", len(vectors), err)
	}
	for i, v := range vectors {
		if i == 11 {
			if v != nil {
				t.Error("a text that does not fit has a vector: it was cut silently")
			}
			continue
		}
		norm := 0.0
		for _, x := range v {
			norm += float64(x) * float64(x)
		}
		if len(v) != e.Dim() || e.Dim() != 64 || math.Abs(norm-1) > 1e-3 {
			t.Errorf("vector %d has %d dimensions and norm² %f", i, len(v), norm)
		}
	}
	query, err := e.EmbedQuery(t.Context(), texts[3])
	if err != nil || len(query) != 64 {
		t.Errorf("query vector %d, %v", len(query), err)
	}
}

func liveCancel(t *testing.T, server *fake.Ollama) {
	m := open(t, connect(server.URL, ollama.Options{NumCtx: 8192}), "tiny")
	ctx, cancel := context.WithCancel(t.Context())
	var cancelled time.Time
	_, err := m.Generate(ctx, rambling(4000), func(string) {
		if cancelled.IsZero() {
			cancelled = time.Now()
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || time.Since(cancelled) > time.Second {
		t.Errorf("err = %v, %s after the cancellation", err, time.Since(cancelled))
	}
}

func liveTruncation(t *testing.T, server *fake.Ollama) {
	// The ledger estimates three letters per token; this model makes a token of each, so the prompt slips past it once.
	m := open(t, connect(server.URL, ollama.Options{NumCtx: 2048}), "tiny")
	call := structured()
	call.User = strings.Repeat("the level of radon in homes ", 150)
	reply, err := m.Generate(t.Context(), call, nil)
	if err != nil || !reply.Truncated {
		t.Fatalf("reply = %+v, %v; want the alarm", reply, err)
	}
	if reply.PromptTokens != 2048 {
		t.Errorf("the server counted %d prompt tokens", reply.PromptTokens)
	}
	var tooLong *ollama.ErrTooLong
	if _, err := m.Generate(t.Context(), call, nil); !errors.As(err, &tooLong) {
		t.Errorf("the second time: %v, want a refusal by what was learned", err)
	}
}

func liveRestart(t *testing.T, server *fake.Ollama) {
	limits := ollama.Limits{Patience: 20 * time.Second}
	m := open(t, connect(server.URL, ollama.Options{Limits: limits}), "tiny")
	killed, shown := false, ""
	reply, err := m.Generate(t.Context(), rambling(1500), func(s string) {
		shown += s
		if !killed {
			killed = true
			server.Restart()
		}
	})
	if err != nil || !killed || reply.ReplyTokens != 1500 || reply.DoneReason != "length" {
		t.Errorf("killed: %t, reply = %+v, %v", killed, reply, err)
	}
	if len(strings.TrimSpace(shown)) <= len(reply.Text) {
		t.Errorf("the answer did not start over: %d bytes shown, reply of %d", len(shown), len(reply.Text))
	}
}

func liveKilled(t *testing.T, server *fake.Ollama) {
	limits := ollama.Limits{Patience: time.Second}
	m := open(t, connect(server.URL, ollama.Options{Limits: limits}), "tiny")
	var killed time.Time
	_, err := m.Generate(t.Context(), rambling(1500), func(string) {
		if killed.IsZero() {
			killed = time.Now()
			server.Kill()
		}
	})
	if fault.KindOf(err) != fault.Unavailable || !strings.Contains(fault.Hint(err), "ollama serve") || !strings.Contains(fault.Hint(err), "resume the run") {
		t.Errorf("err = %v, hint %q", err, fault.Hint(err))
	}
	if waited := time.Since(killed); waited > 5*time.Second {
		t.Errorf("waited %s", waited)
	}
}
