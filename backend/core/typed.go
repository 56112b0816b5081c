package core

import (
	"context"
	"encoding/json"

	"rabbithole/backend/graph"
)

// typedKey is the setting that keeps what was typed for a question of a run.
func typedKey(run string, q graph.Question) string { return "typed." + run + "." + q.ID }

// Typed returns the lines that a person typed in a terminal for a question that is not answered yet: the program ended before its last line.
func (c *Core) Typed(ctx context.Context, run string, q graph.Question) (lines []string, err error) {
	raw, ok, err := c.db.Setting(ctx, typedKey(run, q))
	if err != nil || !ok || json.Unmarshal([]byte(raw), &lines) != nil {
		return nil, err
	}
	return lines, nil
}

// KeepTyped keeps such lines until the question is answered; none forgets them.
func (c *Core) KeepTyped(ctx context.Context, run string, q graph.Question, lines []string) error {
	if len(lines) == 0 {
		return c.db.SetSetting(ctx, typedKey(run, q), "")
	}
	raw, err := json.Marshal(lines)
	if err != nil {
		return err
	}
	return c.db.SetSetting(ctx, typedKey(run, q), string(raw))
}
