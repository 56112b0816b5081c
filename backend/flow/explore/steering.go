package explore

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/event"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
)

// What a person can tell a run while it works. Data is Steering, but for finish and attend.
const (
	MessageStop   = "stop"   // end a branch; what it found stays
	MessageReask  = "reask"  // ask Question in the place of a question: its branch begins anew
	MessageDig    = "dig"    // take a question apart, answered or not; with a Question, ask that under it
	MessageFinish = "finish" // no data: write with what there is
)

// Steering names the question of the tree that a message is about.
type Steering struct {
	Node     string `json:"node"`
	Question string `json:"question,omitempty"`
}

// steer applies a message at a node boundary.
func (f *run) steer(s *State, m graph.Message) ([]graph.Task, error) {
	switch m.Kind {
	case MessageFinish:
		if s.Reported {
			return nil, nil
		}
		s.Early = true
		s.undig("1")
		s.settle()
		return graph.Instead(graph.To("report")), nil
	case flow.MessageAttend:
		s.Before = slices.Clone(s.Runs) // also where it is said of a branch that is still under way
		s.Allow.Attend()
		return nil, nil
	}
	var d Steering
	if err := json.Unmarshal(m.Data, &d); err != nil {
		return nil, fmt.Errorf("read what is meant by %q: %w", m.Kind, err)
	}
	d.Question = strings.Join(strings.Fields(d.Question), " ")
	n := s.node(d.Node)
	if n == nil {
		return nil, fmt.Errorf("the tree has no question %q", d.Node)
	}
	switch m.Kind {
	case MessageStop:
		for i := range s.Tree {
			if x := &s.Tree[i]; under(x.ID, n.ID) && !x.closed() {
				x.Status = NodeStopped
			}
		}
		s.undig(n.ID)
		return nil, nil
	case MessageReask:
		return f.reask(s, n, d.Question)
	case MessageDig:
		return f.deeper(s, n, d.Question)
	}
	return nil, fmt.Errorf("a run that explores does not understand %q", m.Kind)
}

// undig forgets that questions of a branch were to be taken apart.
func (s *State) undig(top string) {
	for i := range s.Tree {
		if under(s.Tree[i].ID, top) {
			s.Tree[i].Deeper = false
		}
	}
}

// closed reports whether nothing works on the question any more.
func (n Node) closed() bool {
	return n.Status != NodeOpen && n.Status != NodeSearched && n.Status != NodeJudged
}

// reask puts another question in the place of one; what was under it is dropped.
func (f *run) reask(s *State, n *Node, question string) ([]graph.Task, error) {
	if question == "" {
		return nil, fmt.Errorf("no question to ask in the place of %s", n.ID)
	}
	key := keyOf(f.Kit.Lexicon, s.Language, question)
	if same := s.same(key); same != nil && !under(same.ID, n.ID) && same.Status != NodeStopped {
		return nil, fmt.Errorf("question %s asks the same", same.ID)
	}
	for i := range s.Tree {
		if x := &s.Tree[i]; x.ID != n.ID && under(x.ID, n.ID) {
			x.Status = NodeDropped
		}
	}
	s.Reported, s.Early = false, false
	*n = Node{ID: n.ID, Key: key, Status: NodeOpen, Gen: n.Gen + 1, Children: n.Children, Question: question}
	return []graph.Task{n.task("search")}, nil
}

// deeper takes a question apart whatever its depth, or asks the person's own under it.
func (f *run) deeper(s *State, n *Node, question string) ([]graph.Task, error) {
	if s.planted() >= s.Settings.MaxNodes {
		return nil, fmt.Errorf("the tree has its %d questions", s.Settings.MaxNodes)
	}
	if question == "" {
		switch n.Status {
		case NodeMerged, NodeDropped, NodeStopped:
			return nil, fmt.Errorf("question %s is not worked on: it was stopped, dropped or asks what another does", n.ID)
		}
		if n.Deeper { // it is on its way there
			return nil, nil
		}
		n.Deeper, s.Reported, s.Early = true, false, false
		switch n.Status {
		case NodeUnsearched:
			n.Status = NodeOpen
			return []graph.Task{n.task("search")}, nil
		case NodeOpen, NodeSearched:
			return nil, nil // it comes to be taken apart by itself
		}
		return []graph.Task{n.task("dig")}, nil
	}
	own := 1
	for _, x := range s.Tree {
		if x.Parent() == n.ID && x.Question != "" {
			own++
		}
	}
	child := Node{ID: fmt.Sprintf("%s.q%d", n.ID, own), Key: keyOf(f.Kit.Lexicon, s.Language, question), Status: NodeOpen, Question: question}
	if same := s.same(child.Key); same != nil {
		return nil, fmt.Errorf("question %s asks the same", same.ID)
	}
	s.Reported, s.Early = false, false
	s.Tree = append(s.Tree, child)
	return []graph.Task{child.task("search")}, nil
}

// heard tells what a person's word did to the tree.
func (f *run) heard(s State, m graph.Message) []event.Event {
	var d Steering
	if json.Unmarshal(m.Data, &d) != nil {
		return nil
	}
	text := said(s.Language, m.Kind, d)
	n := s.node(d.Node)
	if text == "" || n == nil {
		return nil
	}
	return []event.Event{event.New(EventSteered, NodeData{NodeID: n.ID, Depth: n.Depth(), Question: d.Question, Status: n.Status, Kept: n.Kept, Text: text})}
}

// said is the sentence for a person's word, "" for what is no branch's.
func said(language, kind string, d Steering) string {
	switch kind {
	case MessageStop:
		return sayStopped.In(language, d.Node)
	case MessageReask:
		return sayAsked.In(language, d.Node, d.Question)
	case MessageDig:
		if d.Question != "" {
			return sayUnder.In(language, d.Node, d.Question)
		}
		return sayDug.In(language, d.Node)
	}
	return ""
}
