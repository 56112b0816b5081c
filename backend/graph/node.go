package graph

import (
	"context"
	"encoding/json"
	"fmt"

	"rabbithole/backend/event"
)

// NodeFunc is the work of a node. It gets its own copy of the state: changing it changes nothing, only the Step does.
// It must return soon after ctx ends. When it calls Ask it may be run again from its beginning, see there.
type NodeFunc[S any] func(ctx context.Context, s S) (Step[S], error)

// Step is what a node's work comes to. Where no other node works at the same time, a node may leave its copy of the state changed instead of a
// Change: each top-level field in which its JSON differs from what the node got is taken over, every other one stays as messages made it meanwhile.
type Step[S any] struct {
	Change Change[S]     // nil: the state stays as it is, unless State says otherwise
	State  *S            // the node's copy as it leaves it
	Next   []Task        // nil: the node's only edge is followed; with several edges the branch ends, if End is one of them
	Events []event.Event // durable, written with the node's checkpoint
}

// Task is a call of a node that is to be made.
type Task struct {
	Node string          `json:"node"`
	Arg  json.RawMessage `json:"arg,omitempty"` // read with Arg; several tasks in a Step's Next are a fan-out
	only bool            // see Instead
	err  error           // an argument that is not JSON
}

// End is the edge that leads nowhere: a node that may end its branch, but has other edges too, lists it.
const End = "end"

// To returns a task for the node without an argument.
func To(node string) Task { return Task{Node: node} }

// With returns a task for the node; arg must marshal to JSON, else the node that returns the task fails.
func With(node string, arg any) Task {
	raw, err := json.Marshal(arg)
	if err != nil {
		err = fmt.Errorf("argument of task %q: %w", node, err)
	}
	return Task{Node: node, Arg: raw, err: err}
}

// Instead marks tasks returned by a message handler as a replacement: everything outstanding is given up for them. Running
// nodes are cancelled, open questions withdrawn; what finished nodes changed is kept. "Finish now" is Instead(To("write")).
func Instead(tasks ...Task) []Task {
	for i := range tasks {
		tasks[i].only = true
	}
	return tasks
}

// Option is a property of a node.
type Option func(*traits)

// traits are the properties of a node that do not depend on the state's type.
type traits struct {
	name  string
	join  bool
	edges []string
	ends  bool // End is among the edges, or there are none
}

// Edges lists the nodes that a node may lead to. A node without edges is an end.
func Edges(nodes ...string) Option {
	return func(t *traits) { t.edges = append(t.edges, nodes...) }
}
