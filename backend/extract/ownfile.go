package extract

import (
	"cmp"
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/quote"
)

// What a clause may call a file that a person gave: words for things that people write themselves and laws do not, behind an article or "our".
var callsFile = regexp.MustCompile(`\b(?i:the|our|my|this|that|attached|der|die|das|dem|den|des|unsere?[nmrs]?|meine?[nmrs]?|diese[nmrs]?|beigefügte[nmrs]?|in|im|vom|zum|am)\b (?:[\pL'’-]+ ){0,2}?` +
	`((?i:letters?|notes?|memo(?:randum)?s?|surveys?|e-?mails?|attachments?|attached files?|files?)|(?:\p{Lu}\pL*(?:notiz|brief|vermerk|umfrage|schreiben|mail|datei)|Notiz|Brief|Vermerk|Umfrage|Schreiben|E-?Mail|Mail|Memo|Datei)(?:en|es|s|e|n)?)\b`)

// ownFiles returns those of a person's files that a clause names, and the clause without the words for them: by all words of a file's name, or by what
// it calls a file. Where the name of none of them says that it is such a thing, all may be meant.
func (g *Engine) ownFiles(clause, language string, files []string) (named []string, rest string) {
	if len(files) == 0 {
		return nil, clause
	}
	rest = clause
	called := ""
	if m := callsFile.FindStringSubmatch(clause); m != nil {
		called, rest = m[1], strings.Replace(rest, m[0], " ", 1)
	}
	terms := ask.Set(g.Lexicon.Terms(clause, language))
	for _, f := range files {
		own := g.nameTerms(f, language)
		both := ask.InCommon(own, terms)
		calls := called != "" && slices.ContainsFunc(g.Lexicon.Terms(called, language), func(t string) bool { return own[t] })
		if calls || both > 1 && both == len(own) { // some of them may be what the question is about
			named = append(named, f)
		}
	}
	if len(named) == 0 && called != "" {
		named = files
	}
	for _, f := range named {
		own := g.nameTerms(f, language)
		rest = strings.Join(slices.DeleteFunc(strings.Fields(rest), func(w string) bool {
			return slices.ContainsFunc(g.Lexicon.Terms(w, language), func(t string) bool { return own[t] })
		}), " ")
	}
	return named, rest
}

var noLetters = regexp.MustCompile(`[^\pL]+`)

