package graph

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// position is where a run stands beside its state: what is under way. It is the JSON in Checkpoint.Tasks. Its methods are
// pure; they are the law by which a run goes on, the loop only carries it out.
type position struct {
	Last   int            `json:"last"` // number of the newest task
	Tasks  []pending      `json:"tasks"`
	Visits map[string]int `json:"visits"`
}

// phase of a pending task.
type phase string

const (
	ready   phase = "ready"   // to be run, or running: a crash makes no difference
	waiting phase = "waiting" // for answers or a wake message
	done    phase = "done"    // finished, its change waits for the end of the wave
	arrived phase = "arrived" // at a join that waits for others
)

// pending is a task under way. Tasks are kept in the order of their numbers.
type pending struct {
	N      int             `json:"n"`
	Node   string          `json:"node"`
	Arg    json.RawMessage `json:"arg,omitempty"`
	Phase  phase           `json:"phase"`
	Asked  []asked         `json:"asked,omitempty"`
	Change *encodedChange  `json:"change,omitempty"` // when done
	Next   []Task          `json:"next,omitempty"`   // when done
}

func (p pending) id() string { return fmt.Sprintf("%s-%d", p.Node, p.N) }

func (p pending) open() bool {
	return slices.ContainsFunc(p.Asked, func(a asked) bool { return a.Answer == nil })
}

func (p *position) find(n int) *pending {
	for i := range p.Tasks {
		if p.Tasks[i].N == n {
			return &p.Tasks[i]
		}
	}
	return nil
}

func (p *position) any(ph phase) bool {
	return slices.ContainsFunc(p.Tasks, func(t pending) bool { return t.Phase == ph })
}

// add puts a task under way: one for a join arrives there and waits, any other becomes ready.
func (p *position) add(l *layout, t Task) error {
	if l.nodes[t.Node].join {
		p.push(t, arrived)
		return nil
	}
	return p.enter(t)
}

// mostVisits is how often a node is run in one run, so that no loop is endless.
const mostVisits = 10_000

// enter makes a task ready.
func (p *position) enter(t Task) error {
	if p.Visits[t.Node] >= mostVisits {
		return &NodeError{Node: t.Node, Err: fmt.Errorf("its limit of %d visits is reached", mostVisits)}
	}
	p.Visits[t.Node]++
	p.push(t, ready)
	return nil
}

func (p *position) push(t Task, ph phase) {
	p.Last++
	p.Tasks = append(p.Tasks, pending{N: p.Last, Node: t.Node, Arg: t.Arg, Phase: ph})
}

// finish marks a task done.
func (p *position) finish(n int, c *encodedChange, next []Task) {
	t := p.find(n)
	t.Phase, t.Change, t.Next, t.Asked = done, c, next, nil
}

// suspend marks a task waiting; one that was woken while it ran and has no open question looks again instead.
func (p *position) suspend(n int, questions []asked, woken bool) {
	t := p.find(n)
	t.Phase, t.Asked = waiting, questions
	if woken && !t.open() {
		t.Phase = ready
	}
}

// answer gives an answer to the question and returns its task, nil when no such question is open. The task is ready once
// none of its questions is open.
func (p *position) answer(a answer) (*pending, Question) {
	for i := range p.Tasks {
		t := &p.Tasks[i]
		for j, q := range t.Asked {
			if q.Question.ID != a.Question || q.Answer != nil {
				continue
			}
			t.Asked[j].Answer = a.Answer
			if !t.open() {
				t.Phase = ready
			}
			return t, q.Question
		}
	}
	return nil, Question{}
}

// reopen takes back the answer that each task not done yet got last.
func (p *position) reopen() {
	for i := range p.Tasks {
		if t := &p.Tasks[i]; t.Phase == ready && len(t.Asked) > 0 && !t.open() {
			t.Asked = slices.Clone(t.Asked)
			t.Asked[len(t.Asked)-1].Answer = nil
			t.Phase = waiting
		}
	}
}

// wake makes the waiting tasks without an open question ready.
func (p *position) wake() {
	for i := range p.Tasks {
		if t := &p.Tasks[i]; t.Phase == waiting && !t.open() {
			t.Phase = ready
		}
	}
}

// collect removes the finished tasks and returns them in task order.
func (p *position) collect() []pending {
	var out []pending
	p.Tasks = slices.DeleteFunc(p.Tasks, func(t pending) bool {
		if t.Phase == done {
			out = append(out, t)
		}
		return t.Phase == done
	})
	return out
}

// spread puts the next tasks of finished ones under way, in task order, and lets the joins go that have nothing to wait for.
func (p *position) spread(l *layout, finished []pending) error {
	for _, t := range finished {
		for _, next := range t.Next {
			if err := p.add(l, next); err != nil {
				return err
			}
		}
	}
	return p.join(l)
}

// questions returns the open questions.
func (p *position) questions() []Question {
	var out []Question
	for _, t := range p.Tasks {
		for _, a := range t.Asked {
			if a.Answer == nil {
				out = append(out, a.Question)
			}
		}
	}
	return out
}

// readPosition reads what was under way at a checkpoint.
func readPosition(l *layout, c Checkpoint) (p position, err error) {
	if err := json.Unmarshal(c.Tasks, &p); err != nil {
		return p, fmt.Errorf("read tasks of run %s: %w", c.Run, err)
	}
	for _, t := range p.Tasks {
		if l.nodes[t.Node] == nil {
			return p, fmt.Errorf("resume run %s: it stands at node %q, which this version of the flow does not have", c.Run, t.Node)
		}
	}
	return p, nil
}

func changesOf(tasks []pending) []*encodedChange {
	out := make([]*encodedChange, len(tasks))
	for i, t := range tasks {
		out[i] = t.Change
	}
	return out
}

// clone returns a copy whose tasks and visits can be changed alone.
func (p *position) clone() position {
	return position{Last: p.Last, Tasks: slices.Clone(p.Tasks), Visits: maps.Clone(p.Visits)}
}
