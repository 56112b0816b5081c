package research

import (
	"encoding/json"
	"fmt"
	"slices"

	"rabbithole/backend/graph"
	"rabbithole/backend/step"
)

// What a person can tell a run while it works. Finish writes the best report the evidence allows.
const (
	MessagePlan   = "plan"      // PlanAnswer: the edited list; what was worked on stays
	MessageAdd    = "add"       // step.Task: one more item
	MessageDig    = "dig"       // Spot: follow every reference of this evidence
	MessageStop   = "stop_here" // Spot: follow none from here, or drop this item
	MessageFinish = "finish"    // no data
)

// FinishPerson is the reason noted when the person said "finish now".
const FinishPerson = "person"

// Spot is a place in the rabbit hole: a piece of evidence or an item.
type Spot struct {
	Evidence string `json:"evidence,omitempty"`
	Item     int    `json:"item,omitempty"`
}

// steer applies a message at a node boundary.
func steer(s *State, m graph.Message) ([]graph.Task, error) {
	switch m.Kind {
	case MessageFinish:
		s.Finish, s.Current = FinishPerson, 0
		return graph.Instead(graph.To("summarise")), nil
	case MessagePlan:
		var answer PlanAnswer
		if err := json.Unmarshal(m.Data, &answer); err != nil {
			return nil, fmt.Errorf("read the edited plan: %w", err)
		}
		if answer.Items != nil {
			s.edit(answer.Items)
		}
	case MessageAdd:
		var task step.Task
		if err := json.Unmarshal(m.Data, &task); err != nil {
			return nil, fmt.Errorf("read the new item: %w", err)
		}
		s.add(task, false)
	case MessageDig, MessageStop:
		var spot Spot
		if err := json.Unmarshal(m.Data, &spot); err != nil {
			return nil, fmt.Errorf("read the spot: %w", err)
		}
		if m.Kind == MessageDig {
			s.dig(spot)
		} else {
			s.stop(spot)
		}
	}
	return nil, nil
}

// dig adds an item that follows every reference of a piece of evidence.
func (s *State) dig(spot Spot) {
	i := slices.IndexFunc(s.Evidence, func(k Kept) bool { return k.ID == spot.Evidence })
	if i < 0 {
		return
	}
	item := s.item(s.Evidence[i].Item)
	if item == nil {
		return
	}
	if id := s.add(step.Task{Task: fmt.Sprintf("%s (%s)", item.Task, spot.Evidence), Context: item.Context}, false); id > 0 {
		s.item(id).Dig = spot.Evidence
	}
}

func (s *State) stop(spot Spot) {
	if spot.Evidence != "" && !slices.Contains(s.Stopped, spot.Evidence) {
		s.Stopped = append(s.Stopped, spot.Evidence)
	}
	if item := s.item(spot.Item); item != nil && !item.Worked {
		item.Worked, item.Completed = true, false
	}
}
