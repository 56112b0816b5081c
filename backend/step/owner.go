package step

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"rabbithole/backend/refs"
	"rabbithole/backend/source"
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

// frontPages is the most documents whose first pages are read to learn whose they are.
const frontPages = 60

// Home returns the documents in scope that answers to questions asked back name, else those that carry every name the question gives as
// their own; none where different documents carry them, or begin with them too.
func (k *Kit) Home(ctx context.Context, q Question) (Home, error) {
	runs := properNames(q)
	if len(runs)+len(q.Refinements) == 0 {
		return Home{}, nil
	}
	docs, err := k.Library.Documents(ctx)
	if err != nil {
		return Home{}, err
	}
	own, err := k.owned(ctx, q, runs, docs)
	if err != nil {
		return Home{}, err
	}
	chosen, err := k.chosen(ctx, q, docs)
	if err != nil || len(chosen.Documents) == 0 {
		return own, err
	}
	if len(own.Documents) > 0 && !slices.ContainsFunc(chosen.Documents, func(d string) bool { return !slices.Contains(own.Documents, d) }) {
		chosen.Names = own.Names
	}
	return chosen, nil
}

// owned returns the documents that carry every one of the names as their own.
func (k *Kit) owned(ctx context.Context, q Question, runs [][]string, docs []source.Document) (Home, error) {
	if len(runs) == 0 {
		return Home{}, nil
	}
	bearers := map[string][]string{} // name -> documents
	fronts := make([][]string, len(docs))
	for i, d := range docs {
		lines := []string{d.Title}
		if len(docs) <= frontPages {
			front, err := k.Library.PageText(ctx, d.Hash, 1)
			if err != nil {
				return Home{}, err
			}
			lines = append(lines, strings.Split(front, "\n")...)
		}
		fronts[i] = append([]string{d.Name}, lines...)
		for _, run := range runs {
			if own := ownName(run, d, lines, wordsFor(q.Language).namesHaveCapitals); own != "" {
				bearers[own] = append(bearers[own], d.Hash)
			}
		}
	}
	home := Home{}
	for own, hashes := range bearers {
		begins := func(line string) bool {
			at := possessed(own).FindStringIndex(line)
			return at != nil && at[0] == 0
		}
		for i, d := range docs {
			if !slices.Contains(hashes, d.Hash) && slices.ContainsFunc(fronts[i], begins) {
				return Home{}, nil // the other is of it too: "Debian Reference" and "Debian Policy Manual"
			}
		}
		if home.Documents == nil {
			home.Documents = hashes
		}
		if !slices.Equal(home.Documents, hashes) {
			return Home{}, nil
		}
		home.Names = append(home.Names, own)
	}
	slices.Sort(home.Names)
	return home, nil
}

// Without returns a text without the home's names; the text itself where too little would be left to look for.
func (h Home) Without(text, language string) string {
	out := h.strip(text)
	if out == strings.Join(strings.Fields(text), " ") || len(contentWords(out, wordsFor(language).stop)) < 2 {
		return text
	}
	return out
}

func (h Home) strip(text string) string {
	for _, n := range h.Names {
		text = possessed(n).ReplaceAllString(text, "$1$2")
	}
	return strings.Join(strings.Fields(text), " ")
}

// foreign reports whether a passage of another document does not name the home either.
func (h Home) foreign(r Reading) bool {
	if len(h.Documents) == 0 || slices.Contains(h.Documents, r.Document.Hash) {
		return false
	}
	text := strings.Join(append(slices.Clone(r.Passage.Headings), r.Passage.Text), " ")
	return len(h.Names) == 0 || slices.ContainsFunc(h.Names, func(n string) bool { return !possessed(n).MatchString(text) })
}

// possessed matches a name with its genitive and the spaces before it, between what does not belong to it.
func possessed(name string) *regexp.Regexp {
	words := strings.Fields(name)
	for i := range words {
		words[i] = regexp.QuoteMeta(words[i])
	}
	return regexp.MustCompile(`(?i)(^|[^\pL\d])` + strings.Join(words, `\s+`) + `(?:['’]s?)?($|[^\pL\d])`)
}

// athome returns the question as its home is asked: without the home's names.
func (q Question) athome() Question {
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

// properNames returns the longest runs of words with capital letters in a question, as word lists; a genitive or a comma ends one. A reference to a
// place of a document names what something is about, not where the answer stands.
func properNames(q Question) [][]string {
	stop := wordsFor(q.Language).stop
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
	text := wordsFor(q.Language).matter(q.Text)
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
