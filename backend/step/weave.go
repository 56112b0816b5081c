package step

import (
	"context"
	"regexp"
	"slices"
	"sort"
	"strings"

	"rabbithole/backend/cite"
)

// weaver composes the extractive draft: it chooses quotes, best first, without saying the same thing twice.
type weaver struct {
	kit      *Kit
	evidence []cite.Evidence
	links    map[string][]Link
	named    map[string]bool
	numeric  bool
	all      []candidate     // by the whole question, best first
	used     map[string]bool // quotes already in the draft, folded
	shown    []candidate
	answered int // how many of them are the answer
}

// answer takes each clause of the question in turn: the quote that says most about it, then what that quote's reference leads to.
// Then, while there is room, what else says much about the whole question.
func (w *weaver) answer(ctx context.Context, q Question, silent []Silence) ([]cite.Sentence, error) {
	var lines []cite.Sentence
	show := func(c candidate, clause string) error {
		lines = append(lines, w.line(c, len(lines)))
		reached, err := w.followed(ctx, q, c, clause)
		for _, r := range reached {
			if r.score >= worthHop*reached[0].score {
				lines = append(lines, w.line(r, len(lines)))
			}
		}
		return err
	}
	for _, clause := range q.clauses() {
		if slices.ContainsFunc(silent, func(s Silence) bool { return s.Clause == clause }) {
			continue
		}
		p, err := w.kit.Profile(ctx, q.Language, append([]Part{{clause, 1}}, weaken(q.Parts(), dependence(clause, q.Language))...)...)
		if err != nil {
			return nil, err
		}
		p = p.without(w.kit.Lexicon.Terms(wordsFor(q.Language).asking, q.Language))
		ranked := w.candidates(p, w.evidence)
		for i := range ranked {
			ranked[i].score *= kindly(clause, ranked[i].quote)
		}
		sort.SliceStable(ranked, func(a, b int) bool { return ranked[a].score > ranked[b].score })
		c, ok := w.best(ranked, 0)
		if !ok {
			continue
		}
		if err := show(c, clause); err != nil {
			return nil, err
		}
		if second, ok := w.best(ranked, asGood*c.score); ok {
			if err := show(second, clause); err != nil {
				return nil, err
			}
		}
	}
	for len(lines) < answerLines && len(w.all) > 0 {
		c, ok := w.best(w.all, 0.8*w.all[0].score)
		if !ok {
			break
		}
		lines = append(lines, w.line(c, len(lines)))
	}
	w.answered = len(w.shown)
	return lines, nil
}

// nearest is the draft of a question that the documents do not answer: what comes nearest to it, under a title that says so.
func (w *weaver) nearest(q Question, silent []Silence) Draft {
	draft := Draft{Silent: silences(q, silent)}
	var lines []cite.Sentence
	for len(lines) < nearestLines {
		c, ok := w.best(w.all, 0)
		if !ok {
			break
		}
		lines = append(lines, w.line(c, len(lines)))
	}
	if len(lines) > 0 {
		draft.Sections = []DraftSection{{Title: wordsFor(q.Language).nearest, Lines: lines}}
	}
	return draft
}

// nearestLines is how many quotes are shown of what comes nearest to a question without an answer.
const nearestLines = 3

// namedBonus is what a quote gains when the question itself points to where it stands.
const namedBonus = 0.25

func (w *weaver) candidates(p Profile, evidence []cite.Evidence) []candidate {
	list := w.kit.candidates(p, evidence, w.numeric)
	for i := range list {
		if w.named[list[i].evidence.ID] {
			list[i].score += namedBonus
		}
	}
	sort.SliceStable(list, func(a, b int) bool { return list[a].score > list[b].score })
	return list
}

// worthHop is the share of the score of the best quote that a reference leads to that the next one must have to stand beside it.
const worthHop = 0.4

// asGood is the share of the best quote's score from which a clause is answered by a second one.
const asGood = 0.85

// dependence is how much of the whole question a clause needs to be understood: half where it says "they" or "that class" instead of a name.
func dependence(clause, language string) float64 {
	for _, w := range strings.Fields(strings.ToLower(clause)) {
		if wordsFor(language).pronouns[strings.Trim(w, ",;:")] {
			return 0.5
		}
	}
	return independent
}

// independent is what the whole question counts for a clause that names what it asks about.
const independent = 0.15

func weaken(parts []Part, factor float64) []Part {
	out := make([]Part, len(parts))
	for i, p := range parts {
		out[i] = Part{p.Text, p.Factor * factor}
	}
	return out
}

// best returns the first candidate of a list that says something new and scores at least least.
func (w *weaver) best(list []candidate, least float64) (candidate, bool) {
	for _, c := range list {
		if c.score < least {
			break
		}
		if !w.used[fold(c.quote)] && !tooClose(c, w.shown) {
			return c, true
		}
	}
	return candidate{}, false
}

