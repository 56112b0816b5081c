package flow

import (
	"context"
	"slices"
	"strings"

	"rabbithole/backend/extract"
	"rabbithole/backend/fault"
	"rabbithole/backend/relevance"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// lexicon counts the words of the pages that a run read beside those of the library: what a question asks of the web, the library may never
// have heard of, and a word that nothing known contains tells nothing by rule.
type lexicon struct {
	relevance.Lexicon
	pages []map[string]bool // terms of the passages read on the web
}

// Frequencies returns in how many passages of the library and of the pages read each term stands.
func (l lexicon) Frequencies(ctx context.Context, terms []string) ([]int, int, error) {
	counts, n, err := l.Lexicon.Frequencies(ctx, terms)
	if err != nil {
		return nil, 0, err
	}
	counts = slices.Clone(counts)
	for _, page := range l.pages {
		for i, t := range terms {
			if page[t] {
				counts[i]++
			}
		}
	}
	return counts, n + len(l.pages), nil
}

// Knowing returns a kit whose lexicon also knows those of the passages that are not of the library: of the web, or of files that the person gave to
// the run. It depends on nothing but its arguments: a run that is resumed or forked weighs words as the first time.
func Knowing(ctx context.Context, kit *step.Kit, passages []source.Passage) (*step.Kit, error) {
	known := lexicon{Lexicon: kit.Lexicon}
	if inner, ok := kit.Lexicon.(lexicon); ok {
		known = lexicon{inner.Lexicon, slices.Clone(inner.pages)}
	}
	for _, p := range passages {
		d, err := kit.Library.Document(ctx, p.Document)
		if err != nil {
			return nil, err
		}
		if d.State == source.Saved {
			words := map[string]bool{}
			for _, t := range known.Terms(p.Text+" "+strings.Join(p.Headings, " "), d.Language) {
				words[t] = true
			}
			known.pages = append(known.pages, words)
		}
	}
	out := *kit
	out.Lexicon = known
	return &out, nil
}

// Passages reads passages by their IDs. Those of a document that has left the library since, and that nothing cites, are left out.
func Passages(ctx context.Context, library extract.Library, ids []string) ([]source.Passage, error) {
	out := make([]source.Passage, 0, len(ids))
	for _, id := range ids {
		p, err := library.Passage(ctx, id)
		if fault.KindOf(err) == fault.NotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}
