package research

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/extract"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/graph"
)

// What a person can tell a run while it works. Finish writes the best report the evidence allows.
const (
	MessagePlan     = "plan"      // PlanAnswer: the edited list; what was worked on stays
	MessageAdd      = "add"       // step.Task: one more item
	MessageDig      = "dig"       // Spot: follow every reference of this evidence
	MessageStop     = "stop_here" // Spot: follow none from here, or drop this item
	MessageFinish   = "finish"    // no data
	MessageContinue = "continue"  // no data: go on where "finish" broke off
	MessageReplan   = "replan"    // no data: the plan is put before the person again, before work on it begins
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
		s.Finish, s.Current, s.Together = FinishPerson, 0, nil
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
		var task extract.Task
		if err := json.Unmarshal(m.Data, &task); err != nil {
			return nil, fmt.Errorf("read the new item: %w", err)
		}
		if strings.TrimSpace(task.Task) == "" {
			return nil, errors.New("the new item says nothing")
		}
		id := s.add(task, false)
		if id == 0 {
			return nil, fmt.Errorf("the list is full: %d items", s.Settings.TodoMaxItems)
		}
		s.item(id).Own = true
		return s.workOn(), nil
	case MessageDig, MessageStop:
		var spot Spot
		if err := json.Unmarshal(m.Data, &spot); err != nil {
			return nil, fmt.Errorf("read the spot: %w", err)
		}
		if m.Kind == MessageDig {
			if err := s.dig(spot); err != nil {
				return nil, err
			}
			return s.workOn(), nil
		}
		return nil, s.stop(spot)
	case MessageContinue:
		s.Finish = ""
		if len(s.Plan) == 0 {
			return graph.Instead(graph.To("plan")), nil
		}
		return graph.Instead(graph.To("next")), nil
	case shared.MessageAttend:
		s.Settings.Unattended = false
	case MessageReplan:
		if len(s.Plan) == 0 || s.Current != 0 || slices.ContainsFunc(s.Plan, func(i Item) bool { return i.Worked }) {
			return nil, errors.New("there is no plan that nobody has begun to work on")
		}
		return graph.Instead(graph.To("approve")), nil
	default:
		return nil, fmt.Errorf("a research run does not understand %q", m.Kind)
	}
	return nil, nil
}

// workOn leads back from the writing to the list when something was added to it meanwhile. A run that writes early says in its report
// that the item was not looked into.
func (s *State) workOn() []graph.Task {
	if s.Phase != PhaseSynthesis || s.Finish != "" {
		return nil
	}
	return graph.Instead(graph.To("next"))
}

// dig adds an item that follows every reference of a piece of evidence; a stop there is lifted.
func (s *State) dig(spot Spot) error {
	i := slices.IndexFunc(s.Evidence, func(k Kept) bool { return k.ID == spot.Evidence })
	if i < 0 {
		return fmt.Errorf("there is no evidence %q", spot.Evidence)
	}
	item := s.item(s.Evidence[i].Item)
	if item == nil {
		return fmt.Errorf("the item that found %s is gone", spot.Evidence)
	}
	id := s.add(extract.Task{Task: fmt.Sprintf("%s (%s)", item.Task, spot.Evidence), Context: item.Context}, false)
	if id == 0 {
		return fmt.Errorf("the list is full: %d items", s.Settings.TodoMaxItems)
	}
	s.item(id).Dig = spot.Evidence
	s.Stopped = slices.DeleteFunc(s.Stopped, func(e string) bool { return e == spot.Evidence })
	return nil
}

func (s *State) stop(spot Spot) error {
	known := evidenceID.FindString(spot.Evidence) == spot.Evidence && spot.Evidence != "" // it may be on its way into the state
	item := s.item(spot.Item)
	if !known && item == nil {
		return fmt.Errorf("there is no evidence %q and no item %d", spot.Evidence, spot.Item)
	}
	if known && !slices.Contains(s.Stopped, spot.Evidence) {
		s.Stopped = append(s.Stopped, spot.Evidence)
	}
	if item != nil && !item.Worked {
		item.Worked, item.Dropped = true, true
	}
	return nil
}
