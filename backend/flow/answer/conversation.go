package answer

import (
	"slices"

	"rabbithole/backend/flow"
	"rabbithole/backend/report"
)

// What a run remembers of the conversation.
const (
	mostTurns   = 6
	mostAnswer  = 1200 // bytes of an earlier answer
	mostSources = 8    // of an earlier answer
)

// Recall returns the last turns of a conversation as far as a run remembers them, their answers cut.
func Recall(turns []Turn) []Turn {
	out := slices.Clone(turns[max(0, len(turns)-mostTurns):])
	for i := range out {
		out[i].Answer = flow.Clipped(out[i].Answer, mostAnswer)
		out[i].Sources = out[i].Sources[:min(mostSources, len(out[i].Sources))]
	}
	return out
}

// TurnOf makes a turn of a finished run for the one that asks further: its state and its final report.
func TurnOf(run string, s State, r report.Report) Turn {
	t := Turn{Run: run, Question: s.Question, Subject: s.Subject, Answer: flow.Clipped(Text(r), mostAnswer), Sources: []TurnSource{}}
	for _, x := range r.Sources[:min(mostSources, len(r.Sources))] {
		t.Sources = append(t.Sources, TurnSource{Document: x.Document, Name: x.Name, URL: x.URL})
	}
	return t
}

// PhaseOf returns the phase that a node belongs to; "" for no node: where a run begins.
func PhaseOf(node string) string { return phases[node] }

var phases = map[string]string{"understand": PhasePlanning, "plan": PhasePlanning, "consent": PhasePlanning, "search": PhaseSearching, "read": PhaseReading, "summarise": PhaseReading,
	"evaluate": PhaseEvaluating, "synthesize": PhaseSynthesizing, "finalize": PhaseFinalizing}
