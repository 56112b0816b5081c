package fake_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ollama/ollama/api"

	"rabbithole/backend/fake"
	"rabbithole/backend/fake/tinymodel"
)

func TestBytes_AreTheSameEveryTime(t *testing.T) {
	a := tinymodel.Bytes()
	if !bytes.Equal(a, tinymodel.Bytes()) {
		t.Error("two calls gave different files")
	}
	if len(a) < 200_000 || len(a) > 400_000 {
		t.Errorf("the model has %d bytes", len(a))
	}
}

func TestStartOllama_TinyModelObeysASchema(t *testing.T) {
	server := fake.StartOllama(t)
	server.CreateTiny("tiny")
	client := api.NewClient(server.URL, http.DefaultClient)
	schema := `{"type":"object","properties":{"name":{"type":"string","maxLength":40},"tags":{"type":"array","maxItems":3,"items":{"type":"string","maxLength":12}},"score":{"type":"number"},"ok":{"type":"boolean"}},"required":["name","tags","score","ok"]}`
	var text strings.Builder
	var last api.ChatResponse
	started := time.Now()
	err := client.Chat(context.Background(), &api.ChatRequest{
		Model: "tiny", Format: json.RawMessage(schema),
		Messages: []api.Message{{Role: "system", Content: "You answer."}, {Role: "user", Content: "What is radon?"}},
		Options:  map[string]any{"num_ctx": 4096, "num_thread": 1, "temperature": 0, "num_predict": 600},
	}, func(r api.ChatResponse) error {
		text.WriteString(r.Message.Content)
		last = r
		return nil
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, server.Log())
	}
	t.Logf("%d prompt tokens, %d tokens in %s (%s), %q", last.PromptEvalCount, last.EvalCount, time.Since(started), last.DoneReason, text.String())
	if !json.Valid([]byte(text.String())) {
		t.Errorf("not JSON: %s", text.String())
	}
}
