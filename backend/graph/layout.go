package graph

import (
	"fmt"
	"slices"
	"strings"
)

// layout is the part of a graph that does not depend on the state's type: who may lead where.
type layout struct {
	nodes   map[string]*traits
	order   []string // names as added
	start   string
	entries []string // where messages may lead
	reach   map[string]map[string]bool
}

func (l *layout) place(t *traits) {
	t.ends = len(t.edges) == 0 || slices.Contains(t.edges, End)
	t.edges = slices.DeleteFunc(t.edges, func(e string) bool { return e == End })
	if l.nodes[t.name] == nil {
		l.order = append(l.order, t.name)
	}
	l.nodes[t.name] = t
}

// leads returns the nodes one step away.
func (l *layout) leads(name string) []string {
	if t := l.nodes[name]; t != nil {
		return t.edges
	}
	return nil
}

// survey works out what can be reached from where; afterwards the layout is only read.
func (l *layout) survey() {
	l.reach = map[string]map[string]bool{}
	for _, name := range l.order {
		l.reach[name] = l.closure(l.leads(name))
	}
}

// reaches says whether a task at node a may still cause one at node b, a later visit of a itself included.
func (l *layout) reaches(a, b string) bool { return l.reach[a][b] }

// closure returns from and everything that can be reached from there.
func (l *layout) closure(from []string) map[string]bool {
	seen := map[string]bool{}
	queue := slices.Clone(from)
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		if !seen[name] {
			seen[name] = true
			queue = append(queue, l.leads(name)...)
		}
	}
	return seen
}

// check returns the mistakes of the drawing.
func (l *layout) check(graph string) []error {
	l.survey()
	var errs []error
	fail := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf("graph %q: "+format, append([]any{graph}, args...)...))
	}
	known := func(what, node string) {
		if l.nodes[node] == nil {
			fail("%s leads to %q, which is no node", what, node)
		}
	}
	known("start", l.start)
	for _, e := range l.entries {
		known("message handler", e)
	}
	for _, name := range l.order {
		for _, e := range l.nodes[name].edges {
			known(fmt.Sprintf("node %q", name), e)
		}
	}
	reached := l.closure(append(slices.Clone(l.entries), l.start))
	for _, name := range l.order {
		if !reached[name] {
			fail("node %q is never reached", name)
		}
		if !l.canEnd(name) {
			fail("no end can be reached from node %q", name)
		}
	}
	return errs
}

func (l *layout) canEnd(name string) bool {
	for n := range l.closure([]string{name}) {
		if t := l.nodes[n]; t != nil && t.ends {
			return true
		}
	}
	return false
}

// follow returns the tasks that come after a node whose step said next, or why they may not.
func (l *layout) follow(node string, next []Task) ([]Task, error) {
	t := l.nodes[node]
	if next == nil && len(t.edges) == 1 && !t.ends {
		next = []Task{To(t.edges[0])}
	}
	var out []Task
	for _, task := range next {
		switch {
		case task.err != nil:
			return nil, task.err
		case task.Node == End && t.ends:
		case slices.Contains(t.edges, task.Node):
			out = append(out, task)
		default:
			return nil, fmt.Errorf("led to %q, which is not among its edges (%s)", task.Node, strings.Join(t.edges, ", "))
		}
	}
	if len(out) == 0 && !t.ends {
		return nil, fmt.Errorf("led nowhere; it must name one of its edges (%s) or list End among them", strings.Join(t.edges, ", "))
	}
	return out, nil
}
