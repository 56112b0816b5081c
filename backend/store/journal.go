package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
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
	var text string
	err = db.read.QueryRowContext(ctx, `SELECT reply FROM journal WHERE key = ?`, key).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return r, false, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(text), &r)
	}
	if err != nil {
		return r, false, explain("look up a model call", err)
	}
	r.Replayed = true
	return r, true, nil
}

// ForgetCalls deletes what models answered a run, so that the same is asked again.
func (db *DB) ForgetCalls(ctx context.Context, run string) error {
	err := db.update(ctx, lasting, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM journal WHERE run = ?`, run)
		return err
	})
	return explain("forget the calls of run "+run, err)
}

// RecordCall journals a complete reply. The first reply recorded for a key stays.
func (db *DB) RecordCall(ctx context.Context, key, run, step string, card prompts.Card, r prompts.Reply) error {
	reply, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("journal a call of step %s: %w", step, err)
	}
	err = db.update(ctx, lasting, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO journal (key, run, step, model, digest, prompt_tokens, reply_tokens, elapsed_ms, reply, at)
			VALUES (?,?,?,?,?,?,?,?,?,strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) ON CONFLICT(key) DO NOTHING`,
			key, run, step, card.Name, card.Digest, r.PromptTokens, r.ReplyTokens, r.Elapsed.Milliseconds(), string(reply))
		return err
	})
	if err != nil {
		return fmt.Errorf("journal a call of step %s: %w", step, err)
	}
	return nil
}

// Calls lists the model calls that the run paid for, oldest first.
func (db *DB) Calls(ctx context.Context, run string) ([]JournalEntry, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT key, run, step, model, digest, prompt_tokens, reply_tokens, elapsed_ms, at
		FROM journal WHERE run = ? ORDER BY rowid`, run)
	return collect(rows, explain("list calls of run "+run, err), scanJournal)
}

func scanJournal(scan func(...any) error) (e JournalEntry, err error) {
	var ms int64
	var at string
	if err = scan(&e.Key, &e.Run, &e.Step, &e.Model, &e.Digest, &e.PromptTokens, &e.ReplyTokens, &ms, &at); err != nil {
		return e, err
	}
	e.Elapsed = time.Duration(ms) * time.Millisecond
	e.At, err = time.Parse(time.RFC3339Nano, at)
	return e, err
}
