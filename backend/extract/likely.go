package extract

import (
	"context"
	_ "embed"
	"encoding/json"
	"math"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/source"
)

// What is learned about an answer that no model judged. `make train` writes the file anew.
//
//go:embed likely.json
var learned []byte

// Likelihood is how signs are put together: a logistic regression.
type Likelihood struct {
	Threshold float64 `json:"threshold"` // from which an answer counts as one
	Bias      float64 `json:"bias"`
	Signs     []Sign  `json:"signs"`
}

// Sign is what one sign counts, once Mean is taken from it and the rest is divided by Scale.
type Sign struct {
	Name   string  `json:"name"`
	Weight float64 `json:"weight"`
	Mean   float64 `json:"mean"`
	Scale  float64 `json:"scale"`
}

// Of is how likely it is, from 0 to 1, that what has these signs answers.
func (l Likelihood) Of(signs map[string]float64) float64 {
	sum := l.Bias
	for _, s := range l.Signs {
		sum += s.Weight * (signs[s.Name] - s.Mean) / s.Scale
	}
	return 1 / (1 + math.Exp(-sum))
}

// Likely reports whether the claim that leads an answer most likely answers the question, as far as words tell.
func (g *Engine) Likely(ctx context.Context, q ask.Question, lead cite.Claim, evidence []cite.Evidence) (bool, error) {
	var l Likelihood
	if err := json.Unmarshal(learned, &l); err != nil {
		return false, err
	}
	signs, err := g.Signs(ctx, q, lead, evidence)
	return signs != nil && l.Of(signs) >= l.Threshold, err
}

// Signs measures the claim that leads an answer against the question, by name; nil where it cites nothing. Shares are of the weight of what is asked.
func (g *Engine) Signs(ctx context.Context, q ask.Question, lead cite.Claim, evidence []cite.Evidence) (map[string]float64, error) {
	at := slices.IndexFunc(evidence, func(e cite.Evidence) bool { return len(lead.Citations) > 0 && e.ID == lead.Citations[0].Evidence })
	if at < 0 {
		return nil, nil
	}
	passage, err := g.Library.Passage(ctx, evidence[at].Passage)
	if err != nil {
		return nil, err
	}
	document, err := g.Library.Document(ctx, passage.Document)
	if err != nil {
		return nil, err
	}
	matter := ask.WordsFor(q.Language).Matter(q.Text)
	p, err := g.Matter(ctx, q.Language, ask.Part{Text: matter, Factor: 1})
	if err != nil {
		return nil, err
	}
	terms := func(text string) []string { return g.Lexicon.Terms(text, document.Language) }
	hits, err := g.hits(ctx, q, q.Text)
	if err != nil {
		return nil, err
	}
	place, margin := placed(hits, passage)
	head := terms(strings.Join(passage.Headings, " "))
	text := terms(passage.Text)
	around := slices.Concat(text, head, terms(document.Name+" "+document.Title))
	out := map[string]float64{
		"quote":   p.Coverage(terms(quoted(lead)), head),                     // what is quoted, with its headings
		"pairs":   paired(g.Lexicon.Subject(matter, q.Language), text, head), // words that follow each other in the question, and in the passage
		"lacking": math.Pow(p.HeaviestBut(around), 2),                        // the weightiest word that stands neither there nor above
		"place":   place,                                                     // what the search thinks of the passage
		"margin":  margin,                                                    // how far its first hit is ahead of the best on another page
	}
	numbers := ask.Numeral.FindAllString(strings.Join(slices.Concat(passage.Headings, []string{passage.Text, document.Name}), " "), -1)
	if !ask.HoldsAll(ask.Set(numbers), ask.Numeral.FindAllString(matter, -1)) {
		out["number"] = 1 // of the question, and not there
	}
	return out, nil
}

// placed is what a search thinks of a passage, and how far its first hit is ahead of the best one on another page, both from 0 to 1.
func placed(hits []Hit, passage source.Passage) (place, margin float64) {
	for _, h := range slices.Backward(hits) {
		if h.Passage.ID == passage.ID {
			place = h.Score
		}
		if first := hits[0]; h.Passage.Document != first.Passage.Document || h.Passage.Page() != first.Passage.Page() {
			margin = 1 - h.Score/first.Score
		}
	}
	return place, margin
}

// quoted is what a claim says, with its quotes.
func quoted(c cite.Claim) string {
	text := c.Text
	for _, x := range c.Citations {
		text += " " + x.Quote
	}
	return text
}

// paired is the share of pairs of neighbours in a list that are neighbours in one of the others too.
func paired(list []string, others ...[]string) float64 {
	there := map[[2]string]bool{}
	for _, other := range others {
		for i := 1; i < len(other); i++ {
			there[[2]string{other[i-1], other[i]}] = true
		}
	}
	found := 0.0
	for i := 1; i < len(list); i++ {
		if there[[2]string{list[i-1], list[i]}] {
			found++
		}
	}
	return found / float64(max(1, len(list)-1))
}
