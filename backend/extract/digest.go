package extract

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/chunk"
	"rabbithole/backend/quote"
	"rabbithole/backend/relevance"
	"rabbithole/prompts"
)

// ContextItem is an item of the digest of the person's files: what it says, where, and the words of the files it stands on.
type ContextItem struct {
	prompts.ContextItem
	Quotes []ContextQuote `json:"quotes"`
}

// ContextQuote is the words an item stands on, as they are in a passage.
type ContextQuote struct {
	Passage string `json:"passage"` // ID
	Text    string `json:"text"`
}

// Bounds of a digest.
const (
	DigestMost  = 40  // items of one file
	digestBytes = 600 // of an item
	digestWords = 4   // a sentence of fewer is a heading or a label
)

// Asks returns what the parts of a question are about, each by itself: what answers one of them says little of the others.
func (g *Engine) Asks(ctx context.Context, q ask.Question) ([]relevance.Profile, error) {
	parts, err := g.sides(ctx, q)
	if err != nil || len(parts) > 0 {
		return parts, err
	}
	matter, err := g.Matter(ctx, q.Language, q.Parts()...)
	return []relevance.Profile{matter}, err
}

// MostOf returns the largest share of one of the profiles that terms carry.
func MostOf(parts []relevance.Profile, terms []string) float64 {
	best := 0.0
	for _, p := range parts {
		best = max(best, p.Coverage(terms))
	}
	return best
}

// Digest takes the units, sentences most of them, that carry most of the question, word for word. All count as facts: of which kind one is a rule cannot tell.
func (g *Engine) Digest(language string, passages []Reading, from, to int, parts []relevance.Profile) prompts.DigestOut {
	type weighed struct {
		prompts.DigestItem
		weight float64
	}
	var all []weighed
	for i := from; i < to; i++ {
		r := passages[i]
		head := g.Lexicon.Terms(Heading(r.Passage), r.Document.Language)
		for _, text := range quote.Units(r.Passage, r.Document.Language) {
			if len(strings.Fields(text)) < digestWords && !ask.CJK(text) {
				continue
			}
			weight := MostOf(parts, g.Lexicon.Terms(text, cmp.Or(r.Document.Language, language))) + headWeight*MostOf(parts, head)
			all = append(all, weighed{prompts.DigestItem{Kind: "fact", Text: chunk.Clip(text, digestBytes), Quote: text, Source: "S" + strconv.Itoa(i+1)}, weight})
		}
	}
	slices.SortStableFunc(all, func(a, b weighed) int { return cmp.Compare(b.weight, a.weight) })
	out := prompts.DigestOut{}
	for _, w := range all[:min(len(all), DigestMost)] {
		out.Items = append(out.Items, w.DigestItem)
	}
	return out
}
