package ask

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Home is where a question says that it is at home: the documents whose own name it gives, and that name as it writes it. "How did Acme's
// sales develop?" asks Acme's report for its sales; there the name says nothing, and where it is repeated most, in lists of subsidiaries
// and trademarks, nothing is answered.
type Home struct {
	Names     []string `json:"names,omitempty"`
	Documents []string `json:"documents,omitempty"` // by hash
	// Picks are the answers to questions asked back that say nothing but which documents count: nothing is searched outside of those.
	Picks []string `json:"picks,omitempty"`
}

// Without returns a text without the home's names; the text itself where too little would be left to look for.
func (h Home) Without(text, language string) string {
	out := h.Strip(text)
	if out == strings.Join(strings.Fields(text), " ") || len(ContentWords(out, WordsFor(language).Stop)) < 2 {
		return text
	}
	return out
}

// Strip returns a text without the home's names.
func (h Home) Strip(text string) string {
	for _, n := range h.Names {
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

// AtHome returns the question as its home is asked: without the home's names.
func (q Question) AtHome() Question {
	if len(q.Home.Names) > 0 {
		q.Text = q.Home.Without(q.Text, q.Language)
	}
	return q
}

// Covers reports whether the documents that a person chose, if any, are all home, or nothing else is to count.
func (h Home) Covers(chosen []string) bool {
	return len(h.Picks) > 0 || len(chosen) > 0 && !slices.ContainsFunc(chosen, func(d string) bool { return !slices.Contains(h.Documents, d) })
}

// At returns how a query is asked: in the home alone, and without its names.
func (h Home) At(query, language string) (text string, documents []string) {
	if len(h.Documents) == 0 {
		return query, nil
	}
	return h.Without(query, language), h.Documents
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
