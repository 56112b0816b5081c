package step

import (
	"context"
	"slices"
	"sort"

	"rabbithole/backend/cite"
	"rabbithole/backend/step/ask"
)

// heap is a section in the making: its title and the quotes that stand under it.
type heap struct {
	title  string
	quotes []candidate
}

// sections returns what the evidence adds to the answer. What was found for the plan stands under the clause of the question that it answers
// best, whichever task found it; what the person wrote as an item stands under its own words. Nothing to say is no section.
func (w *weaver) sections(ctx context.Context, q Question, topics []Topic) ([]DraftSection, error) {
	clauses, err := w.asked(ctx, q.AtHome())
	if err != nil {
		return nil, err
	}
	heaps := heapsFor(q, clauses)
	var own []DraftSection
	var gathered []candidate
	for _, t := range topics {
		if t.Own {
			all, err := w.ofItem(ctx, q.AtHome(), t)
			if err != nil {
				return nil, err
			}
			if list := w.lines(inOrder(w.further(t.Evidence, all))); len(list) > 0 {
				own = append(own, DraftSection{Title: ask.Title(ask.Bare(t.Task)), Lines: list})
			}
			continue
		}
		for _, c := range w.further(t.Evidence, w.all) {
			if tooClose(c, gathered) || w.told(c) || w.hangs(c) {
				continue
			}
			w.show(c)
			gathered = append(gathered, c)
			at := w.under(c, t, clauses, &heaps, ask.WordsFor(q.Language))
			heaps[at].quotes = append(heaps[at].quotes, c)
		}
	}
	var out []DraftSection
	for _, h := range heaps {
		if len(h.quotes) > 0 {
			out = append(out, DraftSection{Title: h.title, Lines: w.lines(inOrder(h.quotes))})
		}
	}
	return append(out, own...), nil
}

// heapsFor returns an empty heap for each clause; a question of one clause is the report's title already.
func heapsFor(q Question, clauses []clause) []heap {
	words := ask.WordsFor(q.Language)
	if len(clauses) < 2 {
		return []heap{{title: words.More}}
	}
	whole := q.Questions() // with the names that the home's own search leaves out
	var out []heap
	for i, c := range clauses {
		text := c.text
		if len(whole) == len(clauses) {
			text = whole[i]
		}
		out = append(out, heap{title: words.Heading(text)})
	}
	return out
}

// asked returns the clauses of the question that ask something.
func (w *weaver) asked(ctx context.Context, q Question) ([]clause, error) {
	var out []clause
	for _, text := range q.Questions() {
		c, err := w.clause(ctx, q, text)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

// under returns the heap that a quote belongs to: of several clauses the one that it says most of. What says little of any stands under the kind
// of rule that its task looked for, where it states one, or in a heap of its own.
func (w *weaver) under(c candidate, t Topic, clauses []clause, heaps *[]heap, words ask.Phrases) int {
	kind := words.KindOf(t.Task)
	if kind.Title != "" && !kind.States(c.quote) {
		kind.Title = ""
	}
	if len(clauses) < 2 && kind.Title != "" {
		return heapOf(heaps, kind.Title)
	}
	if len(clauses) < 2 {
		return 0
	}
	best, most := 0, -1.0
	head := w.kit.Lexicon.Terms(c.evidence.Section, "")
	for i, asked := range clauses {
		if share := asked.own.Coverage(c.terms, head); share > most {
			best, most = i, share
		}
	}
	switch {
	case most < aboutClause && kind.Title != "":
		return heapOf(heaps, kind.Title)
	case most < worthAdding:
		return heapOf(heaps, words.More)
	}
	return best
}

// heapOf returns the position of the heap of a title, which it adds where there is none.
func heapOf(heaps *[]heap, title string) int {
	if i := slices.IndexFunc(*heaps, func(h heap) bool { return h.title == title }); i >= 0 {
		return i
	}
	*heaps = append(*heaps, heap{title: title})
	return len(*heaps) - 1
}

// further returns the best of a task's quotes that are not shown yet, at most sectionLines.
func (w *weaver) further(evidence []cite.Evidence, all []candidate) []candidate {
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

func (w *weaver) lines(list []candidate) []cite.Sentence {
	var out []cite.Sentence
	for i, c := range list {
		out = append(out, w.line(c, i))
	}
	return out
}
