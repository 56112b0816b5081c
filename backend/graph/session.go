package graph

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"rabbithole/backend/event"
)

// session is what a node at work may ask of the engine. It belongs to the node's goroutine, but for emit (set once)
// and recorded (locked), which the node's own goroutines may use too.
type session struct {
	run  string
	task pending // a copy
	now  func() time.Time
	emit func(event.Event)

	asked   []asked // questions of this task so far, the open one last
	next    int     // which of them the next Ask is
	refused []event.Event

	mu       sync.Mutex
	recorded []event.Event
}

type sessionKey struct{}

func sessionOf(ctx context.Context) *session {
	s, _ := ctx.Value(sessionKey{}).(*session)
	return s
}

// errOutside is what node-only functions fail with elsewhere.
var errOutside = errors.New("only a node can ask that of its context")

// Arg returns the argument of the node's task. The node of a join gets the list of the arrived tasks' arguments. A task
// without an argument gives the zero T.
func Arg[T any](ctx context.Context) (T, error) {
	var v T
	s := sessionOf(ctx)
	if s == nil {
		return v, fmt.Errorf("argument: %w", errOutside)
	}
	if len(s.task.Arg) == 0 {
		return v, nil
	}
	if err := json.Unmarshal(s.task.Arg, &v); err != nil {
		return v, fmt.Errorf("argument of task %s: %w", s.task.id(), err)
	}
	return v, nil
}

// RunID returns the ID of the node's run, "" outside a node.
func RunID(ctx context.Context) string {
	if s := sessionOf(ctx); s != nil {
		return s.run
	}
	return ""
}

// TaskID returns the ID of the node's task, "" outside a node. It is unique in the run and the same after a crash.
func TaskID(ctx context.Context) string {
	if s := sessionOf(ctx); s != nil {
		return s.task.id()
	}
	return ""
}

// NodeName returns the name of the node, "" outside one.
func NodeName(ctx context.Context) string {
	if s := sessionOf(ctx); s != nil {
		return s.task.Node
	}
	return ""
}

// Emit broadcasts an ephemeral event (progress, tokens) at once. Outside a node it does nothing.
func Emit(ctx context.Context, e event.Event) {
	s := sessionOf(ctx)
	if s == nil || ctx.Err() != nil {
		return
	}
	e.Seq, e.Run, e.At = 0, s.run, s.now()
	s.emit(e)
}

// Record adds a durable event that is written when the node has finished or failed. It serves the steps deep inside a
// node that do not see its Step. Outside a node it does nothing.
func Record(ctx context.Context, e event.Event) {
	s := sessionOf(ctx)
	if s == nil {
		return
	}
	e.At = s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.recorded = append(s.recorded, e)
}

func (s *session) events() []event.Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.recorded)
}
