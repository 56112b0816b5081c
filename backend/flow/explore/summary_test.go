package explore_test

import (
	"testing"

	"rabbithole/backend/flow/explore"
)

// A question that was taken apart is answered when all that it was taken apart into is.
func TestSummary_CountsWhatItsPartsAnswer(t *testing.T) {
	tree := func(last string) explore.State {
		return explore.State{Tree: []explore.Node{{ID: "1", Status: explore.NodeDecomposed}, {ID: "1.1", Status: explore.NodeSufficient}, {ID: "1.2", Status: explore.NodeDecomposed},
			{ID: "1.3", Status: explore.NodeMerged}, {ID: "1.2.1", Status: last}}}
	}
	for last, want := range map[string]int{explore.NodeSufficient: 4, explore.NodeGaps: 1, explore.NodeOpen: 1, explore.NodeMerged: 1} {
		if got := tree(last).Summary().Answered; got != want {
			t.Errorf("%s: %d are answered, want %d", last, got, want)
		}
	}
}
