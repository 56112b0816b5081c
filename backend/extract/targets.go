package extract

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// frontPages is the most documents whose first pages are read to learn whose they are.
const frontPages = 60

// owned returns the documents that carry every one of the names as their own.
func (g *Engine) owned(ctx context.Context, q ask.Question, runs [][]string, docs []source.Document) (ask.Targets, error) {
	if len(runs) == 0 {
		return ask.Targets{}, nil
	}
	bearers, fronts, err := g.bearers(ctx, q.Language, runs, docs)
	if err != nil {
		return ask.Targets{}, err
	}
	targets := ask.Targets{}
	for own, hashes := range bearers {
		begins := func(line string) bool {
			at := ask.Possessed(own).FindStringIndex(line)
			return at != nil && at[0] == 0
		}
		for i, d := range docs {
			if !slices.Contains(hashes, d.Hash) && (begins(d.Name) || slices.ContainsFunc(fronts[i], begins)) {
				return ask.Targets{}, nil // the other is of it too: "Debian Reference" and "Debian Policy Manual"
			}
		}
		if targets.Documents == nil {
			targets.Documents = hashes
		}
		if !slices.Equal(targets.Documents, hashes) {
			return ask.Targets{}, nil
		}
		targets.Names = append(targets.Names, own)
	}
	slices.Sort(targets.Names)
	return targets, nil
}

// bearers returns which documents, by hash, carry a name as their own, by the name as the runs write it; and the lines of every document's front.
func (g *Engine) bearers(ctx context.Context, language string, runs [][]string, docs []source.Document) (map[string][]string, [][]string, error) {
	of, fronts := map[string][]string{}, make([][]string, len(docs))
	for i, d := range docs {
		fronts[i] = []string{d.Title}
		if len(docs) <= frontPages {
			front, err := g.Library.PageText(ctx, d.Hash, 1)
			if err != nil {
				return nil, nil, err
			}
			fronts[i] = append(fronts[i], strings.Split(front, "\n")...)
		}
		for _, run := range runs {
			if own := ownName(run, d, fronts[i], ask.WordsFor(language).NamesHaveCapitals); own != "" {
				of[own] = append(of[own], d.Hash)
			}
		}
	}
	return of, fronts, nil
}

// legalForm matches what companies write behind their name.
var legalForm = regexp.MustCompile(`(?i)^(?:the|inc|incorporated|corp|corporation|co|company|companies|plc|ltd|limited|llc|lp|group|holdings?|international|ag|se|gmbh|kgaa|nv|sa|spa|ab|asa|oyj)$`)

// ownName returns the longest beginning of a run of names that is the document's own, as the run writes it: the file is called by it, or a
// line of its front is the name alone, but for the form of the company, or in a language where capitals tell names, hardly more.
func ownName(run []string, d source.Document, front []string, capitals bool) string {
	for from := 0; from < min(2, len(run)); from++ {
		for to := len(run); to > from; to-- {
			if own := run[from:to]; calledBy(own, d.Name) || onFront(own, front, capitals && from == 0 && to == len(run)) {
				return strings.Join(own, " ")
			}
		}
	}
	return ""
}

// calledBy reports whether words of a file's name are the name.
func calledBy(name []string, file string) bool {
	want := refs.Squeeze(strings.Join(name, ""))
	tokens := strings.FieldsFunc(strings.ToLower(file), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i := range tokens {
		have := ""
		for _, t := range tokens[i:] {
			if have += t; have == want {
				return strings.ContainsFunc(want, unicode.IsLetter) && len(want) > 1
			}
		}
	}
	return false
}

// onFront reports whether a line is a name alone, with the form of a company, or where much is true for half of its words at least.
func onFront(name, lines []string, much bool) bool {
	want := strings.ToLower(strings.Join(name, " "))
	for _, line := range lines {
		words := strings.FieldsFunc(strings.ToLower(line), func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == '.' })
		company := false
		core := slices.DeleteFunc(words, func(w string) bool {
			formal := legalForm.MatchString(w)
			company = company || formal && w != "the"
			return formal
		})
		text := strings.Join(core, " ")
		if text == want && (company || much) || much && strings.HasPrefix(text+" ", want+" ") && (company || len(core) <= 2*len(name)) {
			return true
		}
	}
	return false
}

