package explore

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/extract"
	"rabbithole/backend/flow"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// context takes the full digest: each item is evidence as far as its quote stands on its page, and counts as its passage would among the findings. Without a model,
// which weighs what it is given, as many passages take part as a search brings, the most relevant.
func (g *gathered) context(ctx context.Context) error {
	bundle, err := Bundle(ctx, g.Rows, g.state)
	if err != nil {
		return err
	}
	g.brief.Context = bundle.AggregateDigest
	for _, x := range bundle.AggregateDigest {
		if x.Kind == "conflict" {
			g.noted = extract.Note(g.noted, prompts.Noted{Text: x.Text})
		}
	}
	for _, file := range bundle.Files {
		if file.Status == FileReady {
			g.brief.Files = append(g.brief.Files, prompts.FileDigest{Name: file.Name, Items: file.Items})
		}
	}
	var quotes []extract.ContextQuote
	for _, x := range bundle.AggregateDigest {
		quotes = append(quotes, x.Quotes...)
	}
	passages, weighed, err := g.weigh(ctx, quotes)
	if err != nil {
		return err
	}
	take := most(quotes, weighed)
	for _, x := range g.Kit.OwnItems(g.state.asks(g.state.Question), bundle.AggregateDigest) { // of a file that the question names
		for _, quote := range x.Quotes {
			take[quote.Passage] = true
		}
	}
	for i, quote := range quotes {
		j := weighed[i]
		if g.Kit.Model == nil && !take[quote.Passage] {
			continue
		}
		k, ok, err := flow.Keep(ctx, g.Kit.Library, passages[i], extract.Judgement{Relevance: j.Relevance, Quotes: append([]string{quote.Text}, j.Quotes...), Why: j.Why})
		if err != nil {
			return err
		}
		if ok {
			g.add(k)
		}
	}
	return nil
}

// tell leaves to the sweep what it says of a question: that nothing answers it is told once.
func (g *gathered) tell(silent []extract.Unanswerable) {
	for i, t := range g.topics {
		if slices.ContainsFunc(silent, func(s extract.Unanswerable) bool {
			return strings.Contains(t.Task, s.Clause) || strings.Contains(s.Clause, t.Task)
		}) {
			g.topics[i].Missing = ""
		}
	}
	g.topics = slices.DeleteFunc(g.topics, func(t extract.Topic) bool {
		return t.Missing == "" && len(t.Evidence) == 0 && !t.Own && len(silent) > 0
	})
}

// unsettled leaves out of what is told as missing those questions that found nothing and that the report does answer: what one question reads first, another
// does not read again.
func (g *gathered) unsettled(ctx context.Context, silent []string, said []extract.Stated) ([]string, error) {
	for _, t := range g.topics {
		if t.Missing != sayMissing.In(g.state.Language, t.Task) && t.Missing != sayUnclear.In(g.state.Language, t.Task) {
			continue
		}
		states, err := g.Kit.States(ctx, g.state.asks(t.Task), said)
		if err != nil {
			return silent, err
		}
		if states {
			silent = slices.DeleteFunc(silent, func(s string) bool { return s == t.Missing })
		}
	}
	return silent, nil
}

// ofSlices gives the questions what their own part of the context says; the root's is all of it, which its children share, where it has any.
func (g *gathered) ofSlices(parts []*NodeContextSlice) {
	for i, slice := range parts {
		for _, x := range slice.items() {
			for _, quote := range x.Quotes {
				if n, ok := g.at[quote.Passage]; ok && !slices.Contains(g.of[i], n) {
					g.of[i] = append(g.of[i], n)
				}
			}
		}
	}
}

// most returns the passages of quotes that are the most relevant, as many as a search brings.
func most(quotes []extract.ContextQuote, weighed []extract.Judgement) map[string]bool {
	relevance := map[string]float64{}
	for i, quote := range quotes {
		relevance[quote.Passage] = weighed[i].Relevance
	}
	order := slices.SortedFunc(maps.Keys(relevance), func(a, b string) int {
		return cmp.Or(cmp.Compare(relevance[b], relevance[a]), strings.Compare(a, b))
	})
	return ask.Set(order[:min(len(order), rootJudged)])
}

// weigh judges by rule the passages that quotes of the digest stand in.
func (g *gathered) weigh(ctx context.Context, quotes []extract.ContextQuote) ([]source.Passage, []extract.Judgement, error) {
	passages := make([]source.Passage, len(quotes))
	for i, quote := range quotes {
		var err error
		if passages[i], err = g.Kit.Library.Passage(ctx, quote.Passage); err != nil {
			return nil, nil, err
		}
	}
	readings, err := g.Kit.Readings(ctx, passages...)
	if err != nil {
		return nil, nil, err
	}
	judged, err := g.Kit.Engine.Judge(ctx, g.state.asks(g.state.Question), g.state.Question, readings)
	return passages, judged, err
}
