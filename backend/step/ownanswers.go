package step

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/step/ask"
)

// ofMoney matches a clause about money: an amount is about it, whatever words stand there.
var ofMoney = regexp.MustCompile(`(?i)\b(?:money|budgets?|funds?|funding|spend|costs?|pric(?:e|es)|geld(?:er|mittel)?|budget|kosten|mittel|ausgeben|preise?)\b`)

// suits returns how well a text of a named file answers what a clause asks besides the file, 0..: the words they share, and that it states what is asked for.
func (k *Kit) suits(ctx context.Context, rest, language, text string) (float64, error) {
	p, err := k.Matter(ctx, language, ask.Part{Text: strings.Join(ask.ContentWords(ask.Essence(rest), ask.WordsFor(language).Stop), " "), Factor: 1})
	if err != nil {
		return 0, err
	}
	score := 0.0
	if contradicting.MatchString(rest) && !contradicting.MatchString(text) {
		return 0, nil // what contradicts is not found by the words for what it contradicts
	}
	if p.Total > 0 {
		score = p.Coverage(k.Lexicon.Terms(text, language))
	}
	if ofMoney.MatchString(rest) && ask.StatesMoney.MatchString(text) {
		score = max(score, 1) + enoughAtOne
	}
	return score, nil
}

// Bounds of what a named file answers.
const (
	leastSuited = 0.25 // of what is asked besides the file
	ownLines    = 2    // sentences of the answer, for each clause that names a file
)

// ownAnswers answers from a person's files the clauses that name them, word for word; beside the lines come back those clauses, and those that
// Name a file which does not answer them.
func (k *Kit) ownAnswers(ctx context.Context, q Question, evidence []cite.Evidence, files []string) (lines []cite.Sentence, answered, silent []string, err error) {
	type suited struct {
		id, text string
		score    float64
	}
	for _, clause := range q.Standalone() {
		named, rest := k.ownFiles(clause, q.Language, files)
		if len(named) == 0 {
			continue
		}
		var best []suited
		for _, e := range evidence {
			if !slices.Contains(named, e.Name) {
				continue
			}
			for _, quote := range e.Quotes {
				score, err := k.suits(ctx, rest, q.Language, quote.Text)
				if err != nil {
					return nil, nil, nil, err
				}
				if score >= leastSuited && !slices.ContainsFunc(best, func(s suited) bool { return ask.Fold(s.text) == ask.Fold(quote.Text) }) {
					best = append(best, suited{e.ID, quote.Text, score})
				}
			}
		}
		slices.SortStableFunc(best, func(a, b suited) int { return cmp.Compare(b.score, a.score) })
		for _, s := range best[:min(len(best), ownLines)] {
			lines = append(lines, cite.Sentence{Text: sentence(s.text), Evidence: []string{s.id}, Item: true})
		}
		if len(best) > 0 {
			answered = append(answered, clause)
		} else {
			silent = append(silent, clause)
		}
	}
	return lines, answered, silent, nil
}

// treeTwin drafts by rule. What a question asks of a file that it names is answered by that file, and not by what else has its words.
func (k *Kit) treeTwin(ctx context.Context, q Question, m Material, b Brief) (Draft, error) {
	var files []string
	for _, f := range b.Files {
		files = append(files, f.Name)
	}
	own, answered, unsaid, err := k.ownAnswers(ctx, q, m.Evidence, files)
	if err != nil {
		return Draft{}, err
	}
	if len(answered)+len(unsaid) == 0 {
		draft, err := k.Draft(ctx, q, m)
		if err != nil {
			return draft, err
		}
		return draft, k.fromFiles(ctx, q, m, &draft)
	}
	m.Nothing = m.Nothing && len(own) == 0
	named := slices.Concat(answered, unsaid)
	ofFile := func(clause string) bool {
		return slices.ContainsFunc(named, func(c string) bool { return strings.Contains(clause, c) })
	}
	m.Silent = slices.DeleteFunc(slices.Clone(m.Silent), func(s Silence) bool { return ofFile(s.Clause) })
	told := len(m.Silent)
	for _, clause := range q.Clauses() { // the library is not asked for what files say
		if ofFile(clause) {
			m.Silent = append(m.Silent, Silence{Clause: clause, Part: true})
		}
	}
	draft, err := k.Draft(ctx, q, k.withoutOwn(q, m, files))
	if err != nil {
		return draft, err
	}
	gone := silences(q, m.Silent[told:])
	draft.Silent = slices.DeleteFunc(draft.Silent, func(s string) bool { return slices.Contains(gone, s) })
	for _, clause := range unsaid {
		if !slices.ContainsFunc(draft.Silent, func(s string) bool { return strings.Contains(s, clause) }) {
			draft.Silent = append(draft.Silent, silences(q, []Silence{{Clause: clause, Part: true}})...)
		}
	}
	draft.Sections = ofFiles(q, draft.Sections, m.Evidence, files, ofFile)
	for _, line := range own {
		if !slices.ContainsFunc(draft.Answer, func(have cite.Sentence) bool { return strings.Contains(ask.Fold(have.Text), ask.Fold(line.Text)) }) {
			line.Block = len(draft.Answer)
			draft.Answer = append(draft.Answer, line)
		}
	}
	if slices.ContainsFunc(unsaid, contradicting.MatchString) { // a rule does not find what contradicts; side by side a person does
		return draft, k.fromFiles(ctx, q, m, &draft)
	}
	return draft, nil
}

// ofFiles leaves in the sections of clauses that name files what is from files.
func ofFiles(q Question, sections []DraftSection, evidence []cite.Evidence, files []string, names func(clause string) bool) []DraftSection {
	own := map[string]bool{} // IDs
	for _, e := range evidence {
		own[e.ID] = slices.Contains(files, e.Name)
	}
	for _, clause := range q.Clauses() {
		for i := range sections {
			if names(clause) && sections[i].Title == ask.WordsFor(q.Language).Heading(clause) {
				sections[i].Lines = slices.DeleteFunc(sections[i].Lines, func(s cite.Sentence) bool {
					return !slices.ContainsFunc(s.Evidence, func(id string) bool { return own[id] })
				})
			}
		}
	}
	return slices.DeleteFunc(sections, func(s DraftSection) bool { return len(s.Lines) == 0 })
}

// withoutOwn returns material without what is from files that the question names: what a person's own note says is not what is asked elsewhere.
func (k *Kit) withoutOwn(q Question, m Material, files []string) Material {
	var named []string
	for _, clause := range q.Standalone() {
		own, _ := k.ownFiles(clause, q.Language, files)
		named = append(named, own...)
	}
	drop := func(list []cite.Evidence) []cite.Evidence {
		return slices.DeleteFunc(slices.Clone(list), func(e cite.Evidence) bool { return slices.Contains(named, e.Name) })
	}
	var topics []Topic
	for _, t := range m.Topics {
		had := len(t.Evidence) > 0
		if t.Evidence = drop(t.Evidence); len(t.Evidence) > 0 || !had || t.Missing != "" {
			topics = append(topics, t)
		}
	}
	m.Evidence, m.Topics = drop(m.Evidence), topics
	return m
}
