package ollama

import (
	"strings"

	"github.com/ollama/ollama/api"

	"rabbithole/prompts"
)

// hearing gathers the parts of a streamed answer.
type hearing struct {
	filter         *thinkFilter
	text, thinking strings.Builder
	calls          []api.ToolCall
	last           api.ChatResponse
	parts          int
	repeats        int // how often the last part came in a row, beyond the first time
}

// looping is how often the server lets a model repeat a token.
const looping = 30

func (h *hearing) add(part api.ChatResponse) {
	if h.parts > 0 && said(part) == said(h.last) {
		h.repeats++
	} else {
		h.repeats = 0
	}
	h.parts++
	h.text.WriteString(part.Message.Content)
	h.thinking.WriteString(part.Message.Thinking)
	h.calls = append(h.calls, part.Message.ToolCalls...)
	h.filter.write(part.Message.Content)
	h.last = part
}

func said(part api.ChatResponse) string {
	return strings.TrimSpace(part.Message.Content + part.Message.Thinking)
}

// reply returns the answer; false when it broke off.
func (h *hearing) reply() (prompts.Reply, bool) {
	reason := h.last.DoneReason
	switch {
	case !h.last.Done && h.repeats >= looping-1:
		reason = "length"
	case !h.last.Done, reason == "load", reason == "unload":
		return prompts.Reply{}, false
	}
	h.filter.flush()
	answer, thought := splitThinking(h.text.String())
	return prompts.Reply{
		Text: answer, ToolCalls: heardCalls(h.calls), Thinking: strings.TrimSpace(h.thinking.String() + "\n" + thought), DoneReason: reason,
		PromptTokens: h.last.PromptEvalCount, ReplyTokens: h.last.EvalCount,
	}, true
}
