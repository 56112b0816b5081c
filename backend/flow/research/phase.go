package research

// PhaseOf returns the phase of research that a node belongs to; "" for no node: where a run begins.
func PhaseOf(node string) string {
	switch node {
	case "":
		return ""
	case "analyse", "clarify":
		return PhaseAnalysis
	case "plan", "approve":
		return PhasePlanning
	case "summarise", "rank", "draft":
		return PhaseSynthesis
	case "attribute":
		return PhaseAttribution
	}
	return PhaseExtraction
}
