package core

import (
	"rabbithole/backend/flow/related"
	"rabbithole/backend/graph"
)

// listed reports whether a run is among those that a person began: what another run asked, and what was looked for beside a document, is found there.
func listed(r graph.Run) bool { return r.Parent == "" && r.Flow != related.Name }
