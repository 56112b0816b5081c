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

// Quoted returns which quote a mention stands in, -1 when it stands in none. quotes are the spans of the quotes of a piece of evidence.
func Quoted(quotes [][]source.Span, m refs.Mention) int {
	return slices.IndexFunc(quotes, func(spans []source.Span) bool {
		return slices.ContainsFunc(spans, func(s source.Span) bool { return s.Page == m.Page && m.Start < s.End && m.End > s.Start })
	})
}

// Lead returns the words of a quote around the mention that stands in it, "" when it stands in none. quotes are the spans of the evidence's quotes.
func Lead(quotes [][]source.Span, e cite.Evidence, m refs.Mention) string {
	i := Quoted(quotes, m)
	if i < 0 {
		return ""
	}
	return around(e.Quotes[i].Text, m.Text)
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

// Targets returns the passages that the targets of a mention mean.
func Targets(ctx context.Context, kit *step.Kit, q step.Question, m refs.Mention) (all []source.Passage, err error) {
	for i := range m.Targets {
		found, err := Target(ctx, kit, q, m, i)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// Target returns the passages that target i of a mention means: those that hold the paragraph it names, else those that say most about
// the question, at most perTarget.
func Target(ctx context.Context, kit *step.Kit, q step.Question, m refs.Mention, i int) (found []source.Passage, err error) {
	target := m.Targets[i]
	switch {
	case target.Document == "":
		return nil, nil
	case target.Section == "":
		return within(ctx, kit, q, target.Document)
	}
	all, err := kit.Library.SectionPassages(ctx, target.Document, target.Section)
	if err != nil {
		return nil, err
	}
	if named := paragraph(all, Paragraph(m, i)); len(named) > 0 {
		all = named
	}
	if all, err = byWeight(ctx, kit, q, all); err != nil {
		return nil, err
	}
	for _, p := range all[:min(perTarget, len(all))] {
		if Citable(p) {
			found = append(found, p)
		}
	}
	return found, nil
}

// within returns the passages of a whole document that say most about the question.
func within(ctx context.Context, kit *step.Kit, q step.Question, document string) ([]source.Passage, error) {
	hits, err := kit.Search.Search(ctx, step.Query{Text: q.Text, Limit: perTarget, Documents: []string{document}, Language: q.Language})
	if err != nil {
		return nil, err
	}
	var found []source.Passage
	for _, h := range hits {
		if h.Passage.Document == document {
			found = append(found, h.Passage)
		}
	}
	return found, nil
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

// Paragraph returns the number of the paragraph that the chain of a mention's target i names, as "Abs. 2" does; "" when it names none.
func Paragraph(m refs.Mention, i int) string {
	if i >= len(m.Pointers) {
		return ""
	}
	if found := paragraphNumber.FindStringSubmatch(m.Pointers[i].Sub); found != nil {
		return found[1]
	}
	return ""
}

// paragraph returns the passages that begin or contain the paragraph "(2)" with a number; nil when that is "" or none is marked that way.
func paragraph(passages []source.Passage, number string) []source.Passage {
	if number == "" {
		return nil
	}
	mark := "(" + number + ")"
	for i, p := range passages {
		if strings.HasPrefix(p.Text, mark) || strings.Contains(p.Text, "\n"+mark) || strings.Contains(p.Text, " "+mark+" ") {
			return passages[i:min(i+perTarget, len(passages))]
		}
	}
	return nil
}
