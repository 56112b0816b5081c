package graph

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"rabbithole/backend/event"
)

// NodeFunc is the work of a node. It gets its own copy of the state: changing it changes nothing, only the Step does.
// It must return soon after ctx ends. When it calls Ask it may be run again from its beginning, see there.
type NodeFunc[S any] func(ctx context.Context, s S) (Step[S], error)

// Step is what a node's work comes to.
type Step[S any] struct {
	Change Change[S]     // nil: the state stays as it is
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
	name    string
	join    bool
	of      string // a join gathers per execution of this node; "" is all that can reach it
	edges   []string
	ends    bool // End is among the edges, or there are none
	timeout time.Duration
	visits  int
	divert  string
	retry   retry
}

type retry struct {
	attempts int
	backoff  time.Duration
	accept   func(error) bool
}

// Edges lists the nodes that a node may lead to. A node without edges is an end.
func Edges(nodes ...string) Option {
	return func(t *traits) { t.edges = append(t.edges, nodes...) }
}

// Timeout bounds one attempt of a node.
func Timeout(d time.Duration) Option { return func(t *traits) { t.timeout = d } }

// Retry runs a failed node up to attempts times in all, waiting backoff, then twice that, and so on. Only errors that accept
// agrees to are tried again; a nil accept agrees to all. Attempt tells a node which try it is.
func Retry(attempts int, backoff time.Duration, accept func(error) bool) Option {
	return func(t *traits) { t.retry = retry{attempts, backoff, accept} }
}

// Visits bounds how often a node is run in one run: further tasks for it go to the node divert, with the same argument, or
// fail the run when divert is "". Every node has a limit of 10,000, so that no loop is endless.
func Visits(limit int, divert string) Option {
	return func(t *traits) { t.visits, t.divert = limit, divert }
}

// Of makes a join gather the tasks that descend from one execution of node, and so run once per execution: the inner join of
// nested fan-outs. A join without Of runs once for everything under way that can still reach it.
func Of(node string) Option { return func(t *traits) { t.of = node } }
