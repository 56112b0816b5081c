package step

import (
	"context"
	"errors"
	"slices"
	"strings"

	"rabbithole/backend/step/ask"
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

// Decompose takes a question apart into at most Max children that ask for different things; none when there is nothing narrower to ask.
func (k *Kit) Decompose(ctx context.Context, q Question, a Apart) ([]Child, error) {
	in := prompts.DecomposeIn{Asked: q.Asked(), Task: a.Task, Gaps: a.Gaps, Known: a.Known[:min(len(a.Known), 30)], Max: a.Max}
	in.Context = contextItems(a.Context, k.room(prompts.Decompose.NumPredict, q, append([]string{a.Task}, append(in.Known, a.Gaps...)...)...))
	parts := slices.Concat(Question{Text: a.Task, Language: q.Language}.Standalone(), ask.Each(a.Task, q.Language))
	some := func(out *prompts.DecomposeOut) error {
		if len(k.different(q.Language, out.Children, a, parts)) == 0 {
			return errNothing
		}
		return nil
	}
	out, err := do(ctx, k, prompts.Decompose, in, some, func() (prompts.DecomposeOut, error) { return k.decomposeTwin(ctx, q, a) })
	return k.different(q.Language, out.Children, a, parts), err
}

// decomposeTwin asks the clauses of a question one by one, and a question on two things for each of them. Otherwise it asks what was read for the thing that the
// question describes, and of the names that what was read brings in what is still open. Any other question has nothing narrower that a person would ask.
func (k *Kit) decomposeTwin(ctx context.Context, q Question, a Apart) (prompts.DecomposeOut, error) {
	var out prompts.DecomposeOut
	if parts := (Question{Text: a.Task, Language: q.Language}).Standalone(); len(parts) > 1 {
		for _, c := range parts {
			out.Children = append(out.Children, Child{Question: c, Reason: k.gapOf(c, q.Language, a.Gaps)})
		}
		return out, nil
	}
	if named, _ := k.ownFiles(a.Task, q.Language, filesOf(a.Context)); len(named) > 0 {
		return out, nil // what a file does not say, nothing else says of it
	}
	reason := strings.Join(a.Gaps, "; ")
	for _, c := range ask.Each(a.Task, q.Language) {
		out.Children = append(out.Children, Child{Question: c, Reason: reason})
	}
	names, err := k.bridges(ctx, q, a)
	out.Children = append(out.Children, names...)
	return out, err
}

// gapOf returns the gap that a clause closes: itself, where it is one that is missing; nothing where it is answered.
func (k *Kit) gapOf(clause, language string, gaps []string) string {
	if i := k.Asked(language, clause, gaps); i >= 0 {
		return gaps[i]
	}
	return ask.WordsOfTree(language).Part
}

// different leaves out what is asked already, by the question itself, by others of the tree or by a child before it. One of the question's parts is narrower than
// that, however many of its words it has.
func (k *Kit) different(language string, children []Child, a Apart, parts []string) []Child {
	known := append([]string{a.Task}, a.Known...)
	var out []Child
	for _, c := range children {
		c.Question = strings.TrimSpace(c.Question)
		same := func(other string) bool { return ask.Fold(other) == ask.Fold(c.Question) }
		if c.Question == "" || len(out) == a.Max || slices.ContainsFunc(known, same) || !slices.Contains(parts, c.Question) && k.Asked(language, c.Question, known) >= 0 {
			continue
		}
		known, out = append(known, c.Question), append(out, c)
	}
	return out
}

// Asked returns which of the known questions asks the same as text, -1 when none does: the same words, or nearly.
func (k *Kit) Asked(language, text string, known []string) int {
	own := ask.Set(k.Lexicon.Terms(text, language))
	for i, other := range known {
		if ask.Fold(text) == ask.Fold(other) {
			return i
		}
		theirs := ask.Set(k.Lexicon.Terms(other, language))
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

// errNoChild says that a split names none of the children.
var errNoChild = errors.New("no child_question is one of the child questions listed")

// Split hands the context of a question out to its children, in one call. Items that the parent does not have are thrown away; children that
// the split leaves out, all of them when it is malformed, get theirs by the overlap of words.
func (k *Kit) Split(ctx context.Context, q Question, items []ContextItem, children []string) ([]ContextSlice, error) {
	byRule := k.overlap(q.Language, items, children)
	if len(items) == 0 || len(children) == 0 {
		return byRule, nil
	}
	in := prompts.SplitIn{Asked: q.Asked(), Children: children}
	in.Items = contextItems(items, k.room(prompts.Split.NumPredict, q, children...))
	assigned := func(out *prompts.SplitOut) map[int]ContextSlice { return k.assigned(*out, items, children) }
	some := func(out *prompts.SplitOut) error {
		if len(assigned(out)) == 0 {
			return errNoChild
		}
		return nil
	}
	out, _, err := only(ctx, k, prompts.Split, in, some)
	if err != nil {
		return nil, err
	}
	given := assigned(&out)
	rest := k.overlap(q.Language, items[len(in.Items):], children)
	slicesOf := make([]ContextSlice, len(children))
	for i := range children {
		s, ok := given[i]
		if !ok {
			slicesOf[i] = byRule[i]
			slicesOf[i].Fallback = k.Model != nil
			continue
		}
		s.Items = append(s.Items, rest[i].Items...) // what the prompt had no room for
		slicesOf[i] = s
	}
	return slicesOf, nil
}

// assigned reads a split: by child, the parent's own items that it names.
func (k *Kit) assigned(out prompts.SplitOut, items []ContextItem, children []string) map[int]ContextSlice {
	given := map[int]ContextSlice{}
	for _, c := range out.ChildContexts {
		i := slices.IndexFunc(children, func(q string) bool { return ask.Fold(q) == ask.Fold(c.ChildQuestion) })
		if _, twice := given[i]; i < 0 || twice {
			continue
		}
		s := ContextSlice{Reason: c.SelectionReason}
		for _, x := range items {
			if slices.ContainsFunc(c.SelectedItems, func(y prompts.ContextItem) bool { return ask.Fold(x.Text) == ask.Fold(y.Text) }) {
				s.Items = append(s.Items, x)
			}
		}
		if len(s.Items) == 0 && len(c.SelectedItems) > 0 {
			continue // nothing of it is the parent's
		}
		given[i] = s
	}
	return given
}

// overlap hands items out by the words they share with the children: to the child with which an item shares most of those words that tell the
// children apart, and to those close to it. What shares only words that all children have goes to all; what shares none goes to nobody.
func (k *Kit) overlap(language string, items []ContextItem, children []string) []ContextSlice {
	const close = 0.8
	terms := make([]map[string]bool, len(children))
	count := map[string]int{}
	for i, c := range children {
		terms[i] = ask.Set(k.Lexicon.Terms(c, language))
		for t := range terms[i] {
			count[t]++
		}
	}
	out := make([]ContextSlice, len(children))
	files := make([][]string, len(children)) // that a child names: all they say is for it
	for i, c := range children {
		out[i].Reason = ask.WordsOfTree(language).ByWords
		files[i], _ = k.ownFiles(c, language, filesOf(items))
	}
	for _, x := range items {
		scores := make([]float64, len(children))
		best, general := 0.0, false
		for t := range ask.Set(k.Lexicon.Terms(x.Text, language)) {
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
