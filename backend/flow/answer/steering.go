package answer

import (
	"fmt"

	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
)

// What a person can tell a run while it works.
const MessageFinish = "finish" // no data: write with what there is

// steer applies a message at a node boundary.
func steer(s *State, m graph.Message) ([]graph.Task, error) {
	switch m.Kind {
	case MessageFinish:
		if s.Drafted {
			return nil, nil
		}
		s.Early = true
		return graph.Instead(graph.To("synthesize")), nil
	case flow.MessageAttend:
		s.Allow.Attend()
		return nil, nil
	}
	return nil, fmt.Errorf("a run that answers does not understand %q", m.Kind)
}
