package extract

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
	"rabbithole/backend/quote"
	"rabbithole/backend/relevance"
)

// extractive is a draft that quotes: it chooses quotes, best first, without saying the same thing twice.
type extractive struct {
	engine   *Engine
	evidence []cite.Evidence
	links    map[string][]Link
	named    map[string]bool   // IDs of evidence that stands where the question points
	outright bool              // that place itself is asked for
	all      []candidate       // by the whole question, best first
	used     map[string]bool   // quotes already in the draft, folded
	clauses  map[string]clause // by question and text
	shown    []candidate
	answered int // how many of them are the answer
}

// answer takes each clause of the question in turn: the quote that says most about it, then what that quote's reference leads to.
// Then, while there is room, what else says much about the whole question.
func (w *extractive) answer(ctx context.Context, q ask.Question, silent []Unanswerable) ([]cite.Sentence, error) {
	var lines, besides []cite.Sentence
	var filling []rankedClause
	show := func(c candidate, asked clause) {
		if base, ok := w.base(c); ok {
			lines = append(lines, w.line(base, len(lines)))
		}
		lines = append(lines, w.line(c, len(lines)))
		for _, r := range w.followed(asked, c) {
			lines = append(lines, w.line(r, len(lines)))
		}
	}
	for _, text := range q.Questions() {
		if slices.ContainsFunc(silent, func(s Unanswerable) bool { return q.Targets.Strip(s.Clause) == text }) {
			continue
		}
		asked, err := w.clause(ctx, q, text)
		if err != nil {
			return nil, err
		}
		ranked := w.ranked(asked)
		c, ok := w.best(ranked, 0)
		if !ok {
			continue
		}
		show(c, asked)
		filling = append(filling, rankedClause{asked, ranked, c.score})
		if second, ok := w.second(asked, ranked, c); ok {
			best := lines
			lines = nil
			show(second, asked)
			besides, lines = append(besides, lines...), best
		}
	}
	lines = append(lines, besides...) // what answers each clause best stands before what else does
	for _, f := range filling {
		for len(lines) < answerLines {
			c, ok := w.best(f.ranked, asGoodAsAny*f.most)
			if !ok {
				break
			}
			show(c, f.clause)
		}
	}
	w.answered = len(w.shown)
	for i := range lines {
		lines[i].Block = i
	}
	return lines, nil
}

// nearest is the draft of a question that the documents do not answer: what comes nearest to it, under a title that says so.
func (w *extractive) nearest(q ask.Question, silent []Unanswerable) Draft {
	draft := Draft{Silent: notAnswered(q, silent)}
	var lines []cite.Sentence
	for len(lines) < nearestLines {
		c, ok := w.best(w.all, 0)
		if !ok {
			break
		}
		lines = append(lines, w.line(c, len(lines)))
	}
	if len(lines) > 0 {
		draft.Sections = []DraftSection{{Title: ask.WordsFor(q.Language).Nearest, Lines: lines}}
	}
	return draft
}

// nearestLines is how many quotes are shown of what comes nearest to a question without an answer.
const nearestLines = 3

func (w *extractive) candidates(p relevance.Profile, evidence []cite.Evidence, stated func(text string) bool) []candidate {
	list := w.engine.candidates(p, evidence, stated)
	for i := range list {
		if w.named[list[i].evidence.ID] {
			bears := 1.0
			if !w.outright {
				bears = min(1, 2*p.Coverage(list[i].terms))
			}
			list[i].score += namedBonus * bears
		}
	}
	sort.SliceStable(list, func(a, b int) bool { return list[a].score > list[b].score })
	return list
}

// best returns the first candidate of a list that says something new and scores at least least.
func (w *extractive) best(list []candidate, least float64) (candidate, bool) {
	for _, c := range list {
		if c.score < least {
			break
		}
		if w.fresh(c) {
			return c, true
		}
	}
	return candidate{}, false
}

