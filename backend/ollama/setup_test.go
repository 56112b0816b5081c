package ollama_test

import (
	"context"
	"net/url"
	"sync"
	"testing"
	"time"

	"rabbithole/backend/egress"
	"rabbithole/backend/ollama"
	"rabbithole/prompts"
)

// journal is a Journal in memory that remembers who wrote.
type journal struct {
	mu      sync.Mutex
	replies map[string]prompts.Reply
	runs    []string
}

func newJournal() *journal { return &journal{replies: map[string]prompts.Reply{}} }

func (j *journal) LookupCall(_ context.Context, key string) (prompts.Reply, bool, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	r, ok := j.replies[key]
	return r, ok, nil
}

func (j *journal) RecordCall(_ context.Context, key, run, _ string, _ prompts.Card, r prompts.Reply) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.replies[key] = r
	j.runs = append(j.runs, run)
	return nil
}

// connect returns a client of the server at u through a gate that allows only loopback.
func connect(u *url.URL, opts ollama.Options) *ollama.Client {
	opts.NumThread = 1
	if opts.NumCtx == 0 {
		opts.NumCtx = 4096
	}
	gate := egress.New(egress.Offline(), egress.Options{})
	return ollama.New(gate.Client(), u, opts)
}

func open(t *testing.T, c *ollama.Client, name string) *ollama.Model {
	t.Helper()
	card, err := c.Pick(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := c.Open(t.Context(), card)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// hurried are limits for servers that will not answer.
func hurried() ollama.Limits {
	return ollama.Limits{Loading: 10 * time.Second, FirstToken: 10 * time.Second, Between: 10 * time.Second, Patience: 500 * time.Millisecond}
}

func hello() prompts.Call {
	return prompts.Call{Step: "test", System: "You answer.", User: "What is radon?", NumPredict: 100}
}
