package answer

import (
	"context"
	"slices"
	"strings"

	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// lexicon counts the words of the pages that a run read beside those of the library: what a question asks of the web, the library may never
// have heard of, and a word that nothing known contains tells nothing by rule.
type lexicon struct {
	step.Lexicon
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

// knowing returns the flow with a lexicon that knows passages of web pages.
func (f *run) knowing(ctx context.Context, passages []source.Passage) (*run, error) {
	known := lexicon{Lexicon: f.Kit.Lexicon}
	if inner, ok := f.Kit.Lexicon.(lexicon); ok {
		known = lexicon{inner.Lexicon, slices.Clone(inner.pages)}
	}
	for _, p := range passages {
		d, err := f.Kit.Library.Document(ctx, p.Document)
		if err != nil {
			return nil, err
		}
		if d.URL != "" {
			known.pages = append(known.pages, set(known.Terms(p.Text+" "+strings.Join(p.Headings, " "), d.Language)))
		}
	}
	tools, kit := f.Tools, *f.Kit
	kit.Lexicon = known
	tools.Kit = &kit
	return &run{tools}, nil
}

// passages reads passages by their IDs.
func (f *run) passages(ctx context.Context, ids []string) ([]source.Passage, error) {
	out := make([]source.Passage, 0, len(ids))
	for _, id := range ids {
		p, err := f.Kit.Library.Passage(ctx, id)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// informed returns the flow with a lexicon that knows what was read so far.
func (f *run) informed(ctx context.Context, s State) (*run, error) {
	if f.Web == nil {
		return f, nil
	}
	passages, err := f.passages(ctx, s.Read)
	if err != nil {
		return nil, err
	}
	return f.knowing(ctx, passages)
}
