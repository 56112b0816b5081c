package ask

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Targets are the documents that a question is put to: those whose own name it gives, and that name as it writes it. "How did Acme's
// sales develop?" asks Acme's report for its sales; there the name says nothing, and where it is repeated most, in lists of subsidiaries
// and trademarks, nothing is answered.
type Targets struct {
	Names     []string `json:"names,omitempty"`
	Documents []string `json:"documents,omitempty"` // by hash
	// Picks are the answers to questions asked back that say nothing but which documents count: nothing is searched outside of those.
	Picks []string `json:"picks,omitempty"`
}

// Without returns a text without the targets' names; the text itself where too little would be left to look for.
func (t Targets) Without(text, language string) string {
	out := t.Strip(text)
	if out == strings.Join(strings.Fields(text), " ") || len(ContentWords(out, WordsFor(language).Stop)) < 2 {
		return text
	}
	return out
}

// Strip returns a text without the targets' names.
func (t Targets) Strip(text string) string {
	for _, n := range t.Names {
		text = Possessed(n).ReplaceAllString(text, "$1$2")
	}
	return strings.Join(strings.Fields(text), " ")
}

// Possessed matches a name with its genitive and the spaces before it, between what does not belong to it.
func Possessed(name string) *regexp.Regexp {
	words := strings.Fields(name)
	for i := range words {
		words[i] = regexp.QuoteMeta(words[i])
	}
	return regexp.MustCompile(`(?i)(^|[^\pL\d])` + strings.Join(words, `\s+`) + `(?:['’]s?)?($|[^\pL\d])`)
}

// ToTargets returns the question as its targets are asked: without their names.
func (q Question) ToTargets() Question {
	if len(q.Targets.Names) > 0 {
		q.Text = q.Targets.Without(q.Text, q.Language)
	}
	return q
}

// Covers reports whether the documents that a person chose, if any, are all targets, or nothing else is to count.
func (t Targets) Covers(chosen []string) bool {
	return len(t.Picks) > 0 || len(chosen) > 0 && !slices.ContainsFunc(chosen, func(d string) bool { return !slices.Contains(t.Documents, d) })
}

// At returns how a query is asked: of the targets alone, and without their names.
func (t Targets) At(query, language string) (text string, documents []string) {
	if len(t.Documents) == 0 {
		return query, nil
	}
	return t.Without(query, language), t.Documents
}

// ProperNames returns the longest runs of words with capital letters in a question, as word lists; a genitive or a comma ends one. A reference to a
// place of a document names what something is about, not where the answer stands.
func ProperNames(q Question) [][]string {
	stop := WordsFor(q.Language).Stop
	var out [][]string
	var run []string
	flush := func() {
		for len(run) > 0 && run[len(run)-1] == "&" {
			run = run[:len(run)-1]
		}
		if len(run) > 0 {
			out = append(out, run)
		}
		run = nil
	}
	text := WordsFor(q.Language).Matter(q.Text)
	for _, cited := range citedIn(text) {
		text = strings.ReplaceAll(text, cited, ",")
	}
	for _, field := range strings.Fields(text) {
		word := strings.TrimFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		bare := strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "’s")
		named := strings.ContainsFunc(bare, unicode.IsUpper) && !stop[strings.ToLower(bare)]
		switch {
		case field == "&" && len(run) > 0:
			run = append(run, field)
			continue
		case !named:
			flush()
			continue
		}
		run = append(run, bare)
		if bare != word || strings.ContainsAny(field[len(field)-1:], ",;:?.!'’)") {
			flush()
		}
	}
	flush()
	return out
}
