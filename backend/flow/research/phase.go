package research

import "cmp"

// PhaseOf returns the phase of research that a node belongs to; "" for no node: where a run begins.
func PhaseOf(node string) string {
	if node == "" {
		return ""
	}
	return cmp.Or(phases[node], PhaseExtraction)
}

var phases = map[string]string{"analyse": PhaseAnalysis, "clarify": PhaseAnalysis, "plan": PhasePlanning, "approve": PhasePlanning, "summarise": PhaseSynthesis, "rank": PhaseSynthesis,
	"draft": PhaseSynthesis, "attribute": PhaseAttribution}
