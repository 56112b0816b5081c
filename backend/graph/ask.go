package graph

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"rabbithole/backend/event"
)

// Question is what a run asks a person.
type Question struct {
	ID   string          `json:"id"`   // unique in the run; "" lets the engine choose
	Kind string          `json:"kind"` // how to show it: the flow's word, such as "clarify" or "approve_plan"
	Text string          `json:"text"`
	Data json.RawMessage `json:"data,omitempty" ts_type:"any"` // what the answer is about: proposals, a plan to edit
}

// ErrSuspended ends a node that cannot go on yet: Ask returns it, and a node passes it on (wrapped is fine). A node may also
// return it by itself, when its sub-run waits, say: it is run again after a wake message or when the run is resumed.
var ErrSuspended = errors.New("task waits")

// asked is a question of a task and, once there, its answer.
type asked struct {
	Question Question        `json:"question"`
	Answer   json.RawMessage `json:"answer,omitempty"`
}

// Ask asks a person and returns the answer, which a message made by Answer brings.
//
// The first call suspends the task: it returns ErrSuspended, which the node must return. Siblings go on; the wait may last
// days and end in another process. Then the node is run again from its beginning, and Ask returns the answer. A node that
// asks several times gets its answers in the order of its questions, so what it asks must depend only on the state, its
// argument and earlier answers; it is run again when none of its questions is open any more. Call it from the node's own goroutine. An
// answer that does not unmarshal into A is refused with an event and the question stays open.
func Ask[A any](ctx context.Context, q Question) (A, error) {
	var a A
	s := sessionOf(ctx)
	if s == nil {
		return a, fmt.Errorf("ask %q: %w", q.Text, errOutside)
	}
	i := s.next
	s.next++
	if i == len(s.asked) {
		if q.ID == "" {
			q.ID = fmt.Sprintf("%s.%d", s.task.id(), i+1)
		}
		s.asked = append(s.asked, asked{Question: q})
	}
	if s.asked[i].Answer == nil {
		return a, ErrSuspended
	}
	if err := json.Unmarshal(s.asked[i].Answer, &a); err != nil {
		s.refuse(i, err)
		return a, ErrSuspended
	}
	return a, nil
}

// refuse opens question i again.
func (s *session) refuse(i int, err error) {
	s.asked[i].Answer = nil
	e := event.New(QuestionRefused, QuestionEvent{s.asked[i].Question, s.task.Node, s.task.id(), err.Error()})
	s.refused = append(s.refused, e)
}
