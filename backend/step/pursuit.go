package step

// Decision is what the planner of an answer decides: the specification's strict JSON.
type Decision struct {
	NextAction        string   `json:"nextAction"` // SearchMore or Finalize
	Queries           []string `json:"queries"`
	CoverageGaps      []string `json:"coverageGaps"`
	TargetSourceTypes []string `json:"targetSourceTypes"`
	Confidence        float64  `json:"confidence"` // 0..1
	Reason            string   `json:"reason"`
	ByRule            bool     `json:"byRule,omitempty"` // no model, or none of its answers could be used
}

// What a decision says is next.
const (
	SearchMore = "search_more"
	Finalize   = "finalize"
)
