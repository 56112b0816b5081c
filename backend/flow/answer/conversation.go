package answer

import "rabbithole/backend/report"

// Recall returns the last turns of a conversation as far as a run remembers them.
func Recall(turns []Turn) []Turn { return turns[max(0, len(turns)-mostTurns):] }

// mostTurns is how many earlier turns a run remembers.
const mostTurns = 6

// TurnOf makes a turn of a finished run for the one that asks further: its state and its final report.
func TurnOf(run string, s State, r report.Report) Turn {
	return Turn{Run: run, Question: s.Question, Subject: s.Subject}
}

// Text returns the answer of a report as plain text with its citations as [1], [2], ...
func Text(r report.Report) string { return "" }

// Citations returns the sources that the claims of a report cite, under the numbers that Text has.
func Citations(r report.Report) []Citation { return nil }

// PhaseOf returns the phase that a node belongs to; "" for no node: where a run begins.
func PhaseOf(node string) string {
	return map[string]string{
		"understand": PhasePlanning, "plan": PhasePlanning, "consent": PhasePlanning, "search": PhaseSearching, "read": PhaseReading,
		"evaluate": PhaseEvaluating, "synthesize": PhaseSynthesizing, "finalize": PhaseFinalizing,
	}[node]
}