// fresh reports whether a quote says what the draft does not say yet.
func (w *extractive) fresh(c candidate) bool {
	return !w.used[ask.Fold(c.quote)] && !tooClose(c, w.shown)
}

// line makes a list item of a quote: where it stands, then what it says, word for word.
func (w *extractive) line(c candidate, block int) cite.Sentence {
	w.show(c)
	text := quote.Closed(c.quote)
	if c.evidence.Section != "" && !strings.HasPrefix(ask.Fold(c.quote), ask.Fold(c.evidence.Section)) {
		text = strings.TrimRight(chunk.Clip(c.evidence.Section, 110), ":") + ": " + text
	}
	return cite.Sentence{Text: text, Evidence: []string{c.evidence.ID}, Block: block, Item: true}
}

// show remembers that a quote stands in the draft.
func (w *extractive) show(c candidate) {
	if w.used[ask.Fold(c.quote)] {
		return
	}
	w.used[ask.Fold(c.quote)] = true
	w.shown = append(w.shown, c)
}

// tooClose reports whether a candidate says what one of the chosen already says: it begins it or goes on from it, as rows of one table do.
func tooClose(c candidate, chosen []candidate) bool {
	mine := beginning(c.quote)
	return slices.ContainsFunc(chosen, func(o candidate) bool {
		theirs := beginning(o.quote)
		return strings.HasPrefix(mine, theirs) || strings.HasPrefix(theirs, mine)
	})
}

// beginning folds a quote without the mark that its sentence goes on.
func beginning(quote string) string { return strings.TrimRight(ask.Fold(quote), " .,;…") }

// summaryQuotes is the most quotes of a summary.
const summaryQuotes = 4

// Summarise answers each query with the best quotes of the evidence that it led to, the best evidence first: one summary per query, in their order, "" where there
// is no evidence. Sentences end with evidence IDs in square brackets. byQuery holds the evidence each query led to.
func (g *Engine) Summarise(ctx context.Context, q ask.Question, queries []string, byQuery [][]cite.Evidence) ([]string, error) {
	var out []string
	for i, query := range queries {
		p, err := g.Matter(ctx, q.Language, append(q.Parts(), ask.Part{Text: query, Factor: queryWeight})...)
		if err != nil {
			return nil, err
		}
		var sentences []string
		best := g.candidates(p, byQuery[i], nil)
		for _, c := range best[:min(summaryQuotes, len(best))] {
			sentences = append(sentences, fmt.Sprintf("%s [%s]", c.quote, c.evidence.ID))
		}
		out = append(out, strings.Join(sentences, " "))
	}
	return out, nil
}

// candidate is a quote that could become a sentence of a report.
type candidate struct {
	quote    string
	evidence cite.Evidence
	terms    []string
	score    float64
}

// candidates returns the quotes of evidence, best first, each wording once; stated shows a quantity that is asked for, nil where none is.
func (g *Engine) candidates(p relevance.Profile, evidence []cite.Evidence, stated func(text string) bool) []candidate {
	var out []candidate
	seen := map[string]bool{}
	for _, e := range evidence {
		head, titled := g.Lexicon.Terms(e.Section, ""), p.Titled(g.Lexicon, e.Section)
		for _, x := range e.Quotes {
			key := ask.Fold(x.Text)
			if seen[key] || key == "" {
				continue
			}
			seen[key] = true
			terms := g.Lexicon.Terms(x.Text, "")
			score := (1-standing)*p.Said(terms, head, titled)*focused(min(1, titled+max(p.Focus(terms), p.Focus(g.Lexicon.Terms(quote.BesideHead(x.Text), ""))))) + standing*e.Score
			if announces(x.Text) {
				score *= announcement
			}
			if stated != nil && stated(x.Text) {
				score *= quantityBonus
			}
			out = append(out, candidate{quote: x.Text, evidence: e, terms: terms, score: score})
		}
	}
	sort.SliceStable(out, func(a, b int) bool { return out[a].score > out[b].score })
	return out
}

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
