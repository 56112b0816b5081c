package extract

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
	"rabbithole/backend/relevance"
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

// clue is something that may answer: a finding with the headings it stands under, or an item of the context.
type clue struct {
	text  string
	terms []string
	given bool // by the person
	file  string
}

// Suffices measures, clause by clause, how much of the question findings and context carry, and says which of them did.
func (g *Engine) Suffices(ctx context.Context, q ask.Question, task string, evidence []cite.Evidence, items []ContextItem) (Sufficiency, error) {
	words := ask.WordsOfTree(q.Language)
	out := Sufficiency{IsSufficient: true, Gaps: []string{}}
	pieces, err := g.pieces(ctx, q, evidence, items)
	if err != nil {
		return out, err
	}
	found, given, namedFiles := false, false, g.filesNamed(q, items)
	clauses := ask.Question{Text: task, Language: q.Language}.Standalone()
	if len(clauses) == 0 {
		clauses = []string{task}
	}
	for _, clause := range clauses {
		if named, rest := g.ownFiles(clause, q.Language, filesOf(items)); len(named) > 0 { // only they can say what they say
			answered, err := g.filesTell(ctx, q, rest, named, pieces)
			if err != nil {
				return out, err
			}
			if given = given || answered; !answered {
				out.IsSufficient = false
				out.Gaps = append(out.Gaps, chunk.Clip(clause, 240))
			}
			continue
		}
		matter, err := g.Matter(ctx, q.Language, ask.Part{Text: ask.Essence(clause), Factor: 1})
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
			answered = answered || g.answers(q, clause, matter, p)
		}
		if !answered || matter.Coverage(all) < enoughInAll {
			out.IsSufficient = false
			out.Gaps = append(out.Gaps, chunk.Clip(clause, 240))
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
	out.Reasoning = chunk.Clip(out.Reasoning, 590)
	return out, nil
}

// pieces reads findings and context as one list.
func (g *Engine) pieces(ctx context.Context, q ask.Question, evidence []cite.Evidence, items []ContextItem) ([]clue, error) {
	var out []clue
	for _, e := range evidence {
		p := clue{text: e.Extract, terms: append(g.Lexicon.Terms(e.Extract, q.Language), g.Lexicon.Terms(e.Section, q.Language)...)}
		if e.Passage != "" {
			passage, err := g.Library.Passage(ctx, e.Passage)
			if err != nil {
				return nil, err
			}
			p.terms = append(p.terms, g.Lexicon.Terms(strings.Join(passage.Headings, " "), q.Language)...)
		}
		out = append(out, p)
	}
	for _, x := range items {
		out = append(out, clue{text: x.Text, terms: g.Lexicon.Terms(x.Text, q.Language), given: true, file: fileOf(x)})
	}
	return out, nil
}

// filesTell reports whether an item of the named files answers what is asked besides them.
func (g *Engine) filesTell(ctx context.Context, q ask.Question, rest string, named []string, pieces []clue) (bool, error) {
	for _, p := range pieces {
		if !p.given || !slices.Contains(named, p.file) {
			continue
		}
		if score, err := g.suits(ctx, rest, q.Language, p.text); err != nil || score >= leastSuited {
			return err == nil, err
		}
	}
	return false, nil
}

// answers reports whether one piece answers a clause: it carries a good part of it, its names and what is asked besides them alike, and states the kind of thing
// that is asked for, where a text shows that.
func (g *Engine) answers(q ask.Question, clause string, matter relevance.Profile, p clue) bool {
	if matter.Coverage(p.terms) < enoughAtOne {
		return false
	}
	if names := g.Lexicon.Terms(strings.Join(ask.ProperRuns(clause, q.Language != "de"), " "), q.Language); len(names) > 0 {
		besides := matter.Without(names)
		if matter.Within(names).Coverage(p.terms) < enoughBesides || len(besides.Terms) > 0 && besides.Coverage(p.terms) < enoughBesides {
			return false
		}
	}
	a := aimOf(q.Language, clause)
	return len(a.kinds) == 0 && a.amount == nil || a.states(p.text)
}
