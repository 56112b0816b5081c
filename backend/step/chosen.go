package step

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"rabbithole/backend/refs"
	"rabbithole/backend/source"
	"rabbithole/backend/step/ask"
)

// excludes matches an answer that says which documents do not count: what it names is not what it wants.
var excludes = regexp.MustCompile(`(?i)\b(?:not|no|except|without|but|nicht|kein|keine|ohne|außer|ausser)\b`)

// besideNames matches what an answer may say beside the names of documents and still only choose among them.
var besideNames = regexp.MustCompile(`(?i)^(?:only|just|nur|bloß|allein|alone|please|bitte|both|beide|document|documents|file|files|law|laws|dokument|dokumente|datei|dateien|gesetz|gesetze|count|counts|use|zählt|zählen|gilt|gelten|pdf)$`)

// chosen returns the documents that answers to questions asked back name: by what their files are called, by their titles, or as the library
// refers to them.
func (k *Kit) chosen(ctx context.Context, q Question, docs []source.Document) (Home, error) {
	home := Home{}
	for _, r := range q.Refinements {
		answer := ask.AnswerIn(r)
		if excludes.MatchString(answer) {
			continue
		}
		named, names, err := k.namedIn(ctx, answer, docs, ask.WordsFor(q.Language).Stop)
		if err != nil {
			return home, err
		}
		for _, hash := range named {
			home.Documents = ask.Once(home.Documents, hash)
		}
		rest := slices.DeleteFunc(ask.ContentWords(Home{Names: names}.Strip(answer), ask.WordsFor(q.Language).Stop), besideNames.MatchString)
		if len(named) > 0 && len(rest) == 0 {
			home.Picks = append(home.Picks, answer)
		}
	}
	slices.Sort(home.Documents)
	return home, nil
}

// namedIn returns the documents that a text names, by hash, and the names as it writes them. What hardly tells documents apart is no name.
func (k *Kit) namedIn(ctx context.Context, text string, docs []source.Document, stop map[string]bool) (documents, names []string, err error) {
	live := map[string]bool{}
	for _, d := range docs {
		live[d.Hash] = true
	}
	mentions, err := k.Library.Pointed(ctx, text)
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
