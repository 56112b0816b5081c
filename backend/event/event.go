// Package event says what happened in a run, in order.
//
// Durable events are written by the store in the transaction of the checkpoint they belong to, which gives them their Seq;
// ephemeral ones (tokens, progress) have Seq 0 and are only ever broadcast. A client that reconnects asks for everything
// after its last Seq. The package refuses to know what a flow's events mean: Data is the flow's own JSON.
package event

import (
	"encoding/json"
	"time"
)

// Kind names what happened, such as "run.started" or "passage.kept".
type Kind string

// Event is one thing that happened. Seq is 1-based and grows by one per durable event of the whole library; 0 means ephemeral.
type Event struct {
	Seq  int64           `json:"seq"`
	Run  string          `json:"run"`
	Kind Kind            `json:"kind"`
	At   time.Time       `json:"at"`
	Data json.RawMessage `json:"data,omitempty"`
}

// New returns an event of the given kind; data must marshal to JSON (a value that does not is replaced by null).
func New(kind Kind, data any) Event {
	raw, err := json.Marshal(data)
	if err != nil {
		raw = json.RawMessage("null")
	}
	return Event{Kind: kind, Data: raw}
}
