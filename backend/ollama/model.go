package ollama

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"github.com/ollama/ollama/api"

	"rabbithole/prompts"
)

// Model is one model with its options pinned for a run. It is safe for concurrent use; requests queue for the client's slots.
type Model struct {
	client *Client
	card   prompts.Card
	run    string
	ledger *ledger
	state  *loading
}

// Open returns the model of a card that Pick returned, in this process or an earlier one: it makes no request, and the card's NumCtx
// stays what it was, even if another run of this process uses another one, so that a resumed run finds its answers in the journal. A card
// without NumCtx is a programming error and gets the smallest context. A cloud model is refused (fault.Denied).
func (c *Client) Open(_ context.Context, card prompts.Card) (*Model, error) {
	if card.Remote || cloudName(card.Name) {
		return nil, refuseRemote(card.Name)
	}
	if card.NumCtx <= 0 {
		card.NumCtx = smallestContext
	}
	c.pin(card.Digest, card.NumCtx)
	return &Model{client: c, card: card, ledger: newLedger(card.NumCtx), state: &loading{}}, nil
}

// ForRun returns the same model (same slots, ledger and options) whose answers are journalled for run.
func (m *Model) ForRun(run string) *Model {
	forRun := *m
	forRun.run = run
	return &forRun
}

// Card returns what is known about the model.
func (m *Model) Card() prompts.Card { return m.card }

// Generate answers call completely. An answer that the journal knows comes back with Replayed set and without a request. onToken (may
// be nil) sees the reply as it grows, thinking left out; after a broken connection the reply starts over.
//
// Errors: the context's own; *ErrTooLong when the prompt does not fit; a fault of kind Unavailable when the server is absent, dies and
// does not come back, stalls, or lacks memory; any other error means this call cannot be answered.
func (m *Model) Generate(ctx context.Context, call prompts.Call, onToken func(string)) (prompts.Reply, error) {
	if call.NumPredict <= 0 {
		call.NumPredict = defaultPredict
	}
	req, err := m.request(call)
	if err != nil {
		return prompts.Reply{}, err
	}
	key, err := requestKey(m.card.Digest, req, call.Attempt)
	if err != nil {
		return prompts.Reply{}, err
	}
	if reply, ok, err := m.replay(ctx, key); err != nil || ok {
		m.logged(ctx, call, reply, err)
		return reply, err
	}
	reply, err := m.ask(ctx, call, req, onToken)
	m.logged(ctx, call, reply, err)
	if err != nil {
		return prompts.Reply{}, err
	}
	return reply, m.record(ctx, key, call.Step, reply)
}

// logged says in the program's log what the model was asked and what it replied.
func (m *Model) logged(ctx context.Context, call prompts.Call, reply prompts.Reply, err error) {
	slog.DebugContext(ctx, "model", "run", m.run, "step", call.Step, "attempt", call.Attempt, "system", call.System, "user", call.User, "turns",
		call.Turns, "schema", call.Schema,
		"reply", reply.Text, "prompt_tokens", reply.PromptTokens, "reply_tokens", reply.ReplyTokens, "elapsed", reply.Elapsed, "replayed",
		reply.Replayed, "error", err)
}

// ask has the model answer a call, once it is this run's turn.
func (m *Model) ask(ctx context.Context, call prompts.Call, req *api.ChatRequest, onToken func(string)) (prompts.Reply, error) {
	if err := m.ledger.admit(call); err != nil {
		return prompts.Reply{}, err
	}
	free, err := m.client.turn(ctx, m.run)
	if err != nil {
		return prompts.Reply{}, fmt.Errorf("wait for model %s: %w", m.card.Name, err)
	}
	defer free()
	reply, err := m.answer(ctx, req, func() *hearing { return newHearing(call.NumPredict, onToken) })
	if err != nil {
		return prompts.Reply{}, m.ledger.explain(call, err)
	}
	if len(reply.ToolCalls) == 0 {
		reply.ToolCalls = spokenCalls(reply.Text, call.Tools)
	}
	reply.PromptTokens = m.ledger.believable(reply.PromptTokens)
	reply.Truncated = m.ledger.settle(call, reply.PromptTokens, m.countsWholePrompt())
	return reply, nil
}

func (m *Model) replay(ctx context.Context, key string) (prompts.Reply, bool, error) {
	if m.client.opts.Journal == nil {
		return prompts.Reply{}, false, nil
	}
	reply, ok, err := m.client.opts.Journal.LookupCall(ctx, key)
	if err != nil {
		return prompts.Reply{}, false, fmt.Errorf("look the call up in the journal: %w", err)
	}
	reply.Replayed = ok
	return reply, ok, nil
}

func (m *Model) record(ctx context.Context, key, step string, reply prompts.Reply) error {
	if m.client.opts.Journal == nil {
		return nil
	}
	if err := m.client.opts.Journal.RecordCall(ctx, key, m.run, step, m.card, reply); err != nil {
		return fmt.Errorf("write the answer to the journal: %w", err)
	}
	return nil
}

// countsWholePrompt is true unless the server is known to be an old one.
func (m *Model) countsWholePrompt() bool {
	m.client.mu.Lock()
	defer m.client.mu.Unlock()
	return countsWholePrompt(m.client.version)
}

// sameDigest accepts "sha256:abc" for "abc".
func sameDigest(a, b string) bool {
	return strings.TrimPrefix(a, "sha256:") == strings.TrimPrefix(b, "sha256:")
}
