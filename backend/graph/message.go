package graph

import (
	"encoding/json"
	"time"
)

// Message is something a person, or another run, tells a run. It waits in the run's durable inbox until a node boundary.
type Message struct {
	ID   int64           `json:"id"` // given by the store, ascending
	Run  string          `json:"run"`
	Kind string          `json:"kind"` // one of those below, or the flow's own
	Data json.RawMessage `json:"data,omitempty"`
	At   time.Time       `json:"at"`
}

// The kinds of messages that every run understands; all others go to the graph's OnMessage handler.
const (
	MessageAnswer = "answer" // see Answer
	MessagePause  = "pause"  // running nodes finish, nothing new is started
	MessageCancel = "cancel" // running nodes are stopped
	MessageWake   = "wake"   // tasks that returned ErrSuspended look again
)

// Note returns a message of the given kind; data that does not marshal to JSON is replaced by null.
func Note(kind string, data any) Message {
	raw, err := json.Marshal(data)
	if err != nil {
		raw = json.RawMessage("null")
	}
	return Message{Kind: kind, Data: raw}
}

// Answer returns the message that answers a question; value must marshal to the JSON of the type that was asked for.
func Answer(question string, value any) Message {
	raw, err := json.Marshal(value)
	if err != nil {
		raw = json.RawMessage("null")
	}
	return Note(MessageAnswer, answer{question, raw})
}

type answer struct {
	Question string          `json:"question"`
	Answer   json.RawMessage `json:"answer"`
}
