package answer

import (
	"fmt"

	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
)

// What a person can tell a run while it works.
const (
	MessageFinish = "finish" // no data: write with what there is
	MessageAttend = "attend" // no data: somebody is there to be asked before anything leaves
)

// steer applies a message at a node boundary.
func steer(s *State, m graph.Message) ([]graph.Task, error) {
	switch m.Kind {
	case MessageFinish:
		if s.Drafted {
			return nil, nil
		}
		s.Early = true
		return graph.Instead(graph.To("synthesize")), nil
	case MessageAttend: // what was allowed beforehand was allowed for another run
		if s.Allow == flow.AllowRun {
			s.Allow = flow.AllowAsk
		}
		return nil, nil
	}
	return nil, fmt.Errorf("a run that answers does not understand %q", m.Kind)
}
