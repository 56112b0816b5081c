package flow

import (
	"context"
	"regexp"
	"slices"
	"sort"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// leadWidth is how many bytes before and after a reference tell what it is about.
const leadWidth = 160

// Lead returns the words of a quote around the mention that stands in it, "" when it stands in none. quotes are the spans of the evidence's quotes.
func Lead(quotes [][]source.Span, e cite.Evidence, m refs.Mention) string {
	for i, spans := range quotes {
		for _, s := range spans {
			if s.Page == m.Page && m.Start < s.End && m.End > s.Start {
				return around(e.Quotes[i].Text, m.Text)
			}
		}
	}
	return ""
}

// around returns the words of text around the first place where it says inner; the whole text when it says it in other words.
func around(text, inner string) string {
	at := strings.Index(text, inner)
	if at < 0 {
		return text
	}
	from, to := max(0, at-leadWidth), min(len(text), at+len(inner)+leadWidth)
	for from > 0 && text[from-1] != ' ' {
		from--
	}
	for to < len(text) && text[to] != ' ' {
		to++
	}
	return text[from:to]
}

// perTarget is the number of passages read of a section that a reference points to.
const perTarget = 2

// Chosen reports whether a run may read what target i of a mention means: a document of its scope, or the one that the mention stands in.
func Chosen(ctx context.Context, kit *step.Kit, scope step.Scope, m refs.Mention, i int) (bool, error) {
	target := m.Targets[i].Document
	if target == m.Document || len(scope.Collections)+len(scope.Documents) == 0 {
		return true, nil
	}
	docs, err := kit.Library.Documents(ctx, scope)
	return slices.ContainsFunc(docs, func(d source.Document) bool { return d.Hash == target }), err
}

// Target returns the passages that target i of a mention means: those that hold the paragraph it names, else those that say most about
// the question, at most perTarget; none outside the scope.
func Target(ctx context.Context, kit *step.Kit, q step.Question, scope step.Scope, m refs.Mention, i int) ([]string, error) {
	target := m.Targets[i]
	if target.Document == "" {
		return nil, nil
	}
	if chosen, err := Chosen(ctx, kit, scope, m, i); err != nil || !chosen {
		return nil, err
	}
	if target.Section == "" {
		return within(ctx, kit, q, target.Document)
	}
	all, err := kit.Library.SectionPassages(ctx, target.Document, target.Section)
	if err != nil {
		return nil, err
	}
	sub := ""
	if i < len(m.Pointers) {
		sub = m.Pointers[i].Sub
	}
	if within := paragraph(all, sub); len(within) > 0 {
		all = within
	}
	if all, err = byWeight(ctx, kit, q, all); err != nil {
		return nil, err
	}
	var ids []string
	for _, p := range all[:min(perTarget, len(all))] {
		if Citable(p) {
			ids = append(ids, p.ID)
		}
	}
	return ids, nil
}

// within returns the passages of a whole document that say most about the question.
func within(ctx context.Context, kit *step.Kit, q step.Question, document string) ([]string, error) {
	hits, err := kit.Search.Search(ctx, step.Query{Text: q.Text, Limit: perTarget, Scope: step.Scope{Documents: []string{document}}, Language: q.Language})
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, h := range hits {
		if h.Passage.Document == document {
			ids = append(ids, h.Passage.ID)
		}
	}
	return ids, nil
}

// byWeight orders passages by how much of the question they carry; equals keep the order of the text.
func byWeight(ctx context.Context, kit *step.Kit, q step.Question, passages []source.Passage) ([]source.Passage, error) {
	if len(passages) <= perTarget {
		return passages, nil
	}
	p, err := kit.Profile(ctx, q.Language, q.Parts()...)
	if err != nil {
		return nil, err
	}
	weight := map[string]float64{}
	for _, x := range passages {
		weight[x.ID] = p.Coverage(kit.Lexicon.Terms(x.Text, ""))
	}
	out := slices.Clone(passages)
	sort.SliceStable(out, func(a, b int) bool { return weight[out[a].ID] > weight[out[b].ID] })
	return out, nil
}

var paragraphNumber = regexp.MustCompile(`(?:Abs\.|Absatz|paragraph|para\.|\()\s*(\d+[a-z]?)`)

// paragraph returns the passages that begin or contain the paragraph "(2)" that a reference's chain names; nil when it names none or
// none is marked that way.
func paragraph(passages []source.Passage, sub string) []source.Passage {
	m := paragraphNumber.FindStringSubmatch(sub)
	if m == nil {
		return nil
	}
	mark := "(" + m[1] + ")"
	for i, p := range passages {
		if strings.HasPrefix(p.Text, mark) || strings.Contains(p.Text, "\n"+mark) || strings.Contains(p.Text, " "+mark+" ") {
			return passages[i:min(i+perTarget, len(passages))]
		}
	}
	return nil
}