func (g *Engine) nameTerms(file, language string) map[string]bool {
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	return ask.Set(g.Lexicon.Terms(noLetters.ReplaceAllString(name, " "), language))
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
func (g *Engine) OwnItems(q ask.Question, items []ContextItem) []ContextItem {
	named := g.filesNamed(q, items)
	return slices.DeleteFunc(slices.Clone(items), func(x ContextItem) bool { return !slices.Contains(named, fileOf(x)) })
}

// filesNamed returns the names of the files that some clause of a question names.
func (g *Engine) filesNamed(q ask.Question, items []ContextItem) []string {
	var out []string
	for _, clause := range q.Standalone() {
		files, _ := g.ownFiles(clause, q.Language, filesOf(items))
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
func (g *Engine) fromFiles(ctx context.Context, q ask.Question, m Material, draft *Draft) error {
	said := slices.Clone(draft.Answer)
	for _, s := range draft.Sections {
		said = append(said, s.Lines...)
	}
	w := &extractive{engine: g, used: map[string]bool{}}
	var lines []cite.Sentence
	for _, clause := range q.Questions() {
		matter, err := g.Matter(ctx, q.Language, ask.Part{Text: ask.Essence(clause), Factor: 1})
		if err != nil {
			return err
		}
		var best candidate
		for _, e := range m.Evidence {
			if !e.Own {
				continue
			}
			for _, quote := range e.Quotes {
				if score := matter.Coverage(g.Lexicon.Terms(quote.Text, q.Language)); score >= enoughAtOne && score > best.score {
					best = candidate{quote: quote.Text, evidence: e, score: score}
				}
			}
		}
		if best.quote != "" && !says(said, best.quote) && !says(lines, best.quote) {
			lines = append(lines, w.line(best, len(lines)))
		}
	}
	if len(lines) > 0 {
		draft.Sections = append(draft.Sections, DraftSection{Title: ask.WordsOfTree(q.Language).OfFiles, Lines: lines})
	}
	return nil
}

// says reports whether one of the sentences holds a quote.
func says(list []cite.Sentence, quote string) bool {
	return slices.ContainsFunc(list, func(s cite.Sentence) bool { return strings.Contains(ask.Fold(s.Text), ask.Fold(quote)) })
}

// suits returns how well a text of a named file answers what a clause asks besides the file: the share of its words, 0 to 1.
func (g *Engine) suits(ctx context.Context, rest, language, text string) (float64, error) {
	p, err := g.Matter(ctx, language, ask.Part{Text: strings.Join(ask.ContentWords(ask.Essence(rest), ask.WordsFor(language).Stop), " "), Factor: 1})
	return p.Coverage(g.Lexicon.Terms(text, language)), err
}

// Bounds of what a named file answers.
const (
	leastSuited = 0.25 // of what is asked besides the file
	ownLines    = 2    // sentences of the answer, for each clause that names a file
)

// ownAnswers answers from a person's files the clauses that name them, word for word; beside the lines come back those clauses, and those that
// Name a file which does not answer them.
func (g *Engine) ownAnswers(ctx context.Context, q ask.Question, evidence []cite.Evidence, files []string) (lines []cite.Sentence, answered, silent []string, err error) {
	type suited struct {
		id, text string
		score    float64
	}
	for _, clause := range q.Standalone() {
		named, rest := g.ownFiles(clause, q.Language, files)
		if len(named) == 0 {
			continue
		}
		var best []suited
		for _, e := range evidence {
			if !slices.Contains(named, e.Name) {
				continue
			}
			for _, quote := range e.Quotes {
				score, err := g.suits(ctx, rest, q.Language, quote.Text)
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
			lines = append(lines, cite.Sentence{Text: quote.Closed(s.text), Evidence: []string{s.id}, Item: true})
		}
		if len(best) > 0 {
			answered = append(answered, clause)
		} else {
			silent = append(silent, clause)
		}
	}
	return lines, answered, silent, nil
}

// TreeReport drafts by rule. What a question asks of a file that it names is answered by that file, the rest of the question by everything else.
func (g *Engine) TreeReport(ctx context.Context, q ask.Question, m Material, b Brief) (Draft, error) {
	var files []string
	for _, f := range b.Files {
		files = append(files, f.Name)
	}
	own, answered, unsaid, err := g.ownAnswers(ctx, q, m.Evidence, files)
	if err != nil {
		return Draft{}, err
	}
	if len(answered)+len(unsaid) == 0 {
		draft, err := g.Draft(ctx, q, m)
		if err != nil {
			return draft, err
		}
		return draft, g.fromFiles(ctx, q, m, &draft)
	}
	ofFile := func(clause string) bool {
		return slices.ContainsFunc(slices.Concat(answered, unsaid), func(c string) bool { return strings.Contains(c, clause) || strings.Contains(clause, c) })
	}
	rest, said := q, m
	rest.Text = strings.Join(slices.DeleteFunc(q.Clauses(), ofFile), "? ")
	said.Evidence = g.besideNamed(q, m.Evidence, files)
	said.Silent = slices.DeleteFunc(slices.Clone(m.Silent), func(s Unanswerable) bool { return ofFile(s.Clause) })
	said.Topics = nil
	for _, t := range m.Topics {
		if t.Evidence = g.besideNamed(q, t.Evidence, files); !ofFile(t.Task) {
			said.Topics = append(said.Topics, t)
		}
	}
	var draft Draft
	if rest.Text != "" {
		if draft, err = g.Draft(ctx, rest, said); err != nil {
			return draft, err
		}
	}
	for _, clause := range unsaid {
		draft.Silent = append(draft.Silent, notAnswered(q, []Unanswerable{{Clause: clause, Part: true}})...)
	}
	for _, line := range own {
		if !says(draft.Answer, line.Text) {
			line.Block = len(draft.Answer)
			draft.Answer = append(draft.Answer, line)
		}
	}
	if len(unsaid) > 0 { // what it says of the rest stands beside it: a person sees whether that differs
		return draft, g.fromFiles(ctx, q, m, &draft)
	}
	return draft, nil
}

// besideNamed returns evidence without what is from files that the question names: what a person's own note says is not what is asked elsewhere.
func (g *Engine) besideNamed(q ask.Question, evidence []cite.Evidence, files []string) []cite.Evidence {
	var named []string
	for _, clause := range q.Standalone() {
		own, _ := g.ownFiles(clause, q.Language, files)
		named = append(named, own...)
	}
	return slices.DeleteFunc(slices.Clone(evidence), func(e cite.Evidence) bool { return slices.Contains(named, e.Name) })
}
