package step

import (
	"context"
	"slices"
	"strings"
)

// measure measures how much of the question's and the task's weight a passage carries. A passage reached through a reference
// inherits most of the standing of the sentence that points to it, and earns the rest by what it shares with that sentence and
// the question: "the limit of § 78" and the number in § 78 answer only together, though § 78 repeats no word of the question.
func (k *Kit) measure(ctx context.Context, q Question, task string, readings []Reading) ([]Judgement, error) {
	home, topical := q.Home, q.Topical()
	q, task = q.athome(), home.Without(task, q.Language)
	question, err := k.Matter(ctx, q.Language, q.Parts()...)
	if err != nil {
		return nil, err
	}
	subject, err := k.Matter(ctx, q.Language, append(q.Parts(), Part{essence(task), 0.7})...)
	if err != nil {
		return nil, err
	}
	sides, err := k.sides(ctx, q)
	if err != nil {
		return nil, err
	}
	anchor, share := question, 1.0/3
	if len(sides) > 1 && dependent(q) {
		anchor, share = sides[0], 0.5
	}
	alone, err := k.alone(ctx, q, task)
	if err != nil {
		return nil, err
	}
	stated, asksClause := wordsFor(q.Language).amountAsked(q.Text), wordsFor(q.Language).kindOf(task).title == ""
	values := k.valueNames(q)
	out := make([]Judgement, len(readings))
	for i, r := range readings {
		body := append(k.Lexicon.Terms(r.Passage.Text, r.Document.Language), k.inBands(q.Text, q.Language, r.Passage.Text)...)
		head := k.Lexicon.Terms(strings.Join(r.Passage.Headings, " "), r.Document.Language)
		score := relevance(0.8*question.Coverage(body, head) + 0.2*subject.Coverage(body, head))
		from := subject
		if r.Lead != "" {
			if from, err = k.Matter(ctx, q.Language, append(q.Parts(), Part{essence(task), 0.5}, Part{r.Lead, 1})...); err != nil {
				return nil, err
			}
			if shared := relevance(from.Coverage(body, head)); shared > leastShared {
				score = max(score, r.LeadScore*(0.7+0.3*shared))
			}
		}
		if r.Lead == "" && asksClause {
			score = r.Found.lift(score, question.heaviestIn(k.Lexicon.Terms(last(r.Passage.Headings), r.Document.Language)))
		}
		beside := r.Lead == "" && !cjk(q.Text) && !anchor.Anchored(share, body, head)
		if beside || !topical && cannotAnswer(q.Text, max(1, len(sides)), r.Passage.Text) {
			score = min(score, unanswering)
		}
		if r.Lead == "" && home.foreign(r) {
			score *= elsewhere
		}
		if alone != nil && r.Lead == "" && alone.Anchored(1.0/3, body, head) {
			score = max(score, partial*relevance(alone.Coverage(body, head)))
		}
		for n, c := range q.clauses() {
			if own := slices.Concat(sides, []Profile{question})[n]; k.definesIt(c, own, r.Passage.Text) {
				score = max(score, definingScore)
			}
		}
		if k.valuesIt(values, r.Passage.Text) {
			score = min(1, score*valueBonus)
		}
		units, err := k.units(ctx, r)
		if err != nil {
			return nil, err
		}
		out[i] = Judgement{Relevance: score, Why: k.why(q, r)}
		if topical {
			if out[i].Quotes, units = k.overviewUnits(units, question, r); len(out[i].Quotes) == 0 {
				out[i].Relevance *= untelling
			}
		}
		if len(out[i].Quotes) == 0 {
			out[i].Quotes = k.bestUnits(units, append(sides, from), r, stated, q)
		}
	}
	return out, nil
}

// partial is what a passage counts that answers one clause of several, measured by that clause.
const partial = 0.9

// leastShared is what a passage must at least have in common with the words that led to it.
const leastShared = 0.2

// unanswering is the most relevance of a passage that cannot hold what the question asks for, or speaks of something else.
const unanswering = 0.5

// dependent reports whether a clause of the question says "they" or "it" for what the first clause names.
func dependent(q Question) bool {
	for _, c := range q.clauses()[1:] {
		if q.dependence(c) > independent {
			return true
		}
	}
	return false
}

// sides returns a profile for each clause of the question: a sentence that answers one clause well is worth quoting, however little it
// says of the others.
func (k *Kit) sides(ctx context.Context, q Question) ([]Profile, error) {
	parts := q.clauses()
	if len(parts) < 2 {
		return nil, nil
	}
	var out []Profile
	for _, c := range parts {
		p, err := k.Matter(ctx, q.Language, matterOf(c, q.Language)...)
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
func (k *Kit) alone(ctx context.Context, q Question, task string) (*Profile, error) {
	parts := q.clauses()
	i := slices.IndexFunc(parts, func(c string) bool { return asksFor(task, c) })
	if len(parts) < 2 || i < 0 || i == 0 && dependent(q) {
		return nil, nil
	}
	about := matterOf(parts[i], q.Language)
	if i > 0 && q.dependence(parts[i]) > independent {
		about = append(about, weaken(matterOf(parts[i-1], q.Language), leaning)...)
	}
	p, err := k.Matter(ctx, q.Language, about...)
	return &p, err
}
