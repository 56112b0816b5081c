package fault_test

import (
	"errors"
	"fmt"
	"testing"

	"rabbithole/backend/fault"
)

func TestSaid_LeavesOutThePlacesAFaultCameBy(t *testing.T) {
	gone := fault.New("ask model qwen3:14b", fault.Unavailable, "Start it.", errors.New("Ollama stopped answering"))
	for want, err := range map[string]error{
		"ask model qwen3:14b: Ollama stopped answering":         fmt.Errorf("node read: %w", fmt.Errorf("ask the model to judge: %w", gone)),
		"run r1: ask model qwen3:14b: Ollama stopped answering": fault.New("run r1", fault.Unavailable, "", gone),
		"node read: index out of range":                         fmt.Errorf("node read: %w", errors.New("index out of range")),
	} {
		if got := fault.Said(err); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
