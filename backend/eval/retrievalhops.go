package eval

import (
	"context"
	"strings"

	"rabbithole/backend/index"
	"rabbithole/backend/source"
)

// Names of the figures over questions that need several texts.
const (
	allInEight  = "all gold in the first 8 of one query"
	goldInEight = "gold in the first 8 of one query"
	allChained  = "all gold in 8 passages of a chain"
	goldChained = "gold in 8 passages of a chain"
)

// hopQuestion is a line of NAME_questions.jsonl; sets write the texts that a question needs in one of two ways.
type hopQuestion struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	Gold     []struct {
		Document  string   `json:"doc"`
		Documents []string `json:"docs"`
	} `json:"gold"`
	Steps []struct {
		Documents []string `json:"docs"`
	} `json:"steps"`
}

// needs returns the texts that the question needs, each once.
func (q hopQuestion) needs() []string {
	var out []string
	for _, g := range q.Gold {
		if g.Document != "" {
			out = append(out, g.Document)
		}
		out = append(out, g.Documents...)
	}
	for _, s := range q.Steps {
		out = append(out, s.Documents...)
	}
	return distinctOf(out)
}

// measureHops measures collections whose questions need several texts each.
func measureHops(ctx context.Context, parts []string, opt RetrievalOptions) ([]Retrieval, error) {
	var out []Retrieval
	for _, path := range parts {
		r, err := measureHop(ctx, strings.TrimSuffix(path, "_corpus.jsonl"), opt)
		if err != nil {
			return out, err
		}
		out = append(out, r)
	}
	return out, nil
}

func measureHop(ctx context.Context, stem string, opt RetrievalOptions) (Retrieval, error) {
	r := Retrieval{Set: name(stem)}
	corpus, questions, err := hopSet(stem)
	if err != nil {
		return r, err
	}
	r.Passages = len(corpus)
	err = withTexts(ctx, r.Set, corpus, opt, func(x *index.Index) error {
		for _, q := range first(questions, opt.Questions) {
			one, err := found(ctx, x, q.Question, 8)
			if err != nil {
				return err
			}
			chained, err := x.Chain(ctx, index.Query{Text: q.Question, Limit: 8, Scope: source.All()})
			if err != nil {
				return err
			}
			gold, chain := q.needs(), identify(chained)
			r.Questions = append(r.Questions, Asked{ID: q.ID, Question: q.Question, Gold: gold, Found: one,
				Figures: map[string]float64{allInEight: allOf(gold, one, 8), goldInEight: portion(gold, one, 8),
					allChained: allOf(gold, chain, 8), goldChained: portion(gold, chain, 8)}})
		}
		return nil
	})
	r.Figures = means(r.Questions, allInEight, goldInEight, allChained, goldChained)
	return r, err
}

// hopSet reads a collection: its texts, and the questions that need some of them.
func hopSet(stem string) (corpus []text, questions []hopQuestion, err error) {
	if err := readLines(stem+"_corpus.jsonl", func(t text) { corpus = append(corpus, t) }); err != nil {
		return nil, nil, err
	}
	err = readLines(stem+"_questions.jsonl", func(q hopQuestion) {
		if len(q.needs()) > 0 {
			questions = append(questions, q)
		}
	})
	return corpus, questions, err
}
