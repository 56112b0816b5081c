package step

import (
	"context"
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
// question describes, and of the names that what was read brings in what is still open. Where there is none of it, the run's own question is asked for the rules, terms and numbers of what it is about, as far as the library has some; any other has
// nothing narrower that a person would ask.
func (k *Kit) decomposeTwin(ctx context.Context, q Question, a Apart) (prompts.DecomposeOut, error) {
	var out prompts.DecomposeOut
	if ask.WordsFor(q.Language).KindOf(a.Task).Title != "" {
		return out, nil
	}
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
	if err != nil {
		return out, err
	}
	if out.Children = append(out.Children, names...); len(out.Children) > 0 || ask.Fold(a.Task) != ask.Fold(q.Text) || k.particular(q, a.Task) {
		return out, nil
	}
	facets, err := k.facets(ctx, q, a)
	for _, c := range facets {
		out.Children = append(out.Children, Child{Question: c, Reason: reason})
	}
	return out, err
}

// gapOf returns the gap that a clause closes: itself, where it is one that is missing; nothing where it is answered.
func (k *Kit) gapOf(clause, language string, gaps []string) string {
	if i := k.Asked(language, clause, gaps); i >= 0 {
		return gaps[i]
	}
	return ask.WordsOfTree(language).Part
}

// particular reports whether a question is about something with a name: what can be asked of it is not rules, terms and numbers.
func (k *Kit) particular(q Question, task string) bool {
	rest, ofName := asideName(task)
	return ofName || q.Language != "de" && len(ask.ProperRuns(rest, true)) > 0
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
