package graph

import (
	"encoding/json"
	"slices"
)

// join lets every join go that has nothing to wait for. When arrivals only wait for each other (two joins on one loop), the
// join that was added to the graph first goes.
func (p *position) join(l *layout) error {
	for {
		all := slices.DeleteFunc(slices.Clone(l.order), func(node string) bool { return !slices.ContainsFunc(p.Tasks, arrivedAt(node)) })
		i := slices.IndexFunc(all, func(node string) bool { return !p.blocked(l, node) })
		if i < 0 && len(all) > 0 && !p.any(ready) && !p.any(waiting) && !p.any(done) {
			i = 0
		}
		if i < 0 {
			return nil
		}
		if err := p.release(all[i]); err != nil {
			return err
		}
	}
}

func arrivedAt(node string) func(pending) bool {
	return func(t pending) bool { return t.Node == node && t.Phase == arrived }
}

// blocked says whether a task under way can still reach the join.
func (p *position) blocked(l *layout, node string) bool {
	return slices.ContainsFunc(p.Tasks, func(t pending) bool { return !arrivedAt(node)(t) && l.reaches(t.Node, node) })
}

// release replaces the arrivals by one task of the join, whose argument is the list of theirs.
func (p *position) release(node string) error {
	var args []json.RawMessage
	p.Tasks = slices.DeleteFunc(p.Tasks, func(t pending) bool {
		gone := arrivedAt(node)(t)
		if gone {
			args = append(args, t.Arg) // null when there is none
		}
		return gone
	})
	arg, err := json.Marshal(args)
	if err != nil {
		return err
	}
	return p.enter(Task{Node: node, Arg: arg})
}
