package step

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// Reading is a passage to judge: where it is from, and which kept evidence led to it when a reference was followed.
type Reading struct {
	Passage  source.Passage
	Document source.Document
	// Lead is the quoted sentence whose reference led here, "" when the passage was found by search; LeadScore is the relevance of
	// the evidence it stands in.
	Lead      string
	LeadScore float64
	Found     Found // what search knows of it
}

// heading says where a passage stands, for orientation.
func (r Reading) heading() string {
	parts := []string{r.Document.Name}
	if n := len(r.Passage.Headings); n > 0 {
		parts = append(parts, r.Passage.Headings[n-1])
	}
	return clip(strings.Join(parts, ", "), 160)
}

// Judgement is what reading a passage gave. Quotes stand verbatim in the passage; they are the extract, best first.
type Judgement struct {
	Relevance float64
	Quotes    []string
	Why       string
	Item      float64 // relevance to what the person wrote as the item alone; 0 for a planned one
}

// Rejudge judges passages that were read before, now that a reference leads to them: by code alone, a model reads a passage once.
func (k *Kit) Rejudge(ctx context.Context, q Question, task string, readings []Reading) ([]Judgement, error) {
	return k.judgeTwin(ctx, q, task, readings)
}

// Judge reads passages for a task, many per call, and returns one judgement per reading, in their order.
func (k *Kit) Judge(ctx context.Context, q Question, task string, readings []Reading) ([]Judgement, error) {
	twin, err := k.judgeTwin(ctx, q, task, readings)
	if err != nil || k.Model == nil {
		return twin, err
	}
	out := slices.Clone(twin)
	for _, batch := range k.promising(k.batches(q, task, readings), twin) {
		var read []Reading
		var guess []Judgement
		for _, i := range batch {
			read, guess = append(read, readings[i]), append(guess, twin[i])
		}
		judged, err := k.judgeBatch(ctx, q, task, read, guess)
		if err != nil {
			return nil, err
		}
		for n, i := range batch {
			out[i] = judged[n]
		}
	}
	return out, nil
}

func (k *Kit) judgeBatch(ctx context.Context, q Question, task string, batch []Reading, twin []Judgement) ([]Judgement, error) {
	in := prompts.JudgeIn{Asked: q.asked(), Task: task}
	for i, r := range batch {
		in.Passages = append(in.Passages, prompts.JudgePassage{Ref: fmt.Sprintf("P%d", i+1), Heading: r.heading(), Text: clip(r.Passage.Text, k.room(prompts.Judge.NumPredict, q, task)*2)})
	}
	someKnown := func(out *prompts.JudgeOut) error {
		for _, v := range out.Passages {
			if _, ok := index(v.Ref, len(batch)); ok {
				return nil
			}
		}
		return fmt.Errorf("no ref between P1 and P%d", len(batch))
	}
	fellBack := false
	out, err := reason(ctx, k, prompts.Judge, in, someKnown, func() (prompts.JudgeOut, error) {
		fellBack = true
		return prompts.JudgeOut{}, nil
	})
	if err != nil || fellBack {
		return twin, err
	}
	judged := make([]Judgement, len(batch))
	for _, v := range out.Passages {
		if i, ok := index(v.Ref, len(batch)); ok {
			judged[i] = verify(v, batch[i], twin[i])
		}
	}
	return judged, nil
}

// verify keeps the quotes that stand verbatim in the passage. A passage called relevant without one usable quote gets the twin's: the
// model said that it matters, code says where.
func verify(v prompts.JudgeVerdict, r Reading, twin Judgement) Judgement {
	j := Judgement{Relevance: v.Relevance, Why: strings.TrimSpace(v.Why)}
	for _, quote := range v.Quotes {
		if _, _, ok := cite.Find(r.Passage.Text, quote); ok {
			j.Quotes = append(j.Quotes, strings.TrimSpace(quote))
		}
	}
	if len(j.Quotes) == 0 {
		j.Quotes = twin.Quotes
	}
	return j
}

// index parses a ref such as "P3" into a position below n.
func index(ref string, n int) (int, bool) {
	var i int
	if _, err := fmt.Sscanf(strings.ToUpper(strings.TrimSpace(ref)), "P%d", &i); err != nil || i < 1 || i > n {
		return 0, false
	}
	return i - 1, true
}

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

// focused turns a focus into a factor of a quote's score.
func focused(focus float64) float64 { return 0.75 + 0.25*focus }

// quotesPerPassage is the most quotes taken from one passage.
const quotesPerPassage = 3

// bestUnits returns those of the quotable units of a passage that carry the most of any of the profiles, best first; a unit without any of it is
// never returned unless the passage was reached through a reference and nothing else is there to quote.
func (k *Kit) bestUnits(units []string, profiles []Profile, r Reading, stated func(text string) bool, q Question) []string {
	type scored struct {
		text  string
		score float64
	}
	var list []scored
	head := k.Lexicon.Terms(strings.Join(r.Passage.Headings, " "), r.Document.Language)
	when, whose, values := times(q.periods(), units, r.Passage.Headings), k.ofChange(q), k.valueNames(q)
	whole := slices.ContainsFunc(units, func(u string) bool { return len(strings.Fields(u)) >= 4 || cjk(u) })
	for _, u := range units {
		if whole && len(strings.Fields(u)) < 4 && !cjk(u) {
			continue
		}
		terms := k.Lexicon.Terms(u, r.Document.Language)
		best := 0.0
		for _, p := range profiles {
			best = max(best, (p.Coverage(terms)+0.1*p.Coverage(head))*focused(max(p.Focus(terms), p.Focus(k.Lexicon.Terms(row(u), r.Document.Language)))))
		}
		if isRow(u) {
			best *= mostTogether(profiles, terms)
		}
		best *= q.states(u) * inForce(q.Text, u) * whose(u, r.Document.Language)
		if factor, ok := when[u]; ok {
			best *= factor
		}
		if stated != nil && stated(u) {
			best *= quantityBonus
		}
		if k.valuesIt(values, u) {
			best *= valueBonus
		}
		list = append(list, scored{u, best})
	}
	sort.SliceStable(list, func(a, b int) bool { return list[a].score > list[b].score })
	var out []string
	for i, s := range list {
		if len(out) == quotesPerPassage || s.score <= 0 && !(i == 0 && r.Lead != "") || i > 0 && s.score < 0.45*list[0].score {
			break
		}
		out = append(out, s.text)
	}
	return stretched(withBases(out, units), units, len(when) > 0, func(unit string) bool { return stated != nil && stated(unit) || q.states(unit) > 1 })
}
