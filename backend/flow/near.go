package flow

import (
	"context"
	"slices"

	"rabbithole/backend/cite"
	"rabbithole/backend/quote"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

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
func Around(ctx context.Context, library step.Library, passage string, places []source.Span) (s Surroundings, err error) {
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
