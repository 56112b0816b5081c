package graph

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"rabbithole/backend/event"
)

// Graph is a flow's drawing: its nodes, where they lead, and what its state's changes and messages mean. Build it once with
// chained calls; NewRunner validates it.
type Graph[S any] struct {
	layout
	name     string
	version  int
	work     map[string]NodeFunc[S]
	changes  map[string]reflect.Type
	handle   func(*S, Message) ([]Task, error)
	heard    func(S, Message) []event.Event
	mistakes []error
}

// New returns an empty graph. Raise stateVersion when old checkpoints' JSON no longer means what S says: runs of older versions are refused.
func New[S any](name string, stateVersion int) *Graph[S] {
	return &Graph[S]{
		layout:  layout{nodes: map[string]*traits{}},
		name:    name,
		version: stateVersion,
		work:    map[string]NodeFunc[S]{},
		changes: map[string]reflect.Type{},
	}
}

// Name returns the graph's name.
func (g *Graph[S]) Name() string { return g.name }

// Node adds a node whose tasks run as soon as they are due, side by side.
func (g *Graph[S]) Node(name string, fn NodeFunc[S], opts ...Option) *Graph[S] {
	return g.add(&traits{name: name}, fn, opts)
}

// Join adds a node that runs once when all tasks that lead to it have arrived: it waits as long as a task under way can still
// reach it. Its argument is the JSON list of the arrived tasks' arguments, in task order.
func (g *Graph[S]) Join(name string, fn NodeFunc[S], opts ...Option) *Graph[S] {
	return g.add(&traits{name: name, join: true}, fn, opts)
}

// Start names the node that a run begins with.
func (g *Graph[S]) Start(node string) *Graph[S] {
	g.start = node
	return g
}

// OnMessage sets the handler of messages other than answers, pause, cancel and wake. It may change the state and return tasks
// for the nodes listed here; they join the wave under way, or replace everything, see Instead. The state it sees is that of
// the wave's beginning: changes of siblings that finished early come after its own. When it returns an error the
// message is refused: nothing changes, and an event says so.
func (g *Graph[S]) OnMessage(handle func(*S, Message) ([]Task, error), nodes ...string) *Graph[S] {
	g.handle, g.entries = handle, nodes
	return g
}

// OnHeard sets what is told of a message that was carried out, besides the event that says so. The state is the one after it.
func (g *Graph[S]) OnHeard(tell func(S, Message) []event.Event) *Graph[S] {
	g.heard = tell
	return g
}

// Validate reports every mistake in the drawing: an edge to an unknown node, a node that is never reached, one from which no
// end can be reached.
func (g *Graph[S]) Validate() error {
	return errors.Join(append(slices.Clone(g.mistakes), g.layout.check(g.name)...)...)
}

func (g *Graph[S]) add(t *traits, fn NodeFunc[S], opts []Option) *Graph[S] {
	for _, o := range opts {
		o(t)
	}
	if t.name == "" || t.name == End || fn == nil {
		g.mistake("node %q needs a function and a name other than %q", t.name, End)
	}
	if g.nodes[t.name] != nil {
		g.mistake("node %q is added twice", t.name)
	}
	g.place(t)
	g.work[t.name] = fn
	return g
}

func (g *Graph[S]) mistake(format string, args ...any) {
	g.mistakes = append(g.mistakes, fmt.Errorf("graph %q: "+format, append([]any{g.name}, args...)...))
}

// current returns the state of a checkpoint, or why it is not of today's version.
func (g *Graph[S]) current(c Checkpoint) (json.RawMessage, error) {
	switch {
	case c.Version == g.version:
		return c.State, nil
	case c.Version > g.version:
		return nil, newerVersion(c.Run)
	}
	return nil, fmt.Errorf("state of run %s has version %d, graph %q version %d", c.Run, c.Version, g.name, g.version)
}
