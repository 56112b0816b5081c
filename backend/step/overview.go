package step

import (
	"context"
	"sort"

	"rabbithole/backend/cite"
	"rabbithole/backend/step/ask"
)

// Sizes of an overview: its lines, and the quotes of one passage that it may choose from.
const (
	overviewLines  = 6
	overviewQuotes = 4
)

// statement is a candidate of an overview.
type statement struct {
	candidate
	of aspect
}

// overview is the answer to a topic: the statements that say most about it, from different sections and documents; first what it is, then what it
// does, its numbers, what has to be done, and what else is said.
func (w *weaver) overview(ctx context.Context, topic Profile) ([]cite.Sentence, error) {
	var list []statement
	for _, c := range w.all {
		d, err := w.kit.Library.Document(ctx, c.evidence.Document)
		if err != nil {
			return nil, err
		}
		c.score = w.kit.informs(topic, c.quote, "", c.evidence.Section, d.Title)
		if c.score > 0 {
			list = append(list, statement{c, w.kit.aspect(topic, c.quote)})
		}
	}
	var chosen []statement
	least := 0.0
	for len(chosen) < overviewLines {
		next, most := statement{}, 0.0
		for _, c := range list {
			if worth := c.worth(chosen); c.score >= least && worth > most && w.fresh(c.candidate) {
				next, most = c, worth
			}
		}
		if most == 0 {
			break
		}
		least = max(least, leastTelling*next.score)
		w.show(next.candidate)
		chosen = append(chosen, next)
	}
	w.answered = len(w.shown)
	sort.SliceStable(chosen, func(a, b int) bool { return chosen[a].of < chosen[b].of })
	var lines []cite.Sentence
	for i, c := range chosen {
		lines = append(lines, w.line(c.candidate, i))
	}
	return lines, nil
}

// worth is what a statement counts beside those that are chosen already.
func (t statement) worth(chosen []statement) float64 {
	worth := t.score
	for _, o := range chosen {
		if o.of == t.of {
			worth *= againAspect
		}
		if saysAlike(o.terms, t.terms) {
			worth *= againAlike
		}
		if o.evidence.Document != t.evidence.Document {
			continue
		}
		if worth *= againDocument; o.evidence.Section == t.evidence.Section {
			worth *= againSection
		}
	}
	return worth
}

// saysAlike reports whether two statements have two thirds of their words in common: the same said of another number adds little to an overview.
func saysAlike(a, b []string) bool {
	have, mine := ask.Set(a), ask.Set(b)
	return 3*ask.InCommon(have, mine) >= 2*min(len(have), len(mine))
}

// overviewUnits returns the units of a passage that say most about a topic, best first, and those that state something at all.
func (k *Kit) overviewUnits(units []string, topic Profile, r Reading) (best, stating []string) {
	type scored struct {
		text  string
		score float64
	}
	var list []scored
	for _, u := range units {
		if k.StatesNothing(topic, u) {
			continue
		}
		stating = append(stating, u)
		if s := k.informs(topic, u, r.Document.Language, heading(r.Passage), r.Document.Title); s > 0 {
			list = append(list, scored{u, s})
		}
	}
	sort.SliceStable(list, func(a, b int) bool { return list[a].score > list[b].score })
	for _, s := range list[:min(len(list), overviewQuotes)] {
		if s.score >= leastTelling*list[0].score {
			best = append(best, s.text)
		}
	}
	return best, stating
}

// Telling returns how much the best quote of each piece of evidence tells of a topic.
func (k *Kit) Telling(ctx context.Context, q Question, evidence []cite.Evidence) ([]float64, error) {
	topic, err := k.Matter(ctx, q.Language, q.Athome().Parts()...)
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(evidence))
	for i, e := range evidence {
		d, err := k.Library.Document(ctx, e.Document)
		if err != nil {
			return nil, err
		}
		for _, quote := range e.Quotes {
			out[i] = max(out[i], k.informs(topic, quote.Text, "", e.Section, d.Title))
		}
	}
	return out, nil
}
