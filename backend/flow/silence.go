package flow

import (
	"fmt"
	"slices"

	"rabbithole/prompts"
)

// stillSilent returns what the documents do not say without the lines that the model that checked found answered; one that is answered in part says so.
func (w *witness) stillSilent(lines []string) (out []string) {
	for i, line := range lines {
		switch w.said[i] {
		case "yes":
			continue
		case "partly":
			line = fmt.Sprintf(phrasesFor(w.language).partly, line)
		}
		out = append(out, line)
	}
	return out
}

// unanswered returns the parts of the question that no sentence answers, and of what the writer found nothing on what is none of the parts.
func (w *witness) unanswered(parts []prompts.CheckPart, silent []string) []string {
	var out []string
	for _, p := range parts {
		switch listed := slices.Contains(w.examiner.Aside.Parts, p.Part); {
		case p.Answered == "no" && listed:
			out = append(out, fmt.Sprintf(phrasesFor(w.language).unanswered, p.Part))
		case p.Answered == "no":
			out = append(out, p.Part)
		}
	}
	for _, s := range silent {
		terms := w.termsOf(s)
		known := func(p prompts.CheckPart) bool {
			return p.Answered == "no" && shared(terms, w.termsOf(p.Part)) >= samePart
		}
		if !slices.ContainsFunc(parts, known) {
			out = append(out, s)
		}
	}
	return out
}

// samePart is the share of the words of a part of the question from which on a line on what was not found speaks of it.
const samePart = 0.6

// shared is the share of the terms of part that text has.
func shared(text, part []string) float64 {
	n := 0
	for _, t := range part {
		if slices.Contains(text, t) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(part)))
}
