package graph

import (
	"encoding/json"
	"slices"

	"rabbithole/backend/event"
)

// gathering is a join with at least one arrival: those that its next execution will gather.
type gathering struct {
	node  string
	scope frame // the execution gathered for; zero for everything
	tasks []pending
}

// join lets every join go that has nothing to wait for. When arrivals only wait for each other (two joins on one loop), the
// join that was added to the graph first goes.
func (p *position) join(l *layout) ([]event.Event, error) {
	var events []event.Event
	for {
		all := p.gatherings(l)
		i := slices.IndexFunc(all, func(g gathering) bool { return !p.blocked(l, g) })
		if i < 0 && len(all) > 0 && !p.any(ready) && !p.any(waiting) && !p.any(done) {
			i = 0
		}
		if i < 0 {
			return events, nil
		}
		diverted, err := p.release(l, all[i])
		if err != nil {
			return nil, err
		}
		events = append(events, diverted...)
	}
}

// gatherings returns what is gathered, in the order of the joins in the graph, then of their first arrivals.
func (p *position) gatherings(l *layout) []gathering {
	var all []gathering
	for _, name := range l.order {
		first := len(all)
		for _, t := range p.Tasks {
			if t.Node != name || t.Phase != arrived {
				continue
			}
			scope := scopeOf(l, t)
			i := slices.IndexFunc(all[first:], func(g gathering) bool { return g.scope == scope })
			if i < 0 {
				all = append(all, gathering{node: name, scope: scope})
				i = len(all) - 1 - first
			}
			all[first+i].tasks = append(all[first+i].tasks, t)
		}
	}
	return all
}

// scopeOf returns the innermost execution that the arrived task's join gathers for.
func scopeOf(l *layout, t pending) frame {
	of := l.nodes[t.Node].of
	for _, f := range slices.Backward(t.Frames) {
		if f.Node == of {
			return f
		}
	}
	return frame{}
}

// blocked says whether a task under way, within the scope, can still reach the join.
func (p *position) blocked(l *layout, g gathering) bool {
	return slices.ContainsFunc(p.Tasks, func(t pending) bool {
		if t.Node == g.node && t.Phase == arrived && scopeOf(l, t) == g.scope {
			return false
		}
		within := g.scope == frame{} || slices.Contains(t.Frames, g.scope)
		return within && l.reaches(t.Node, g.node)
	})
}

// release replaces the arrivals by one task of the join, whose argument is the list of theirs.
func (p *position) release(l *layout, g gathering) ([]event.Event, error) {
	gone := map[int]bool{}
	args := make([]json.RawMessage, len(g.tasks))
	for i, t := range g.tasks {
		gone[t.N] = true
		if args[i] = t.Arg; t.Arg == nil {
			args[i] = json.RawMessage("null")
		}
	}
	p.Tasks = slices.DeleteFunc(p.Tasks, func(t pending) bool { return gone[t.N] })
	arg, err := json.Marshal(args)
	if err != nil {
		return nil, err
	}
	return p.enter(l, Task{Node: g.node, Arg: arg}, outside(g))
}

// outside returns the frames that the join's own task is in: those below the scope, or those that all arrivals share.
func outside(g gathering) []frame {
	common := g.tasks[0].Frames
	if i := slices.Index(common, g.scope); i >= 0 {
		return slices.Clone(common[:i])
	}
	for _, t := range g.tasks[1:] {
		n := 0
		for n < min(len(common), len(t.Frames)) && common[n] == t.Frames[n] {
			n++
		}
		common = common[:n]
	}
	return slices.Clone(common)
}