// Targets returns the documents in scope that answers to questions asked back choose, and else, where names count, those that carry every name the question gives as
// their own; none where different documents carry them, or begin with them too.
func (g *Engine) Targets(ctx context.Context, q ask.Question, byName bool) (ask.Targets, error) {
	var runs [][]string
	if byName {
		runs = ask.ProperNames(q)
	}
	if len(runs)+len(q.Refinements) == 0 {
		return ask.Targets{}, nil
	}
	docs, err := g.Library.Documents(ctx)
	if err != nil {
		return ask.Targets{}, err
	}
	own, err := g.owned(ctx, q, runs, docs)
	if err != nil {
		return ask.Targets{}, err
	}
	chosen, err := g.chosen(ctx, q, docs)
	if err != nil || len(chosen.Documents) == 0 {
		return own, err
	}
	if len(own.Documents) > 0 && !slices.ContainsFunc(chosen.Documents, func(d string) bool { return !slices.Contains(own.Documents, d) }) {
		chosen.Names = own.Names
	}
	return chosen, nil
}

// excludes matches an answer that says which documents do not count: what it names is not what it wants.
var excludes = regexp.MustCompile(`(?i)\b(?:not|no|except|without|but|nicht|kein|keine|ohne|außer|ausser)\b`)

// besideNames matches what an answer may say beside the names of documents and still only choose among them.
var besideNames = regexp.MustCompile(`(?i)^(?:only|just|nur|bloß|allein|alone|please|bitte|both|beide|document|documents|file|files|law|laws|dokument|dokumente|datei|dateien|gesetz|gesetze|count|counts|use|zählt|zählen|gilt|gelten|pdf)$`)

// chosen returns the documents that answers to questions asked back choose, those that say nothing but which documents count: by what their files
// are called, by their titles, or as the library refers to them.
func (g *Engine) chosen(ctx context.Context, q ask.Question, docs []source.Document) (ask.Targets, error) {
	targets := ask.Targets{}
	for _, r := range q.Refinements {
		answer := ask.AnswerIn(r)
		if excludes.MatchString(answer) {
			continue
		}
		named, names, err := g.namedIn(ctx, answer, docs, ask.WordsFor(q.Language).Stop)
		if err != nil {
			return targets, err
		}
		rest := slices.DeleteFunc(ask.ContentWords(ask.Targets{Names: names}.Strip(answer), ask.WordsFor(q.Language).Stop), besideNames.MatchString)
		if len(named) == 0 || len(rest) > 0 {
			continue
		}
		targets.Picks = append(targets.Picks, answer)
		for _, hash := range named {
			targets.Documents = ask.Once(targets.Documents, hash)
		}
	}
	slices.Sort(targets.Documents)
	return targets, nil
}

