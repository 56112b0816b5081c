package step

import (
	"cmp"
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/cite/proof"
	"rabbithole/backend/step/ask"
	"rabbithole/backend/step/quotable"
)

// What a clause may call a file that a person gave: words for things that people write themselves and laws do not, behind an article or "our".
var callsFile = regexp.MustCompile(`\b(?i:the|our|my|this|that|attached|der|die|das|dem|den|des|unsere?[nmrs]?|meine?[nmrs]?|diese[nmrs]?|beigefügte[nmrs]?|in|im|vom|zum|am)\b (?:[\pL'’-]+ ){0,2}?` +
	`((?i:letters?|notes?|memo(?:randum)?s?|surveys?|e-?mails?|attachments?|attached files?|files?)|(?:\p{Lu}\pL*(?:notiz|brief|vermerk|umfrage|schreiben|mail|datei)|Notiz|Brief|Vermerk|Umfrage|Schreiben|E-?Mail|Mail|Memo|Datei)(?:en|es|s|e|n)?)\b`)

// ownFiles returns those of a person's files that a clause names, and the clause without the words for them: by all words of a file's name, or by what
// it calls a file. Where the name of none of them says that it is such a thing, all may be meant.
func (k *Kit) ownFiles(clause, language string, files []string) (named []string, rest string) {
	if len(files) == 0 {
		return nil, clause
	}
	rest = clause
	called := ""
	if m := callsFile.FindStringSubmatch(clause); m != nil {
		called, rest = m[1], strings.Replace(rest, m[0], " ", 1)
	}
	terms := ask.Set(k.Lexicon.Terms(clause, language))
	for _, f := range files {
		own := k.nameTerms(f, language)
		both := ask.InCommon(own, terms)
		calls := called != "" && slices.ContainsFunc(k.Lexicon.Terms(called, language), func(t string) bool { return own[t] })
		if calls || both > 1 && both == len(own) { // some of them may be what the question is about
			named = append(named, f)
		}
	}
	if len(named) == 0 && called != "" {
		named = files
	}
	for _, f := range named {
		own := k.nameTerms(f, language)
		rest = strings.Join(slices.DeleteFunc(strings.Fields(rest), func(w string) bool {
			return slices.ContainsFunc(k.Lexicon.Terms(w, language), func(t string) bool { return own[t] })
		}), " ")
	}
	return named, rest
}

var noLetters = regexp.MustCompile(`[^\pL]+`)

func (k *Kit) nameTerms(file, language string) map[string]bool {
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	return ask.Set(k.Lexicon.Terms(noLetters.ReplaceAllString(name, " "), language))
}

// fileOf returns the name of the file that an item of the digest is from.
func fileOf(x ContextItem) string {
	if len(x.Sources) == 0 {
		return ""
	}
	at := strings.LastIndex(x.Sources[0], "::")
	return x.Sources[0][:max(at, 0)]
}

// OwnItems returns the items of the files that some clause of a question names.
func (k *Kit) OwnItems(q Question, items []ContextItem) []ContextItem {
	named := k.filesNamed(q, items)
	return slices.DeleteFunc(slices.Clone(items), func(x ContextItem) bool { return !slices.Contains(named, fileOf(x)) })
}

// filesNamed returns the names of the files that some clause of a question names.
func (k *Kit) filesNamed(q Question, items []ContextItem) []string {
	var out []string
	for _, clause := range q.Standalone() {
		files, _ := k.ownFiles(clause, q.Language, filesOf(items))
		out = append(out, files...)
	}
	return out
}

// filesOf returns the names of the files that items are from.
func filesOf(items []ContextItem) []string {
	var out []string
	for _, x := range items {
		if f := fileOf(x); f != "" && !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

// fromFiles adds to a draft what a person's files say of what the question asks, for a question that names none of them: beside what the library says, so that both can be
// compared, and not among it.
func (k *Kit) fromFiles(ctx context.Context, q Question, m Material, draft *Draft) error {
	said := slices.Clone(draft.Answer)
	for _, s := range draft.Sections {
		said = append(said, s.Lines...)
	}
	w := &weaver{kit: k, used: map[string]bool{}}
	var lines []cite.Sentence
	for _, clause := range q.Questions() {
		matter, err := k.Matter(ctx, q.Language, ask.Part{Text: ask.Essence(clause), Factor: 1})
		if err != nil {
			return err
		}
		var best candidate
		for _, e := range m.Evidence {
			if !e.Own {
				continue
			}
			for _, quote := range e.Quotes {
				if score := matter.Coverage(k.Lexicon.Terms(quote.Text, q.Language)); score >= enoughAtOne && score > best.score {
					best = candidate{quote: quote.Text, evidence: e, score: score}
				}
			}
		}
		if best.quote != "" && !says(said, best.quote) && !says(lines, best.quote) {
			lines = append(lines, w.line(best, len(lines)))
		}
	}
	lines = append(lines, k.measuredBeside(q, m, said, lines)...)
	if len(lines) > 0 {
		draft.Sections = append(draft.Sections, DraftSection{Title: ask.WordsOfTree(q.Language).OfFiles, Lines: lines})
	}
	return nil
}

// mostMeasured is how many amounts of a person's own are set beside those of the answer.
const mostMeasured = 2

// measuredBeside returns what the files say of the answer's matter in an amount that can be held against one of the answer: who asks for a limit has measured something.
func (k *Kit) measuredBeside(q Question, m Material, said, told []cite.Sentence) []cite.Sentence {
	w := &weaver{kit: k, used: map[string]bool{}}
	var lines []cite.Sentence
	for _, e := range m.Evidence {
		if !e.Own {
			continue
		}
		for _, quote := range e.Quotes {
			if len(lines) == mostMeasured || says(said, quote.Text) || says(told, quote.Text) || says(lines, quote.Text) {
				continue
			}
			own := ask.Set(k.Lexicon.Terms(quote.Text, q.Language))
			if slices.ContainsFunc(said, func(s cite.Sentence) bool {
				return proof.Measured(quote.Text, s.Text) && slices.ContainsFunc(k.Lexicon.Terms(s.Text, q.Language), func(t string) bool { return own[t] && !ask.Numeral.MatchString(t) })
			}) {
				lines = append(lines, w.line(candidate{quote: quote.Text, evidence: e}, len(told)+len(lines)))
			}
		}
	}
	return lines
}

// says reports whether one of the sentences holds a quote.
func says(list []cite.Sentence, quote string) bool {
	return slices.ContainsFunc(list, func(s cite.Sentence) bool { return strings.Contains(ask.Fold(s.Text), ask.Fold(quote)) })
}

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
			lines = append(lines, cite.Sentence{Text: quotable.Sentence(s.text), Evidence: []string{s.id}, Item: true})
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
