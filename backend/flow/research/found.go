package research

import (
	"slices"

	"rabbithole/backend/step"
)

// found returns what search knows of a passage that an item's queries found.
func (s State) found(item int, id string) step.Found {
	best := step.Found{}
	for _, q := range s.Queries {
		if at := slices.Index(q.Hits, id); q.Item == item && at >= 0 && at < len(q.Found) {
			best = best.Better(q.Found[at])
		}
	}
	return best
}
