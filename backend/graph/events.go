package graph

import (
	"fmt"

	"rabbithole/backend/event"
	"rabbithole/backend/fault"
)

// The kinds of events that every run has. Data is a RunEvent, NodeEvent, QuestionEvent or MessageEvent, by prefix.
const (
	RunStarted   event.Kind = "run.started"
	RunResumed   event.Kind = "run.resumed"
	RunForked    event.Kind = "run.forked" // in the new run
	RunWaiting   event.Kind = "run.waiting"
	RunPaused    event.Kind = "run.paused"
	RunFinished  event.Kind = "run.finished"
	RunCancelled event.Kind = "run.cancelled"
	RunFailed    event.Kind = "run.failed"

	NodeStarted  event.Kind = "node.started"
	NodeFinished event.Kind = "node.finished"

	QuestionAsked    event.Kind = "question.asked"
	QuestionAnswered event.Kind = "question.answered"
	QuestionRefused  event.Kind = "question.refused" // the answer had the wrong shape; the question stays open

	MessageHandled event.Kind = "message.handled"
	MessageRefused event.Kind = "message.refused"
)

// RunEvent is the data of run.* events.
type RunEvent struct {
	Flow       string `json:"flow"`
	Title      string `json:"title"`
	Status     Status `json:"status"`
	Error      string `json:"error,omitempty"`
	Hint       string `json:"hint,omitempty"`
	Stack      string `json:"stack,omitempty"` // where a node panicked
	ForkedFrom string `json:"forked_from,omitempty"`
	Checkpoint int    `json:"checkpoint,omitempty"` // of ForkedFrom
}

// NodeEvent is the data of node.* events.
type NodeEvent struct {
	Node   string `json:"node"`
	Task   string `json:"task"`
	Millis int64  `json:"millis,omitempty"` // node.finished: working time
}

// QuestionEvent is the data of question.* events.
type QuestionEvent struct {
	Question
	Node  string `json:"node"`
	Task  string `json:"task"`
	Error string `json:"error,omitempty"` // question.refused
}

// MessageEvent is the data of message.* events.
type MessageEvent struct {
	Kind  string `json:"kind"`
	Error string `json:"error,omitempty"`
}

// NodeError says which node failed a run.
type NodeError struct {
	Node string
	Task string
	Err  error
}

// Error names the node and the cause.
func (e *NodeError) Error() string { return fmt.Sprintf("node %s: %v", e.Node, e.Err) }

// Unwrap returns the cause.
func (e *NodeError) Unwrap() error { return e.Err }

// PanicError is a panic of a node, a change or a message handler.
type PanicError struct {
	Value any
	Stack string
}

// Error says what was panicked with.
func (e *PanicError) Error() string { return fmt.Sprintf("panicked: %v", e.Value) }

func runEvent(kind event.Kind, run Run) event.Event {
	return event.New(kind, RunEvent{Flow: run.Flow, Title: run.Title, Status: run.Status, Error: run.Error, Hint: run.Hint})
}

// failure sets the run's error from err, with the hint a fault in its chain has.
func (r *Run) failure(err error) {
	r.Status, r.Error, r.Hint = Failed, fault.Said(err), fault.Hint(err)
}
