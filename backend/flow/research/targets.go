package research

import (
	"context"
	"regexp"
	"slices"
	"sort"
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// perTarget is the number of passages read of a section that a reference points to.
const perTarget = 2

// target returns the passages that target i of a mention means: those that hold the paragraph it names, else those that say most about
// the question, at most perTarget.
func (f *flow) target(ctx context.Context, s State, m refs.Mention, i int) ([]string, error) {
	target := m.Targets[i]
	if target.Document == "" {
		return nil, nil
	}
	if target.Section == "" {
		return f.within(ctx, s, target.Document)
	}
	all, err := f.Kit.Library.SectionPassages(ctx, target.Document, target.Section)
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
	if all, err = f.byWeight(ctx, s, all); err != nil {
		return nil, err
	}
	var ids []string
	for _, p := range all[:min(perTarget, len(all))] {
		if citable(p) {
			ids = append(ids, p.ID)
		}
	}
	return ids, nil
}

// within returns the passages of a whole document that say most about the question.
func (f *flow) within(ctx context.Context, s State, document string) ([]string, error) {
	hits, err := f.Kit.Search.Search(ctx, step.Query{Text: s.question().Text, Limit: perTarget, Scope: step.Scope{Documents: []string{document}}, Language: s.Language})
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
func (f *flow) byWeight(ctx context.Context, s State, passages []source.Passage) ([]source.Passage, error) {
	if len(passages) <= perTarget {
		return passages, nil
	}
	p, err := f.Kit.Profile(ctx, s.Language, s.question().Parts()...)
	if err != nil {
		return nil, err
	}
	weight := map[string]float64{}
	for _, x := range passages {
		weight[x.ID] = p.Coverage(f.Kit.Lexicon.Terms(x.Text, ""))
	}
	out := slices.Clone(passages)
	sort.SliceStable(out, func(a, b int) bool { return weight[out[a].ID] > weight[out[b].ID] })
	return out, nil
}

// named searches nothing: it returns what the references in a task's own words point to, one query per reference.
func (f *flow) named(ctx context.Context, s State, item *Item) ([]Searched, error) {
	mentions, err := f.Kit.Library.Pointed(ctx, item.Task)
	if err != nil {
		return nil, err
	}
	var out []Searched
	for _, m := range mentions {
		q := Searched{Item: item.ID, Query: m.Text, Named: true}
		for i := range m.Targets {
			ids, err := f.target(ctx, s, m, i)
			if err != nil {
				return nil, err
			}
			q.Hits = append(q.Hits, ids...)
		}
		if len(q.Hits) > 0 && len(out) < s.Settings.QueriesPerTask {
			q.Hits = q.Hits[:min(len(q.Hits), s.Settings.PassagesPerQuery)]
			out = append(out, q)
		}
	}
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
