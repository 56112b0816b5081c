package answer

import (
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/cite"
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

// Text returns the answer of a report as plain text with its citations as [1], [2], ...: a line per paragraph or list item. Without an answer
// it is what nothing was found for.
func Text(r report.Report) string {
	claims := map[string]cite.Claim{}
	for _, c := range r.Claims {
		claims[c.ID] = c
	}
	var lines []string
	for _, b := range r.Answer {
		var parts []string
		for _, s := range b.Sentences {
			parts = append(parts, marked(s, claims, r.Sources))
		}
		line := strings.Join(parts, " ")
		if b.Item {
			line = "- " + line
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return strings.Join(r.Silent, " ")
	}
	return strings.Join(lines, "\n")
}

// marked is a sentence with the numbers of its sources in front of its full stop.
func marked(s report.Sentence, claims map[string]cite.Claim, sources []report.Source) string {
	var marks strings.Builder
	var done []int
	for _, x := range claims[s.Claim].Citations {
		i := slices.IndexFunc(sources, func(o report.Source) bool { return o.Document == x.Document })
		if i >= 0 && !slices.Contains(done, i) {
			done = append(done, i)
			fmt.Fprintf(&marks, "[%d]", sources[i].Number)
		}
	}
	if marks.Len() == 0 {
		return s.Text
	}
	body := strings.TrimRight(s.Text, ".!?。…")
	return strings.TrimRight(body, " ") + " " + marks.String() + s.Text[len(body):]
}

// Citations returns the sources that the claims of a report cite, under the numbers that Text has.
func Citations(r report.Report) []Citation {
	out := []Citation{}
	for _, s := range r.Sources {
		c := Citation{Number: s.Number, Document: s.Document, Title: s.Name, URL: s.URL, Site: s.Site, Date: s.Date, Quality: s.Quality, Reason: s.Reason}
		for _, claim := range r.Claims {
			i := slices.IndexFunc(claim.Citations, func(x cite.Citation) bool { return x.Document == s.Document })
			if i >= 0 {
				c.Page, c.Quote = claim.Citations[i].Page, claim.Citations[i].Quote
				break
			}
		}
		out = append(out, c)
	}
	return out
}

// PhaseOf returns the phase that a node belongs to; "" for no node: where a run begins.
func PhaseOf(node string) string {
	switch node {
	case "understand", "plan", "consent":
		return PhasePlanning
	case "search":
		return PhaseSearching
	case "read":
		return PhaseReading
	case "evaluate":
		return PhaseEvaluating
	case "synthesize":
		return PhaseSynthesizing
	case "finalize":
		return PhaseFinalizing
	}
	return ""
}
