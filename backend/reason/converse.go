package reason

import (
	"context"
	"encoding/json"

	"rabbithole/prompts"
)

// Converse makes one call of a conversation with the model, tools and earlier turns included, and charges it. What becomes of the answer is the
// flow's decision: there is no fallback of a turn.
func (c Caller) Converse(ctx context.Context, call prompts.Call) (prompts.Reply, error) {
	call.NumPredict = c.Reply(call.NumPredict)
	return c.generate(ctx, call)
}

// Whole returns how many tokens of a call's text fit into the model's context beside its reply.
func (c Caller) Whole(predict int) int {
	card := c.Model.Card()
	return card.NumCtx - c.Reply(predict) - card.NumCtx/10
}

// Heard reads a reply as a step's answer: the outermost JSON object that fits its schema, repaired if it must be.
func Heard[Out any](r prompts.Reply) (Out, error) { return decode[Out](r, nil) }

// Arguments reads the arguments of a tool call as text, each under its name: what is no text is written as JSON writes it.
func Arguments(t prompts.ToolCall) map[string]string {
	var fields map[string]json.RawMessage
	if json.Unmarshal(t.Arguments, &fields) != nil {
		return nil
	}
	out := map[string]string{}
	for name, raw := range fields {
		var text string
		if json.Unmarshal(raw, &text) != nil {
			text = string(raw)
		}
		out[name] = text
	}
	return out
}
