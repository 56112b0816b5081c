package graph_test

import (
	"testing"

	"rabbithole/backend/graph"
	"rabbithole/backend/graph/graphtest"
)

func TestMemory_KeepsTheContract(t *testing.T) {
	graphtest.TestStore(t, func(*testing.T) graphtest.Store { return graph.NewMemory() })
}
