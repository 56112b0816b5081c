package discover

import (
	"fmt"

	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
)

// MessageAttend tells a run that somebody is there to be asked before anything leaves. It has no data.
const MessageAttend = "attend"

// steer applies a message at a node boundary: what was allowed beforehand was allowed for another run.
func steer(s *State, m graph.Message) ([]graph.Task, error) {
	if m.Kind != MessageAttend {
		return nil, fmt.Errorf("a run that discovers does not understand %q", m.Kind)
	}
	if s.Allow == flow.AllowRun {
		s.Allow = flow.AllowAsk
	}
	return nil, nil
}
