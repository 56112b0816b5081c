package explore

import "rabbithole/backend/flow"

// Settings bound a run. Zero fields mean the defaults.
type Settings struct {
	MaxDepth       int  `json:"max_depth"`       // the root has depth 0
	MaxBreadth     int  `json:"max_breadth"`     // children of one decomposition
	MaxNodes       int  `json:"max_nodes"`       // questions of the tree
	ContextTokens  int  `json:"context_tokens"`  // the digest of the root is compacted to it, for safety
	ContextQueries bool `json:"context_queries"` // the slice takes part in making queries
	UIDebug        bool `json:"ui_debug"`        // the interface shows the digest
	MaxCalls       int  `json:"max_calls"`       // MAX_CALLS: most model calls; 0 no limit
	MaxMinutes     int  `json:"max_minutes"`     // MAX_MINUTES: most working minutes; 0 no limit
}

// MostBreadth is how many children a decomposition may have: more are no partition that anybody can look over.
const MostBreadth = 8

// Defaults returns the settings of a run nobody adjusted.
func Defaults() Settings {
	return Settings{MaxDepth: 3, MaxBreadth: 4, MaxNodes: 40, ContextTokens: 16000}
}

// Filled returns the settings with defaults in the place of what is not set or makes no sense.
func (s Settings) Filled() Settings {
	s = flow.Filled(s, Defaults(), true)
	s.MaxBreadth = min(s.MaxBreadth, MostBreadth)
	return s
}
