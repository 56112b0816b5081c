package research

import shared "rabbithole/backend/flow"

// Settings are the limits of a run. Each is a setting and an environment variable of the name given; zero means the default.
type Settings struct {
	TodoMaxItems       int     `json:"todo_max_items"`       // TODO_MAX_ITEMS: most entries of the to-do list
	MaxIterations      int     `json:"max_iterations"`       // MAX_ITERATIONS: most items worked on
	QueriesPerTask     int     `json:"queries_per_task"`     // QUERIES_PER_TASK: 2 to 4
	PassagesPerQuery   int     `json:"passages_per_query"`   // PASSAGES_PER_QUERY: 3 to 5
	RelevanceThreshold float64 `json:"relevance_threshold"`  // RELEVANCE_THRESHOLD: kept above it, 0..1
	QualityThreshold   int     `json:"quality_threshold"`    // QUALITY_THRESHOLD: of 400
	MaxRewrites        int     `json:"max_rewrites"`         // MAX_REWRITES: rewrites after a score below the threshold
	ClarifyRounds      int     `json:"clarify_rounds"`       // CLARIFY_ROUNDS: most rounds of questions
	FollowDepth        int     `json:"follow_depth"`         // FOLLOW_DEPTH: how deep references are followed
	FollowPerTask      int     `json:"follow_per_task"`      // FOLLOW_PER_TASK: most references followed for one item
	MaxCalls           int     `json:"max_calls"`            // MAX_CALLS: most model calls; 0 no limit
	MaxMinutes         int     `json:"max_minutes"`          // MAX_MINUTES: most working minutes; 0 no limit
	Unattended         bool    `json:"unattended,omitempty"` // ask nothing; take defaults
	Web                bool    `json:"web,omitempty"`        // the web may be asked for what the documents do not say
	Depth              Depth   `json:"depth,omitempty"`      // what the run was started with; the other fields say what it means
}

// ClarifyQuestions is the number of questions per round, fixed by the specification.
const ClarifyQuestions = 3

// Defaults returns the settings of the specification.
func Defaults() Settings {
	return Settings{TodoMaxItems: 15, MaxIterations: 20, QueriesPerTask: 4, PassagesPerQuery: 5, RelevanceThreshold: 0.6,
		QualityThreshold: 300, MaxRewrites: 2, ClarifyRounds: 3, FollowDepth: 2, FollowPerTask: 10}
}

// Filled returns s with zero fields set to their defaults and the others brought into the specification's bounds. In MaxRewrites,
// ClarifyRounds, FollowDepth and FollowPerTask a negative number means none.
func (s Settings) Filled() Settings {
	s = shared.Filled(s, Defaults(), false)
	if s.RelevanceThreshold <= 0 || s.RelevanceThreshold >= 1 {
		s.RelevanceThreshold = Defaults().RelevanceThreshold
	}
	s.QueriesPerTask = max(2, min(4, s.QueriesPerTask))
	s.PassagesPerQuery = max(3, min(5, s.PassagesPerQuery))
	s.TodoMaxItems = max(3, s.TodoMaxItems)
	return s
}
