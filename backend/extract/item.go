package extract

import (
	"context"
	"slices"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/relevance"
)

// Judge judges passages by the question, and by what the person wrote as an item: that is what they want to know, in whatever
// language, though the question does not speak of it. The better of the two counts.
func (g *Engine) Judge(ctx context.Context, q ask.Question, task string, readings []Reading) ([]Judgement, error) {
	out, err := g.measure(ctx, q, task, readings)
	if err != nil || q.Item == "" {
		return out, err
	}
	own, err := g.JudgeItem(ctx, q, readings)
	for i := range own {
		if own[i].Relevance >= out[i].Relevance {
			out[i] = own[i]
		}
		out[i].Item = own[i].Relevance
	}
	return out, err
}

// JudgeItem judges passages by nothing but the item that the person wrote.
func (g *Engine) JudgeItem(ctx context.Context, q ask.Question, readings []Reading) ([]Judgement, error) {
	var languages []string
	for _, r := range readings {
		languages = append(languages, r.Document.Language)
	}
	own, err := g.itself(ctx, q, q.Item, languages)
	if err != nil {
		return nil, err
	}
	return g.measure(ctx, own, own.Text, readings)
}

// itself returns an item that the person wrote as a question of its own, in its own language: a single word seldom shows which that is, so
// of the question's, of what the words look like and of those of the documents it is the one in which the library knows the most of it.
func (g *Engine) itself(ctx context.Context, q ask.Question, item string, languages []string) (ask.Question, error) {
	own := ask.Question{Text: ask.Bare(item), Targets: q.Targets}
	least := 2.0
	options := []string{q.Language}
	for _, language := range append([]string{ask.Language(item)}, languages...) {
		if language != "" {
			options = ask.Once(options, language)
		}
	}
	for _, language := range options {
		p, err := g.Profile(ctx, language, ask.Part{Text: own.Text, Factor: 1})
		if err != nil {
			return own, err
		}
		if unknown := float64(len(p.Absent)) / float64(max(1, len(p.Terms))); unknown < least {
			own.Language, least = language, unknown
		}
	}
	return own, nil
}

// answering returns the evidence that the answer to the question may use: what was kept for an item that the person wrote and says little of
// the question stands under its item alone.
func (g *Engine) answering(p relevance.Profile, m Material) []cite.Evidence {
	aside := map[string]bool{}
	for _, own := range []bool{true, false} {
		for _, t := range m.Topics {
			for _, e := range t.Evidence {
				if t.Own == own {
					aside[e.ID] = own
				}
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(m.Evidence), func(e cite.Evidence) bool {
		return aside[e.ID] && relevance.Score(p.Coverage(g.Lexicon.Terms(e.Extract, ""), g.Lexicon.Terms(e.Section, ""))) < unanswering
	})
}

// ofItem returns the quotes of an item's evidence, those first that say most of the item.
func (w *extractive) ofItem(ctx context.Context, q ask.Question, t Topic) ([]candidate, error) {
	var languages []string
	for _, e := range t.Evidence {
		d, err := w.engine.Library.Document(ctx, e.Document)
		if err != nil {
			return nil, err
		}
		languages = append(languages, d.Language)
	}
	own, err := w.engine.itself(ctx, q, t.Task, languages)
	if err != nil {
		return nil, err
	}
	p, err := w.engine.Matter(ctx, own.Language, own.Parts()...)
	if err != nil {
		return nil, err
	}
	return w.candidates(p, t.Evidence, ask.WordsFor(own.Language).AmountAsked(own.Text)), nil
}
