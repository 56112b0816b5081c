package ollama

import (
	"strings"

	"rabbithole/prompts"
)

// part is a line of a streamed answer; the last one is done, and tells the counts.
type part struct {
	Message struct {
		Content   string
		Thinking  string
		ToolCalls []toolCall `json:"tool_calls"`
	}
	Done            bool
	DoneReason      string `json:"done_reason"`
	RemoteModel     string `json:"remote_model"`
	RemoteHost      string `json:"remote_host"`
	PromptEvalCount count  `json:"prompt_eval_count"`
	EvalCount       count  `json:"eval_count"`
}

func (p part) said() string { return strings.TrimSpace(p.Message.Content + p.Message.Thinking) }

// hearing gathers the parts of a streamed answer, and stops listening to one that has no end.
type hearing struct {
	filter         *thinkFilter
	text, thinking strings.Builder
	calls          []prompts.ToolCall
	last           part
	parts          int
	empty          int // parts that bring nothing, sent to keep the line open
	repeats        int // how often the last part came in a row, beyond the first time
	most           int // parts, each of which is a token or more
	room           int // bytes
	cut            bool
}

const (
	// looping is how often the server lets a model repeat a token.
	looping = 30
	// A server stops at the number of tokens that were asked for. One that goes on is cut at tooMany times as many, and
	// at so many bytes per token as only blanks have.
	tooMany       = 4
	bytesPerToken = 16
	// usualToken is how many bytes a token has, about.
	usualToken = 4
	// perPart is what a part may take on the wire beside its text.
	perPart = 1 << 10
)

// newHearing returns one for an answer of numPredict tokens.
func newHearing(numPredict int, onToken func(string)) *hearing {
	most := tooMany*numPredict + 100
	return &hearing{filter: newThinkFilter(onToken), most: most, room: bytesPerToken * most}
}

// bytes is how much is read of the answer.
func (h *hearing) bytes() int64 { return mostLine + int64(h.most)*perPart }

// add takes a part in; errTooMuch when it was more than an answer can be.
func (h *hearing) add(p part) error {
	if h.parts > 0 && p.said() == h.last.said() {
		h.repeats++
	} else {
		h.repeats = 0
	}
	h.parts++
	if p.Message.Content+p.Message.Thinking == "" && len(p.Message.ToolCalls) == 0 {
		h.empty++
	}
	p.Message.Content, p.Message.Thinking = h.within(p.Message.Content), h.within(p.Message.Thinking)
	h.text.WriteString(p.Message.Content)
	h.thinking.WriteString(p.Message.Thinking)
	for _, c := range p.Message.ToolCalls {
		h.call(c)
	}
	h.filter.write(p.Message.Content)
	h.last = p
	if h.cut || h.parts > h.most {
		return errTooMuch
	}
	return nil
}

// within takes text's bytes from the room that is left, and returns as much of it as had room.
func (h *hearing) within(text string) string {
	if len(text) > h.room {
		text, h.cut = strings.ToValidUTF8(text[:h.room], ""), true
	}
	h.room -= len(text)
	return text
}

// call takes a tool call in, if there is room for all of it.
func (h *hearing) call(c toolCall) {
	size := bytesPerToken + len(c.Function.Name) + len(c.Function.Arguments)
	if size > h.room {
		h.cut = true
		return
	}
	h.room -= size
	if heard, ok := c.heard(); ok {
		h.calls = append(h.calls, heard)
	}
}

// reply returns the answer; false when it broke off. One that had to be cut ends like one that used up its tokens.
func (h *hearing) reply(cut bool) (prompts.Reply, bool) {
	reason := h.last.DoneReason
	switch {
	case cut, !h.last.Done && h.repeats >= looping-1:
		reason = "length"
	case !h.last.Done, reason == "load", reason == "unload":
		return prompts.Reply{}, false
	}
	h.filter.flush()
	answer, thought := splitThinking(h.text.String())
	return prompts.Reply{
		Text: answer, ToolCalls: h.calls, Thinking: strings.TrimSpace(h.thinking.String() + "\n" + thought),
		DoneReason: reason, PromptTokens: int(h.last.PromptEvalCount), ReplyTokens: h.tokens(),
	}, true
}

// written is about how many tokens have come: a server may put several into a part.
func (h *hearing) written() int {
	return max(h.parts-h.empty, (h.text.Len()+h.thinking.Len())/usualToken)
}

// tokens is what the server counted of its answer; the parts that came when it does not say, or says what cannot be.
func (h *hearing) tokens() int {
	if n := int(h.last.EvalCount); n > 0 && n <= h.most {
		return n
	}
	return h.parts
}
