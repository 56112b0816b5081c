package step

import (
	"context"
	"fmt"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/prompts"
)

// Sufficiency says whether a question is answered: the specification's shape.
type Sufficiency = prompts.SufficiencyOut

// What answers a question by rule: a share of what it is about, in all and in one piece.
const (
	enoughInAll = 0.6
	enoughAtOne = 0.4
)

// Suffices judges the question task of a research against what was found and the context the person gave for it.
func (k *Kit) Suffices(ctx context.Context, q Question, task string, evidence []cite.Evidence, items []ContextItem) (Sufficiency, error) {
	in := prompts.SufficiencyIn{Asked: q.asked(), Task: task}
	room := k.room(prompts.Sufficiency.NumPredict, q, task)
	in.Evidence = fit(lines(strongest(evidence)), extractOf, room*2/3)
	in.Context = contextItems(items, room/3)
	gaps := func(out *prompts.SufficiencyOut) error {
		if !out.IsSufficient && len(unseen(out.Gaps, nil, 1)) == 0 {
			out.Gaps = []string{clip(task, 240)}
		}
		return nil
	}
	return reason(ctx, k, prompts.Sufficiency, in, gaps, func() (Sufficiency, error) { return k.sufficesTwin(ctx, q, task, evidence, items) })
}

// sufficesTwin measures, clause by clause, how much of the question findings and context carry, and says which of them did.
func (k *Kit) sufficesTwin(ctx context.Context, q Question, task string, evidence []cite.Evidence, items []ContextItem) (Sufficiency, error) {
	words := wordsOfTree(q.Language)
	out := Sufficiency{IsSufficient: true, Gaps: []string{}}
	found, given := false, false
	clauses := Question{Text: task, Language: q.Language}.clauses()
	if len(clauses) == 0 {
		clauses = []string{task}
	}
	for _, clause := range clauses {
		matter, err := k.Matter(ctx, q.Language, Part{Text: essence(bare(clause)), Factor: 1})
		if err != nil {
			return out, err
		}
		var all []string
		most := 0.0
		for _, e := range evidence {
			terms := append(k.Lexicon.Terms(e.Extract, q.Language), k.Lexicon.Terms(e.Section, q.Language)...)
			most, all = max(most, matter.Coverage(terms)), append(all, terms...)
		}
		web, by := matter.Coverage(all), most
		for _, x := range items {
			terms := k.Lexicon.Terms(x.Text, q.Language)
			by, all = max(by, matter.Coverage(terms)), append(all, terms...)
		}
		whole := matter.Coverage(all)
		found, given = found || web > 0, given || whole > web || by > most
		if whole < enoughInAll || by < enoughAtOne {
			out.IsSufficient = false
			out.Gaps = append(out.Gaps, clip(clause, 240))
		}
	}
	out.Gaps = out.Gaps[:min(len(out.Gaps), 6)]
	var by []string
	if found {
		by = append(by, words.findings)
	}
	if given {
		by = append(by, words.context)
	}
	switch {
	case out.IsSufficient:
		out.Reasoning = fmt.Sprintf(words.enough, strings.Join(by, words.and))
	case len(by) == 0:
		out.Reasoning = words.nothing
	default:
		out.Reasoning = fmt.Sprintf(words.partly, strings.Join(by, words.and), strings.Join(out.Gaps, "; "))
	}
	out.Reasoning = clip(out.Reasoning, 590)
	return out, nil
}

// treeWords are the twins' words on a tree of questions.
type treeWords struct {
	byWords                                         string
	findings, context, and, enough, partly, nothing string
}

func wordsOfTree(language string) treeWords {
	if language == "de" {
		return treeWords{byWords: "Nach gemeinsamen Wörtern zugeteilt.", findings: "Fundstellen", context: "Kontext aus Ihren Dateien", and: " und ",
			enough: "Beantwortet durch %s.", partly: "Zum Teil beantwortet durch %s. Es fehlt: %s.", nothing: "Weder Fundstellen noch Kontext sagen etwas dazu."}
	}
	return treeWords{byWords: "Assigned by the words they share.", findings: "the findings", context: "the context from your files", and: " and ",
		enough: "The question is answered by %s.", partly: "A part is said by %s; missing: %s.", nothing: "Neither findings nor context say anything about it."}
}
