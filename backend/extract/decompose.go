package extract

import (
	"context"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/prompts"
)

// Apart is a question to take apart: what is not known of it, its context, and what is asked already.
type Apart struct {
	Task    string
	Gaps    []string
	Context []ContextItem
	Known   []string
	Read    []string // IDs of the passages read for it
	Max     int
}

// Child is a narrower question, and which gap it closes.
type Child = prompts.ChildQuestion

// sameQuestion is the share of their words that two questions have in common from which they count as one.
const sameQuestion = 0.75

// Decompose asks the clauses of a question one by one, and a question on two things for each of them. Otherwise it asks what was read for the thing that the
// question describes, and of the names that what was read brings in what is still open. Any other question has nothing narrower that a person would ask.
func (g *Engine) Decompose(ctx context.Context, q ask.Question, a Apart) (prompts.DecomposeOut, error) {
	var out prompts.DecomposeOut
	if parts := (ask.Question{Text: a.Task, Language: q.Language}).Standalone(); len(parts) > 1 {
		for _, c := range parts {
			out.Children = append(out.Children, Child{Question: c, Reason: g.gapOf(c, q.Language, a.Gaps)})
		}
		return out, nil
	}
	if named, _ := g.ownFiles(a.Task, q.Language, filesOf(a.Context)); len(named) > 0 {
		return out, nil // what a file does not say, nothing else says of it
	}
	reason := strings.Join(a.Gaps, "; ")
	for _, c := range ask.Each(a.Task, q.Language) {
		out.Children = append(out.Children, Child{Question: c, Reason: reason})
	}
	names, err := g.bridgeQuestions(ctx, q, a)
	out.Children = append(out.Children, names...)
	return out, err
}

// gapOf returns the gap that a clause closes: itself, where it is one that is missing; nothing where it is answered.
func (g *Engine) gapOf(clause, language string, gaps []string) string {
	if i := g.Asked(language, clause, gaps); i >= 0 {
		return gaps[i]
	}
	return ask.WordsOfTree(language).Part
}

// Different leaves out what is asked already, by the question itself, by others of the tree or by a child before it. One of the question's parts is narrower than
// that, however many of its words it has.
func (g *Engine) Different(language string, children []Child, a Apart, parts []string) []Child {
	known := append([]string{a.Task}, a.Known...)
	var out []Child
	for _, c := range children {
		c.Question = strings.TrimSpace(c.Question)
		same := func(other string) bool { return ask.Fold(other) == ask.Fold(c.Question) }
		if c.Question == "" || len(out) == a.Max || slices.ContainsFunc(known, same) || !slices.Contains(parts, c.Question) && g.Asked(language, c.Question, known) >= 0 {
			continue
		}
		known, out = append(known, c.Question), append(out, c)
	}
	return out
}

// Asked returns which of the known questions asks the same as text, -1 when none does: the same words, or nearly.
func (g *Engine) Asked(language, text string, known []string) int {
	own := ask.Set(g.Lexicon.Terms(text, language))
	for i, other := range known {
		if ask.Fold(text) == ask.Fold(other) {
			return i
		}
		theirs := ask.Set(g.Lexicon.Terms(other, language))
		both := ask.InCommon(own, theirs)
		if all := len(own) + len(theirs) - both; all > 0 && float64(both)/float64(all) >= sameQuestion && sameNumbers(text, other) {
			return i
		}
	}
	return -1
}

func sameNumbers(a, b string) bool {
	return strings.Join(ask.Numeral.FindAllString(a, -1), " ") == strings.Join(ask.Numeral.FindAllString(b, -1), " ")
}

// ContextSlice is the part of a question's context that one of its children gets.
type ContextSlice struct {
	Items    []ContextItem
	Reason   string
	Fallback bool // assigned by the overlap of words, because a model's split could not be used for this child
}

// Split hands items out by the words they share with the children: to the child with which an item shares most of those words that tell the
// children apart, and to those close to it. What shares only words that all children have goes to all; what shares none goes to nobody.
func (g *Engine) Split(language string, items []ContextItem, children []string) []ContextSlice {
	const close = 0.8
	terms := make([]map[string]bool, len(children))
	count := map[string]int{}
	for i, c := range children {
		terms[i] = ask.Set(g.Lexicon.Terms(c, language))
		for t := range terms[i] {
			count[t]++
		}
	}
	out := make([]ContextSlice, len(children))
	files := make([][]string, len(children)) // that a child names: all they say is for it
	for i, c := range children {
		out[i].Reason = ask.WordsOfTree(language).ByWords
		files[i], _ = g.ownFiles(c, language, filesOf(items))
	}
	for _, x := range items {
		scores := make([]float64, len(children))
		best, general := 0.0, false
		for t := range ask.Set(g.Lexicon.Terms(x.Text, language)) {
			if len(children) > 1 && count[t] == len(children) {
				general = true
				continue
			}
			for i := range children {
				if terms[i][t] {
					scores[i]++
					best = max(best, scores[i])
				}
			}
		}
		for i := range children {
			if best > 0 && scores[i] >= close*best || best == 0 && general || slices.Contains(files[i], fileOf(x)) {
				out[i].Items = append(out[i].Items, x)
			}
		}
	}
	return out
}
