package fake

import (
	"regexp"
	"strings"

	"rabbithole/prompts"
)

// The steps of a tree of questions. Its report has the shape of a draft and is answered as one.

func digest(p prompt) prompts.DigestOut {
	out := prompts.DigestOut{Items: []prompts.DigestItem{}}
	for _, b := range p.labelled("S") {
		for _, s := range first(3, best(p.question, sentences(b.text))) {
			if text := clip(s, 590); len(out.Items) < 24 {
				out.Items = append(out.Items, prompts.DigestItem{Kind: "fact", Text: text, Quote: text, Source: b.ref})
			}
		}
	}
	return out
}

const kinds = " fact uncertainty analysis constraint case definition lead conflict "

// context returns the items of a digest in a prompt.
func (p prompt) context() []block {
	var list []block
	for _, b := range p.blocks {
		if b.ref != "" && strings.Contains(kinds, " "+b.ref+" ") {
			list = append(list, b)
		}
	}
	return list
}

// handOut gives each child the items that share words with it. The children are the fences between the items and the question.
func handOut(p prompt) prompts.SplitOut {
	out := prompts.SplitOut{ChildContexts: []prompts.ChildContext{}}
	items := p.context()
	for _, child := range p.blocks[len(items) : len(p.blocks)-1] {
		c := prompts.ChildContext{ChildQuestion: child.text, SelectedItems: []prompts.ContextItem{}, SelectionReason: "It speaks of what was asked."}
		for _, x := range items {
			if overlap(child.text, x.text) > 0 {
				c.SelectedItems = append(c.SelectedItems, prompts.ContextItem{Kind: x.ref, Text: x.text, Sources: []string{}})
			}
		}
		out.ChildContexts = append(out.ChildContexts, c)
	}
	return out
}

var joint = regexp.MustCompile(`[?,;] (?:and|und) |\? `)

// decompose asks the halves of a question, and of one that has none its two sides.
func decompose(p prompt) prompts.DecomposeOut {
	var out prompts.DecomposeOut
	parts := joint.Split(strings.TrimRight(p.question, "?"), -1)
	if len(parts) == 1 {
		parts = []string{"Which numbers are given for " + line(words(p.question)), "Who is responsible, when: " + line(words(p.question))}
	}
	for _, part := range first(4, parts) {
		out.Children = append(out.Children, prompts.ChildQuestion{Question: clip(part, 280) + "?", Reason: "It was left open."})
	}
	return out
}

// sufficiency is content when findings and context have all words of the question.
func sufficiency(p prompt) prompts.SufficiencyOut {
	all, given := p.all("E"), ""
	for _, b := range p.context() {
		given += b.text + "\n"
	}
	out := prompts.SufficiencyOut{IsSufficient: true, Reasoning: "The findings say it.", Gaps: []string{}}
	for _, w := range words(p.question) {
		switch {
		case overlap(w, all) > 0:
		case overlap(w, given) > 0:
			out.Reasoning = "Findings and the person's context say it."
		default:
			out.IsSufficient, out.Gaps = false, first(6, append(out.Gaps, w))
		}
	}
	if !out.IsSufficient {
		out.Reasoning = clip("Neither findings nor context speak of "+strings.Join(out.Gaps, ", ")+".", 590)
	}
	return out
}
