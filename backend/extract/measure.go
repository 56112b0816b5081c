package extract

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode"

	"rabbithole/backend/ask"
	"rabbithole/backend/chunk"
	"rabbithole/backend/quote"
	"rabbithole/backend/relevance"
	"rabbithole/backend/source"
)

// measure measures how much of the question's and the task's weight passages carry, and chooses what of them is quoted.
func (g *Engine) measure(ctx context.Context, q ask.Question, task string, readings []Reading) ([]Judgement, error) {
	m, err := g.measurer(ctx, q, task)
	if err != nil {
		return nil, err
	}
	out := make([]Judgement, len(readings))
	for i, r := range readings {
		if out[i], err = m.judge(ctx, r); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// measurer is what passages are measured by: the same for all that are read for a task.
type measurer struct {
	engine     *Engine
	q          ask.Question // as its target documents are asked
	task       string
	topical    bool
	question   relevance.Profile
	subject    relevance.Profile   // the question's and the task's
	sides      []relevance.Profile // of the clauses; none where there is one
	alone      *relevance.Profile  // of the clause that the task is about
	anchor     relevance.Profile   // a passage must have a word of these: of the weightiest share of them
	share      float64
	asksClause bool // the task is one of the question's own
	aim        aim
}

func (g *Engine) measurer(ctx context.Context, asked ask.Question, task string) (measurer, error) {
	q := asked.ToTargets()
	m := measurer{engine: g, q: q, task: q.Targets.Without(task, q.Language), topical: asked.Topical(), aim: aimOf(q.Language, q.Text)}
	m.asksClause = ask.WordsFor(q.Language).KindOf(m.task) == ""
	var err error
	if m.question, err = g.Matter(ctx, q.Language, q.Parts()...); err != nil {
		return m, err
	}
	if m.subject, err = g.Matter(ctx, q.Language, append(q.Parts(), ask.Part{Text: ask.Essence(m.task), Factor: taskWeight})...); err != nil {
		return m, err
	}
	if m.alone, err = g.alone(ctx, q, m.task); err != nil {
		return m, err
	}
	if m.sides, err = g.sides(ctx, q); err != nil {
		return m, err
	}
	if m.aim.things, err = g.thingsAsked(ctx, q); err != nil {
		return m, err
	}
	m.anchor, m.share = m.question, subjectShare
	if len(m.sides) > 1 && ask.Dependent(q) {
		m.anchor, m.share = m.sides[0], clauseShare
	}
	return m, nil
}

// judge measures one passage and chooses what of it is quoted.
func (m measurer) judge(ctx context.Context, r Reading) (Judgement, error) {
	g := m.engine
	from := m.subject
	if r.Lead != "" {
		var err error
		if from, err = g.Matter(ctx, m.q.Language, append(m.q.Parts(), ask.Part{Text: ask.Essence(m.task), Factor: taskLed}, ask.Part{Text: r.Lead, Factor: 1})...); err != nil {
			return Judgement{}, err
		}
	}
	out := Judgement{Relevance: m.relevance(r, from), Why: g.why(m.q, r), Entry: g.defines(m.aim.things, Heading(r.Passage), r.Passage.Text) >= entryBonus}
	lead, err := g.lead(ctx, r.Passage, r.Document.Language)
	if err != nil {
		return Judgement{}, err
	}
	units := quote.UnitsBehind(lead, r.Passage, r.Document.Language)
	if m.topical {
		units = slices.DeleteFunc(units, func(u string) bool { return g.StatesNothing(m.question, u) })
	}
	out.Quotes = g.bestUnits(units, slices.Concat(m.sides, []relevance.Profile{from}), r, m.aim)
	return out, nil
}

// lead returns what leads into a passage and stands in one before it, "" where it begins by itself.
func (g *Engine) lead(ctx context.Context, p source.Passage, language string) (string, error) {
	spans := quote.Split(p, language)
	if p.ID == "" || p.Section == "" || !quote.GoesOn(p, spans) {
		return "", nil
	}
	others, err := g.Library.SectionPassages(ctx, p.Document, p.Section)
	text, _ := quote.Lead(p, spans, others, language)
	return text, err
}

// relevance is how much of the question's and the task's weight a passage carries; from is what it is read for, with the sentence that led to it.
// A passage reached through a reference inherits most of the standing of that sentence, and earns the rest by what it shares with it and the
// question: "the limit of § 78" and the number in § 78 answer only together, though § 78 repeats no word of the question.
func (m measurer) relevance(r Reading, from relevance.Profile) float64 {
	g, found := m.engine, r.Lead == ""
	body := g.Lexicon.Terms(r.Passage.Text, r.Document.Language)
	head := g.Lexicon.Terms(strings.Join(r.Passage.Headings, " "), r.Document.Language)
	score := relevance.Score(ofQuestion*m.question.Coverage(body, head) + (1-ofQuestion)*m.subject.Coverage(body, head))
	if !found {
		if shared := relevance.Score(from.Coverage(body, head)); shared > leastShared {
			score = max(score, r.LeadScore*(inherited+(1-inherited)*shared))
		}
	}
	if found && m.asksClause {
		score = r.Found.lift(score, m.question.HeaviestIn(g.Lexicon.Terms(Heading(r.Passage), r.Document.Language)))
	}
	if found && !ask.CJK(m.q.Text) && !m.anchor.Anchored(m.share, body, head) {
		score = min(score, unanswering)
	}
	if found && m.alone != nil && m.alone.Anchored(subjectShare, body, head) {
		score = max(score, partial*relevance.Score(m.alone.Coverage(body, head)))
	}
	return score
}

// sides returns a profile for each clause of the question: a sentence that answers one clause well is worth quoting, however little it
// says of the others.
func (g *Engine) sides(ctx context.Context, q ask.Question) ([]relevance.Profile, error) {
	parts := q.Clauses()
	if len(parts) < 2 {
		return nil, nil
	}
	var out []relevance.Profile
	for _, c := range parts {
		p, err := g.Matter(ctx, q.Language, ask.MatterOf(c, q.Language)...)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// alone returns the profile of the clause that the task is about, with the one before where it says "it" for what that names; nil where it is
// the whole question: "which tasks has the officer, and which limits hold for the crew?" asks two things, and what answers the second says nothing
// of the first. The first clause of a question whose others speak of it stands for all of them.
func (g *Engine) alone(ctx context.Context, q ask.Question, task string) (*relevance.Profile, error) {
	parts := q.Clauses()
	i := slices.IndexFunc(parts, func(c string) bool { return ask.AsksFor(task, c) })
	if len(parts) < 2 || i < 0 || i == 0 && ask.Dependent(q) {
		return nil, nil
	}
	about := ask.MatterOf(parts[i], q.Language)
	if i > 0 && q.Dependence(parts[i]) > ask.Independent {
		about = append(about, ask.Weaken(ask.MatterOf(parts[i-1], q.Language), ask.Leaning)...)
	}
	p, err := g.Matter(ctx, q.Language, about...)
	return &p, err
}

// focused turns a focus into a factor of a quote's score.
func focused(focus float64) float64 { return (1 - focusWeight) + focusWeight*focus }

// quotesPerPassage is the most quotes taken from one passage.
const quotesPerPassage = 3

// bestUnits returns those of the quotable units of a passage that carry the most of any of the profiles, best first; a unit without any of it is
// never returned unless the passage was reached through a reference and nothing else is there to quote.
func (g *Engine) bestUnits(units []string, profiles []relevance.Profile, r Reading, asked aim) []string {
	type scored struct {
		text  string
		score float64
	}
	var list []scored
	head := g.Lexicon.Terms(strings.Join(r.Passage.Headings, " "), r.Document.Language)
	whole := slices.ContainsFunc(units, func(u string) bool { return len(strings.Fields(u)) >= 4 || ask.CJK(u) })
	for _, u := range units {
		if whole && len(strings.Fields(u)) < 4 && !ask.CJK(u) {
			continue
		}
		terms := g.Lexicon.Terms(u, r.Document.Language)
		best := 0.0
		for _, p := range profiles {
			best = max(best, (p.Coverage(terms)+underHead*p.Coverage(head))*focused(max(p.Focus(terms), p.Focus(g.Lexicon.Terms(quote.BesideHead(u), r.Document.Language)))))
		}
		if asked.amount != nil && asked.amount(u) {
			best *= quantityBonus
		}
		best = lifted(best, g.defines(asked.things, Heading(r.Passage), u))
		list = append(list, scored{u, best})
	}
	sort.SliceStable(list, func(a, b int) bool { return list[a].score > list[b].score })
	var out []string
	for i, s := range list {
		if len(out) == quotesPerPassage || s.score <= 0 && !(i == 0 && r.Lead != "") || i > 0 && s.score < besideUnit*list[0].score {
			break
		}
		out = append(out, s.text)
	}
	return withContext(withBases(out, units), units, asked.states)
}

// why names the words of a passage that it shares with the question, as they stand there: "Berufsleben" where the question says "Berufslebensdosis".
func (g *Engine) why(q ask.Question, r Reading) string {
	words, open := ask.WordsFor(q.Language), map[string]bool{}
	for _, w := range ask.ContentWords(q.Text, words.Stop) {
		for _, t := range g.Lexicon.Terms(w, q.Language) {
			open[t] = open[t] || !partOfCitation(w, q.Text)
		}
	}
	var found []string
	for _, w := range ask.ContentWords(strings.Join(append(slices.Clone(r.Passage.Headings), r.Passage.Text), "\n"), words.Stop) {
		terms := g.Lexicon.Terms(w, r.Document.Language)
		if len(found) < whyWords && slices.ContainsFunc(terms, func(t string) bool { return open[t] }) {
			found = append(found, w)
			for _, t := range terms {
				open[t] = false
			}
		}
	}
	if len(found) == 0 {
		return ""
	}
	return fmt.Sprintf(words.Names, strings.Join(found, ", "))
}

// partOfCitation reports whether a word of a question is a number or a shortened word, as in "§ 7 Abs. 3": alone it says nothing. A year does.
func partOfCitation(word, question string) bool {
	return !strings.ContainsFunc(word, unicode.IsLetter) && !ask.Year.MatchString(word) || chunk.IsAbbreviation(word) && strings.Contains(question, word+".")
}

// whyWords is the most words that why names.
const whyWords = 5