// namedIn returns the documents that a text names, by hash, and the names as it writes them. What hardly tells documents apart is no name.
func (g *Engine) namedIn(ctx context.Context, text string, docs []source.Document, stop map[string]bool) (documents, names []string, err error) {
	live := map[string]bool{}
	for _, d := range docs {
		live[d.Hash] = true
	}
	mentions, err := g.Library.Pointed(ctx, text)
	if err != nil {
		return nil, nil, err
	}
	for _, m := range mentions {
		for _, t := range m.Targets {
			if live[t.Document] {
				documents, names = ask.Once(documents, t.Document), ask.Once(names, m.Text)
			}
		}
	}
	words := strings.Fields(text)
	for i := range words {
		words[i] = strings.TrimFunc(words[i], func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	}
	for from := range words {
		for to := from + 1; to <= min(len(words), from+longestName); to++ {
			run := words[from:to]
			if stop[strings.ToLower(run[0])] || stop[strings.ToLower(run[len(run)-1])] || run[0] == "" {
				continue
			}
			var bearers []string
			for _, d := range docs {
				if bears(run, d) {
					bearers = append(bearers, d.Hash)
				}
			}
			if len(bearers) == 0 || len(docs) > 2 && 2*len(bearers) > len(docs) {
				continue
			}
			names = ask.Once(names, strings.Join(run, " "))
			for _, hash := range bearers {
				documents = ask.Once(documents, hash)
			}
		}
	}
	return documents, names, nil
}

// longestName is the most words of a title that are looked for in an answer.
const longestName = 12

// bears reports whether a document is called by words: its file or its title is, in whatever letters, or words with capital letters are part
// of the file's name, or several of them of the title.
func bears(words []string, d source.Document) bool {
	name := strings.Join(words, " ")
	stem := strings.TrimSuffix(strings.ToLower(d.Name), ".pdf")
	if want := refs.Squeeze(name); want == refs.Squeeze(stem) || want == refs.Squeeze(d.Name) || ask.Fold(name) == ask.Fold(d.Title) {
		return strings.ContainsFunc(want, unicode.IsLetter)
	}
	if !strings.ContainsFunc(words[0], unicode.IsUpper) {
		return false
	}
	return calledBy(words, strings.TrimSuffix(stem, ".pdf")) || len(words) > 1 && ask.Possessed(name).MatchString(d.Title)
}

// named returns the evidence, by ID, that stands in a section to which the question itself points.
func (g *Engine) named(ctx context.Context, q ask.Question, evidence []cite.Evidence) (map[string]bool, error) {
	if len(ask.Places(q.Text)) == 0 {
		return map[string]bool{}, nil
	}
	mentions, err := g.Library.Pointed(ctx, q.Text)
	if err != nil {
		return nil, err
	}
	type place struct{ document, section string }
	within, documents := map[place]bool{}, map[string]bool{}
	for _, m := range mentions {
		for _, t := range m.Targets {
			if t.Document != "" && t.Section != "" {
				within[place{t.Document, t.Section}], documents[t.Document] = true, true
			}
		}
	}
	out := map[string]bool{}
	for _, e := range evidence {
		if !documents[e.Document] {
			continue
		}
		p, err := g.Library.Passage(ctx, e.Passage)
		if err != nil {
			return nil, err
		}
		out[e.ID] = within[place{p.Document, p.Section}]
	}
	return out, nil
}

// Beside puts a query of a question that names several documents once more to each of those that the query names, or else to all of them, without their names, and
// takes what the searches find by turns: within a document its own name stands everywhere but where the answer is, and of four companies one has all the places
// of a query that fits them all. Where a question names one document, a search finds what it says of that as well.
func (g *Engine) Beside(ctx context.Context, q Query, hits []Hit) ([]Hit, error) {
	docs, err := g.Library.Documents(ctx)
	if err != nil {
		return nil, err
	}
	targets, err := g.targetsIn(ctx, q.About, ask.Language(q.About), docs)
	if err != nil || len(targets) < 2 {
		return hits, err
	}
	own, err := g.targetsIn(ctx, q.Text, q.Language, docs)
	if err != nil {
		return nil, err
	}
	if len(own) > 0 {
		targets = own
	}
	lists := [][]Hit{hits}
	for i := range targets {
		target, within := targets[(i+q.Turn)%len(targets)], q
		within.Text, within.Documents = q.Text, target.Documents
		for _, h := range targets {
			within.Text = h.Without(within.Text, q.Language)
		}
		found, err := g.Search.Search(ctx, within)
		if err != nil {
			return nil, err
		}
		lists = append(lists, found)
	}
	return byTurns(lists, q.Limit), nil
}

// targetsIn returns the documents that a text names, for every name one or several; none that all documents carry.
func (g *Engine) targetsIn(ctx context.Context, text, language string, docs []source.Document) (targets []ask.Targets, err error) {
	runs := ask.ProperNames(ask.Question{Text: text, Language: language})
	if len(runs) == 0 || len(docs) < 2 {
		return nil, nil
	}
	of, _, err := g.bearers(ctx, language, runs, docs)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		same := slices.IndexFunc(targets, func(h ask.Targets) bool { return slices.Equal(h.Documents, of[name]) })
		switch {
		case len(of[name]) == len(docs):
		case same >= 0:
			targets[same].Names = append(targets[same].Names, name)
		default:
			targets = append(targets, ask.Targets{Names: []string{name}, Documents: of[name]})
		}
	}
	return targets, nil
}

// byTurns returns at most so many hits: the first of every list, then the second, each passage once.
func byTurns(lists [][]Hit, most int) (out []Hit) {
	seen := map[string]bool{}
	for rank := range most {
		for _, list := range lists {
			if rank < len(list) && len(out) < most && !seen[list[rank].Passage.ID] {
				seen[list[rank].Passage.ID] = true
				out = append(out, list[rank])
			}
		}
	}
	return out
}