// followed returns what the references inside c's quote led to: at most one quote per reference and answerHops in all, those that
// say most about the clause and about c's own words.
func (w *weaver) followed(ctx context.Context, q Question, c candidate, clause string) ([]candidate, error) {
	p, err := w.kit.Profile(ctx, q.Language, Part{clause, 1}, Part{c.quote, 0.4})
	if err != nil {
		return nil, err
	}
	asked, err := w.kit.Profile(ctx, q.Language, Part{clause, 1})
	if err != nil {
		return nil, err
	}
	var found []candidate
	for _, l := range w.within(c) {
		var there []cite.Evidence
		for _, e := range w.evidence {
			if slices.Contains(l.Evidence, e.ID) {
				there = append(there, e)
			}
		}
		n, ok := w.best(w.kit.candidates(asked, there, w.numeric), 0)
		if asked.Coverage(n.terms) < leastCovered { // said in other words there: the quote's own help to find them
			n, ok = w.best(w.kit.candidates(p, there, w.numeric), 0)
		}
		if !ok || slices.ContainsFunc(found, func(o candidate) bool { return fold(o.quote) == fold(n.quote) }) {
			continue
		}
		number := w.numeric && statesQuantity(n.quote) && !statesQuantity(c.quote)
		if number {
			n.score *= quantityBonus // the number that the quote only points to
		}
		if !number && !w.adds(asked, c, n) {
			continue
		}
		found = append(found, n)
	}
	sort.SliceStable(found, func(a, b int) bool { return found[a].score > found[b].score })
	return found[:min(answerHops, len(found))], nil
}

// adds reports whether what a reference leads to says something about the clause that the quote itself does not, or is about it by its
// title. A text in another language shares too few words to tell.
func (w *weaver) adds(asked Profile, c, n candidate) bool {
	gain := asked.Coverage(c.terms, n.terms) - asked.Coverage(c.terms)
	title := asked.Coverage(w.kit.Lexicon.Terms(n.evidence.Section, ""))
	foreign := asked.Coverage(n.terms) == 0
	return gain >= worthAdding || title >= worthAdding || foreign
}

// worthAdding is the share of a clause's weight from which a text is about it.
const worthAdding = 0.1

// within returns the references that stand in a quote itself.
func (w *weaver) within(c candidate) []Link {
	return slices.DeleteFunc(slices.Clone(w.links[c.evidence.ID]), func(l Link) bool { return !strings.Contains(fold(c.quote), fold(l.Text)) })
}

func set(list []string) map[string]bool {
	m := make(map[string]bool, len(list))
	for _, s := range list {
		m[s] = true
	}
	return m
}

// section returns what a task's evidence adds to the answer: the best quotes not yet used, in the order of the documents.
func (w *weaver) section(evidence []cite.Evidence) []cite.Sentence {
	mine := map[string]bool{}
	for _, e := range evidence {
		mine[e.ID] = true
	}
	answering := map[string]bool{}
	for _, c := range w.shown[:w.answered] {
		answering[c.evidence.ID] = true
	}
	var chosen []candidate
	for _, c := range w.all {
		if c.score < besidePoint*w.all[0].score && !answering[c.evidence.Via] {
			continue
		}
		if mine[c.evidence.ID] && !w.used[fold(c.quote)] && !tooClose(c, chosen) && len(chosen) < sectionLines {
			chosen = append(chosen, c)
		}
	}
	sort.SliceStable(chosen, func(a, b int) bool {
		x, y := chosen[a].evidence, chosen[b].evidence
		if x.Name != y.Name {
			return x.Name < y.Name
		}
		return x.Page < y.Page
	})
	var lines []cite.Sentence
	for i, c := range chosen {
		lines = append(lines, w.line(c, i))
	}
	return lines
}

// besidePoint is the share of the best quote's score below which a quote is beside the point.
const besidePoint = 0.5

// line makes a list item of a quote: where it stands, then what it says, word for word.
func (w *weaver) line(c candidate, block int) cite.Sentence {
	w.used[fold(c.quote)] = true
	w.shown = append(w.shown, c)
	text := sentence(c.quote)
	if c.evidence.Section != "" && !strings.HasPrefix(fold(c.quote), fold(c.evidence.Section)) {
		text = strings.TrimRight(clip(c.evidence.Section, 110), ":") + ": " + text
	}
	return cite.Sentence{Text: text, Evidence: []string{c.evidence.ID}, Block: block, Item: true}
}

// unfinished matches a quote whose sentence goes on behind it: a list cut short, a rule without its conditions.
var unfinished = regexp.MustCompile(`(?:[,;:]|\b(?:oder|und|sowie|or|and))$`)

// sentence closes a quote like a sentence; one that goes on in the document ends with an ellipsis.
func sentence(quote string) string {
	quote = strings.Join(strings.Fields(quote), " ")
	switch {
	case quote == "" || strings.ContainsRune(".!?…。！？", lastRune(quote)):
		return quote
	case unfinished.MatchString(quote):
		return strings.TrimRight(quote, ",;") + " …"
	}
	return quote + "."
}

// tooClose reports whether a candidate says what one of the chosen already says: three quarters of its terms, and no other quantities.
func tooClose(c candidate, chosen []candidate) bool {
	for _, o := range chosen {
		have := set(o.terms)
		same := 0
		for _, t := range c.terms {
			if have[t] {
				same++
			}
		}
		if len(c.terms) > 0 && same*4 >= len(c.terms)*3 && (!statesQuantity(c.quote) || numbersStand(c.quote, o.quote)) {
			return true
		}
	}
	return false
}
