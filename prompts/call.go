package prompts

import (
	"encoding/json"
	"time"
)

// Call is one request to a language model, complete and reproducible: the same Call gives the same journal key.
type Call struct {
	Step       string          // which step asks: "analyse", "judge"; also the template's name
	System     string          // stable text first: the same for every call of this step, so that the server's prefix cache works
	User       string          // evidence next, the question last
	Schema     json.RawMessage // JSON schema sent as `format`; nil for free text
	NumPredict int             // tokens reserved for the reply
	Think      bool            // sent explicitly, always
	Seed       int
	Images     [][]byte
	Tools      []Tool // that the model may call; one that cannot (Card.Tools) must not be given any
	Turns      []Turn // what was said after User, in order
	Attempt    int    // 0 for the first try; a retry is a new call with its own journal entry
}

// Tool is what a model may ask the program to do for it.
type Tool struct {
	Name        string          // "search_library"
	Description string          // what it does and when to use it
	Parameters  json.RawMessage // JSON schema of an object: what it is called with
}

// ToolCall is what a model asks of a tool. Its arguments are untrusted.
type ToolCall struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"` // a JSON object
}

// Role says whose a turn is.
type Role string

// The roles, as servers name them.
const (
	Assistant Role = "assistant" // the model
	ToolRole  Role = "tool"      // what a tool brought
	User      Role = "user"
)

// Turn is a message that came after a call's System and User.
type Turn struct {
	Role  Role
	Text  string     // what comes from elsewhere is fenced
	Calls []ToolCall // of the model
	Tool  string     // name of the tool that brought Text
}

// Reply is a model's complete answer.
type Reply struct {
	Text         string        `json:"text"` // without thinking
	ToolCalls    []ToolCall    `json:"tool_calls,omitempty"`
	Thinking     string        `json:"thinking,omitempty"`
	DoneReason   string        `json:"done_reason"` // "stop" or "length" (cut: its JSON is not complete)
	PromptTokens int           `json:"prompt_tokens"`
	ReplyTokens  int           `json:"reply_tokens"`
	Elapsed      time.Duration `json:"elapsed"`
	Truncated    bool          `json:"truncated"` // the server's own count says that the prompt was cut
	Replayed     bool          `json:"-"`         // answered by the journal
}

// Card is what is known about a model before it is called.
type Card struct {
	Name       string `json:"name"`
	Digest     string `json:"digest"`     // content digest of the installed model; tags move, digests do not
	NumCtx     int    `json:"num_ctx"`    // pinned context length in tokens for this run
	MaxCtx     int    `json:"max_ctx"`    // what the model was trained for
	Parameters string `json:"parameters"` // "14.8B"
	Bytes      int64  `json:"bytes"`
	Thinks     bool   `json:"thinks"` // can think; told not to, explicitly
	Sees       bool   `json:"sees"`   // takes images
	Tools      bool   `json:"tools"`  // can be given tools
	Chats      bool   `json:"chats"`  // answers prompts; false for a model that only makes embeddings
	Embeds     bool   `json:"embeds"` // made for embeddings
	Remote     bool   `json:"remote"` // a cloud model behind a local name: never used when offline is promised
	// Pace is how many prompt tokens it reads a second on this computer, where a token that it writes counts as Writing of them; 0 when it was never measured.
	Pace float64 `json:"pace,omitempty"`
	// Test is how the model did in its test: "passed", "weak" (it cannot tell right sentences from wrong ones), "slow" (it was not done in time), "" when it was
	// never tested; Right is how many sentences of ten it judged rightly.
	Test  string `json:"test,omitempty"`
	Right int    `json:"right,omitempty"`
}

// Writing is how many tokens of a prompt are read in the time in which one token of a reply is written: about 13 on a laptop, fewer on slow machines, some
// 17 on fast ones.
const Writing = 13

// UnknownPace is taken of a model that was never measured: a model of 14 billion parameters on a laptop.
const UnknownPace = 200

// Takes is about how long a model works on calls of so many tokens together.
func (c Card) Takes(prompt, reply int) time.Duration {
	pace := c.Pace
	if pace <= 0 {
		pace = UnknownPace
	}
	return time.Duration(float64(prompt+Writing*reply) / pace * float64(time.Second))
}
