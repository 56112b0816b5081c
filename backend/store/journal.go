package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"rabbithole/prompts"
)

// JournalEntry is what one model call of a run cost. A call answered by the journal is listed with the run that paid for it.
type JournalEntry struct {
	Key          string        `json:"key"`
	Run          string        `json:"run"`
	Step         string        `json:"step"`
	Model        string        `json:"model"`
	Digest       string        `json:"digest"` // of the model
	PromptTokens int           `json:"prompt_tokens"`
	ReplyTokens  int           `json:"reply_tokens"`
	Elapsed      time.Duration `json:"elapsed"` // to the millisecond
	At           time.Time     `json:"at"`
}

// LookupCall returns the journalled reply for the key, marked as replayed; the bool is false when there is none.
func (db *DB) LookupCall(ctx context.Context, key string) (r prompts.Reply, found bool, err error) {
	raw, err := one("look up a model call", plainJSON, nil)(db.read.QueryContext(ctx, `SELECT reply FROM journal WHERE key = ?`, key))
	if err != nil || raw == nil {
		return r, false, err
	}
	err = json.Unmarshal(raw, &r)
	r.Replayed = err == nil
	return r, r.Replayed, explain("look up a model call", err)
}

// ForgetCalls deletes what models answered a run, so that the same is asked again.
func (db *DB) ForgetCalls(ctx context.Context, run string) error {
	return db.do(ctx, "forget the calls of run "+run, lasting, `DELETE FROM journal WHERE run = ?`, run)
}

// RecordCall journals a complete reply. The first reply recorded for a key stays.
func (db *DB) RecordCall(ctx context.Context, key, run, step string, card prompts.Card, r prompts.Reply) error {
	reply, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("journal a call of step %s: %w", step, err)
	}
	return db.do(ctx, "journal a call of step "+step, lasting,
		`INSERT INTO journal (key, run, step, model, digest, prompt_tokens, reply_tokens, elapsed_ms, reply, at)
		VALUES (?,?,?,?,?,?,?,?,?,strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) ON CONFLICT(key) DO NOTHING`,
		key, run, step, card.Name, card.Digest, r.PromptTokens, r.ReplyTokens, r.Elapsed.Milliseconds(), string(reply))
}

// Calls lists the model calls that the run paid for, oldest first.
func (db *DB) Calls(ctx context.Context, run string) ([]JournalEntry, error) {
	return list("list calls of run "+run, func(e *JournalEntry) []any {
		return []any{&e.Key, &e.Run, &e.Step, &e.Model, &e.Digest, &e.PromptTokens, &e.ReplyTokens, &e.Elapsed, instant{&e.At}}
	})(db.read.QueryContext(ctx, `SELECT key, run, step, model, digest, prompt_tokens, reply_tokens, elapsed_ms * 1000000, at FROM journal WHERE run = ?
		ORDER BY rowid`, run))
}
