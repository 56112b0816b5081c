package ollama

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/ollama/ollama/api"

	"rabbithole/prompts"
)

// Journal keeps complete answers, so that a resumed or forked run does not ask again what was answered.
type Journal interface {
	LookupCall(ctx context.Context, key string) (prompts.Reply, bool, error)
	RecordCall(ctx context.Context, key, run, step string, card prompts.Card, r prompts.Reply) error
}

// requestKey is the SHA-256 (hex) of all that decides an answer: the model's digest, the whole request with messages, images, schema,
// options, think and seed, and the attempt. The model's name, how long it stays loaded and how many threads work do not decide it.
func requestKey(digest string, req *api.ChatRequest, attempt int) (string, error) {
	asked := *req
	asked.Model, asked.KeepAlive, asked.Stream = "", nil, nil
	asked.Options = map[string]any{}
	for name, value := range req.Options {
		if name != "num_thread" {
			asked.Options[name] = value
		}
	}
	text, err := json.Marshal(struct {
		Digest  string
		Request api.ChatRequest
		Attempt int
	}{digest, asked, attempt})
	if err != nil {
		return "", fmt.Errorf("build the journal key: %w", err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}
