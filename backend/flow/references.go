package flow

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/quote"
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
func Targets(ctx context.Context, kit *step.Kit, q ask.Question, m refs.Mention) (all []source.Passage, err error) {
	for i := range m.Targets {
		found, err := Target(ctx, kit, q, m, i)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// Target returns the passages that target i of a mention means: those that hold the paragraph and the point it names, else those that say
// most about the question, at most perTarget.
func Target(ctx context.Context, kit *step.Kit, q ask.Question, m refs.Mention, i int) ([]source.Passage, error) {
	if m.Targets[i].Document != "" && m.Targets[i].Section == "" {
		return within(ctx, kit, q, m.Targets[i].Document)
	}
	held, err := foremost(ctx, kit, q, m, i)
	var found []source.Passage
	for _, h := range held {
		found = append(found, h.Passage)
	}
	return found, err
}

// foremost returns what target i of a mention means as Meant does, at most perTarget of it, by what says most about the question where it
// names no paragraph.
func foremost(ctx context.Context, kit *step.Kit, q ask.Question, m refs.Mention, i int) ([]Held, error) {
	all, err := Meant(ctx, kit.Library, m, i)
	if err != nil {
		return nil, err
	}
	if len(all) > 0 && all[0].Places == nil {
		if all, err = byWeight(ctx, kit, q, all); err != nil {
			return nil, err
		}
	}
	return all[:min(perTarget, len(all))], nil
}

// within returns the passages of a whole document that say most about the question.
func within(ctx context.Context, kit *step.Kit, q ask.Question, document string) ([]source.Passage, error) {
	hits, err := kit.Search.Search(ctx, extract.Query{Text: q.Text, Limit: perTarget, Documents: []string{document}, Language: q.Language})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(extract.PassagesOf(hits), func(p source.Passage) bool { return p.Document != document }), nil
}

// byWeight orders passages by how much of the question they carry; equals keep the order of the text.
func byWeight(ctx context.Context, kit *step.Kit, q ask.Question, passages []Held) ([]Held, error) {
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
	return slices.SortedStableFunc(slices.Values(passages), func(a, b Held) int { return cmp.Compare(weight[b.ID], weight[a.ID]) }), nil
}

// Nearness says where in a passage a reference stands, seen from places in it that matter.
type Nearness int

// The nearnesses, the nearest first.
const (
	Inside    Nearness = iota // in one of the places
	NextTo                    // in a sentence or an entry of a list next to one
	Elsewhere                 // elsewhere in the passage
)

// Surroundings is a passage with the sentences of it that matter.
type Surroundings struct {
	passage source.Passage
	spans   []quote.Span
	matter  []int // positions in spans
}

// Around reads a passage of which some places matter: the quotes that were kept of it, or what a claim cites.
func Around(ctx context.Context, library extract.Library, passage string, places []source.Span) (s Surroundings, err error) {
	if s.passage, err = library.Passage(ctx, passage); err != nil {
		return s, err
	}
	d, err := library.Document(ctx, s.passage.Document)
	if err != nil {
		return s, err
	}
	s.spans = quote.Split(s.passage, d.Language)
	for i := range s.spans {
		if slices.ContainsFunc(places, func(at source.Span) bool { return s.overlaps(i, at) }) {
			s.matter = append(s.matter, i)
		}
	}
	return s, nil
}

func (s Surroundings) overlaps(i int, at source.Span) bool {
	return slices.ContainsFunc(quote.Locate(s.passage, s.spans[i].Start, s.spans[i].End), func(place source.Span) bool {
		return place.Page == at.Page && place.Start < at.End && place.End > at.Start
	})
}

// Of returns where a reference of the passage stands: how near, in which span, and the words of that.
func (s Surroundings) Of(m refs.Mention) (near Nearness, span int, sentence string) {
	at := source.Span{Page: m.Page, Start: m.Start, End: m.End}
	near = Elsewhere
	for i, x := range s.spans {
		if !s.overlaps(i, at) {
			continue
		}
		span, sentence = i, s.passage.Text[x.Start:x.End]
		if slices.Contains(s.matter, i) {
			return Inside, span, sentence
		}
		if slices.ContainsFunc(s.matter, func(j int) bool { return j == i-1 || j == i+1 }) {
			near = NextTo
		}
	}
	return near, span, sentence
}

// Places returns where citations stand, by the ID of their evidence.
func Places(citations []cite.Citation) map[string][]source.Span {
	out := map[string][]source.Span{}
	for _, x := range citations {
		out[x.Evidence] = append(out[x.Evidence], x.Span)
	}
	return out
}
