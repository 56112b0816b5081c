package step

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/step/ask"
	"rabbithole/prompts"
)

// Sufficiency says whether a question is answered: the specification's shape.
type Sufficiency = prompts.SufficiencyOut

// What answers a question by rule: a share of what it is about in all, and one piece that carries a share of it and of what is asked besides names. That two
// pieces carry a half each is no answer: "the employer of N." and "founded in 1862" answer only where one names the other.
const (
	enoughInAll   = 0.6
	enoughAtOne   = 0.5
	enoughBesides = 0.8 // of its names, and of its other words
)

// Suffices judges the question task of a research against what was found and the context the person gave for it.
func (k *Kit) Suffices(ctx context.Context, q Question, task string, evidence []cite.Evidence, items []ContextItem) (Sufficiency, error) {
	in := prompts.SufficiencyIn{Asked: q.Asked(), Task: task}
	room := k.room(prompts.Sufficiency.NumPredict, q, task)
	in.Evidence = fit(lines(strongest(evidence)), extractOf, room*2/3)
	in.Context = contextItems(items, room/3)
	gaps := func(out *prompts.SufficiencyOut) error {
		if !out.IsSufficient && len(ask.Unseen(out.Gaps, nil, 1)) == 0 {
			out.Gaps = []string{clip(task, 240)}
		}
		if words := ask.WordsOfTree(q.Language); strings.TrimSpace(out.Reasoning) != "" {
			return nil
		} else if out.IsSufficient {
			out.Reasoning = fmt.Sprintf(words.Enough, words.Findings)
		} else {
			out.Reasoning = clip(fmt.Sprintf(words.Partly, words.Findings, strings.Join(out.Gaps, "; ")), 590)
		}
		return nil
	}
	return do(ctx, k, prompts.Sufficiency, in, gaps, func() (Sufficiency, error) { return k.sufficesTwin(ctx, q, task, evidence, items) })
}

// clue is something that may answer: a finding with the headings it stands under, or an item of the context.
type clue struct {
	text  string
	terms []string
	given bool // by the person
	file  string
}

// sufficesTwin measures, clause by clause, how much of the question findings and context carry, and says which of them did.
func (k *Kit) sufficesTwin(ctx context.Context, q Question, task string, evidence []cite.Evidence, items []ContextItem) (Sufficiency, error) {
	words := ask.WordsOfTree(q.Language)
	out := Sufficiency{IsSufficient: true, Gaps: []string{}}
	pieces, err := k.pieces(ctx, q, evidence, items)
	if err != nil {
		return out, err
	}
	found, given, namedFiles := false, false, k.filesNamed(q, items)
	clauses := Question{Text: task, Language: q.Language}.Standalone()
	if len(clauses) == 0 {
		clauses = []string{task}
	}
	for _, clause := range clauses {
		if named, rest := k.ownFiles(clause, q.Language, filesOf(items)); len(named) > 0 { // only they can say what they say
			answered, err := k.filesTell(ctx, q, rest, named, pieces)
			if err != nil {
				return out, err
			}
			if given = given || answered; !answered {
				out.IsSufficient = false
				out.Gaps = append(out.Gaps, clip(clause, 240))
			}
			continue
		}
		matter, err := k.Matter(ctx, q.Language, ask.Part{Text: ask.Essence(clause), Factor: 1})
		if err != nil {
			return out, err
		}
		var all []string
		answered := false
		for _, p := range pieces {
			if slices.Contains(namedFiles, p.file) {
				continue // the question asks of that file something else
			}
			if matter.Coverage(p.terms) > 0 {
				found, given = found || !p.given, given || p.given
			}
			all = append(all, p.terms...)
			answered = answered || k.answers(q, clause, matter, p)
		}
		if !answered || matter.Coverage(all) < enoughInAll {
			out.IsSufficient = false
			out.Gaps = append(out.Gaps, clip(clause, 240))
		}
	}
	out.Gaps = out.Gaps[:min(len(out.Gaps), 6)]
	var by []string
	if found {
		by = append(by, words.Findings)
	}
	if given {
		by = append(by, words.Context)
	}
	switch {
	case out.IsSufficient:
		out.Reasoning = fmt.Sprintf(words.Enough, strings.Join(by, words.And))
	case len(by) == 0:
		out.Reasoning = words.Nothing
	default:
		out.Reasoning = fmt.Sprintf(words.Partly, strings.Join(by, words.And), strings.Join(out.Gaps, "; "))
	}
	out.Reasoning = clip(out.Reasoning, 590)
	return out, nil
}

// pieces reads findings and context as one list.
func (k *Kit) pieces(ctx context.Context, q Question, evidence []cite.Evidence, items []ContextItem) ([]clue, error) {
	var out []clue
	for _, e := range evidence {
		p := clue{text: e.Extract, terms: append(k.Lexicon.Terms(e.Extract, q.Language), k.Lexicon.Terms(e.Section, q.Language)...)}
		if e.Passage != "" {
			passage, err := k.Library.Passage(ctx, e.Passage)
			if err != nil {
				return nil, err
			}
			p.terms = append(p.terms, k.Lexicon.Terms(strings.Join(passage.Headings, " "), q.Language)...)
		}
		out = append(out, p)
	}
	for _, x := range items {
		out = append(out, clue{text: x.Text, terms: k.Lexicon.Terms(x.Text, q.Language), given: true, file: fileOf(x)})
	}
	return out, nil
}

// filesTell reports whether an item of the named files answers what is asked besides them.
func (k *Kit) filesTell(ctx context.Context, q Question, rest string, named []string, pieces []clue) (bool, error) {
	for _, p := range pieces {
		if !p.given || !slices.Contains(named, p.file) {
			continue
		}
		if score, err := k.suits(ctx, rest, q.Language, p.text); err != nil || score >= leastSuited {
			return err == nil, err
		}
	}
	return false, nil
}

// answers reports whether one piece answers a clause: it carries a good part of it, its names and what is asked besides them alike, and states the kind of thing
// that is asked for, where a text shows that.
func (k *Kit) answers(q Question, clause string, matter Profile, p clue) bool {
	if matter.Coverage(p.terms) < enoughAtOne {
		return false
	}
	if names := k.Lexicon.Terms(strings.Join(ask.ProperRuns(clause, q.Language != "de"), " "), q.Language); len(names) > 0 {
		besides := matter.without(names)
		if matter.within(names).Coverage(p.terms) < enoughBesides || len(besides.order) > 0 && besides.Coverage(p.terms) < enoughBesides {
			return false
		}
	}
	a := aimOf(q.Language, clause)
	return len(a.kinds) == 0 && a.amount == nil || a.states(p.text)
}
