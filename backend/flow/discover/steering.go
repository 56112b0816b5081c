package discover

import (
	"fmt"

	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
)

// steer applies a message at a node boundary.
func steer(s *State, m graph.Message) ([]graph.Task, error) {
	if m.Kind != flow.MessageAttend {
		return nil, fmt.Errorf("a run that discovers does not understand %q", m.Kind)
	}
	s.Allow.Attend()
	return nil, nil
}
