package index

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"
)

const (
	chainSeeds = 3 // of the first hits whose names are followed
	chainNames = 8 // names looked for
)

// Chain returns as many hits as Search, for questions that one passage does not answer: the last third makes room for what the question's
// own names, and the names in the best hits, are headings of.
func (x *Index) Chain(ctx context.Context, q Query) ([]Hit, error) {
	if q.Limit <= 0 {
		q.Limit = 10
	}
	found, err := x.Search(ctx, q)
	if err != nil || len(found) == 0 {
		return found, err
	}
	names := properNames(q.Text)
	for _, h := range found[:min(chainSeeds, len(found))] {
		for _, name := range properNames(h.Passage.Text) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	linked, err := x.headed(ctx, q, names)
	if err != nil {
		return nil, err
	}
	return joinHits(found, linked, q.Limit), nil
}

// headed returns the passages whose heading or document is called by one of the names, the best for the question first.
func (x *Index) headed(ctx context.Context, q Query, names []string) ([]Hit, error) {
	var out []Hit
	seen := map[string]bool{}
	for _, name := range names[:min(chainNames, len(names))] {
		step := q
		step.Text, step.Limit = name+" "+q.Text, 5
		hits, err := x.Search(ctx, step)
		if err != nil {
			return nil, err
		}
		for _, h := range hits {
			if called(h, name) && !seen[h.Passage.ID] {
				seen[h.Passage.ID] = true
				out = append(out, h)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Hit) int { return cmp.Compare(b.Lexical, a.Lexical) })
	return out, nil
}

// called reports whether the last heading above a hit, or its document, has all words of a name.
func called(h Hit, name string) bool {
	titles := " " + strings.Join(plainWords(h.Document.Title), " ")
	if n := len(h.Passage.Headings); n > 0 {
		titles += " " + strings.Join(plainWords(h.Passage.Headings[n-1]), " ")
	}
	return strings.Contains(titles+" ", " "+strings.Join(plainWords(name), " ")+" ")
}

// joinHits keeps the first two thirds of found, adds linked, and fills up with the rest of found.
func joinHits(found, linked []Hit, limit int) []Hit {
	keep := min(len(found), limit-limit/3)
	out := slices.Clone(found[:keep])
	for _, h := range append(slices.Clone(linked), found[keep:]...) {
		if len(out) < limit && !slices.ContainsFunc(out, func(o Hit) bool { return o.Passage.ID == h.Passage.ID }) {
			out = append(out, h)
		}
	}
	return out
}

// properNames returns the names in a text: runs of capitalised words inside its sentences, small words between two of them included.
func properNames(text string) []string {
	var out []string
	var run []string
	pending := 0 // small words at the end of run
	flush := func() {
		if name := strings.Join(run[:len(run)-pending], " "); len(name) > 3 && !slices.Contains(out, name) {
			out = append(out, name)
		}
		run, pending = nil, 0
	}
	for _, w := range strings.Fields(text) {
		bare := strings.Trim(w, `.,;:!?()[]"'„“”‚‘’»«`)
		bare = strings.TrimSuffix(strings.TrimSuffix(bare, "'s"), "’s")
		first := []rune(bare + " ")[0]
		switch {
		case unicode.IsUpper(first):
			run, pending = append(run, bare), 0
		case len(run) > 0 && joins[bare] && pending < 2:
			run, pending = append(run, bare), pending+1
		default:
			flush()
			continue
		}
		if last := w[len(w)-1]; strings.IndexByte(".,;:!?)", last) >= 0 {
			flush()
		}
	}
	flush()
	return out
}

// joins are the small words inside names: "Bank of England", "Freie und Hansestadt".
var joins = map[string]bool{"of": true, "the": true, "and": true, "for": true, "de": true, "von": true, "und": true, "der": true, "für": true,
	"&": true}
