package extract

import (
	"context"
	"sort"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
)

// sections returns what the evidence adds to the answer: what was found for the plan stands together, what the person wrote as an item under its own words. Nothing
// to say is no section.
func (w *extractive) sections(ctx context.Context, q ask.Question, topics []Topic) ([]DraftSection, error) {
	var own []DraftSection
	var more []candidate
	for _, t := range topics {
		if t.Own {
			all, err := w.ofItem(ctx, q.ToTargets(), t)
			if err != nil {
				return nil, err
			}
			if list := w.lines(inOrder(w.further(t.Evidence, all))); len(list) > 0 {
				own = append(own, DraftSection{Title: ask.Title(ask.Bare(t.Task)), Lines: list})
			}
			continue
		}
		for _, c := range w.further(t.Evidence, w.all) {
			if !tooClose(c, more) {
				w.show(c)
				more = append(more, c)
			}
		}
	}
	if len(more) == 0 {
		return own, nil
	}
	return append([]DraftSection{{Title: ask.WordsFor(q.Language).More, Lines: w.lines(inOrder(more))}}, own...), nil
}

// further returns the best of a task's quotes that are not shown yet, at most sectionLines.
func (w *extractive) further(evidence []cite.Evidence, all []candidate) []candidate {
	mine := map[string]bool{}
	for _, e := range evidence {
		mine[e.ID] = true
	}
	answering := map[string]bool{}
	for _, c := range w.shown[:w.answered] {
		answering[c.evidence.ID] = true
	}
	var chosen []candidate
	for _, c := range all {
		floor := besidePoint
		if answering[c.evidence.Via] {
			floor = besideHop
		}
		if c.score < floor*all[0].score {
			continue
		}
		if mine[c.evidence.ID] && !w.used[ask.Fold(c.quote)] && !tooClose(c, chosen) && len(chosen) < sectionLines {
			chosen = append(chosen, c)
		}
	}
	return chosen
}

// inOrder sorts quotes as they stand in the documents.
func inOrder(list []candidate) []candidate {
	sort.SliceStable(list, func(a, b int) bool {
		x, y := list[a].evidence, list[b].evidence
		if x.Name != y.Name {
			return x.Name < y.Name
		}
		return x.Page < y.Page
	})
	return list
}

func (w *extractive) lines(list []candidate) []cite.Sentence {
	var out []cite.Sentence
	for i, c := range list {
		out = append(out, w.line(c, i))
	}
	return out
}
