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

// frontPages is the most documents whose first pages are read to learn whose they are.
const frontPages = 60

// owned returns the documents that carry every one of the names as their own.
func (k *Kit) owned(ctx context.Context, q Question, runs [][]string, docs []source.Document) (Home, error) {
	if len(runs) == 0 {
		return Home{}, nil
	}
	bearers := map[string][]string{} // name -> documents
	for _, d := range docs {
		lines := []string{d.Title}
		if len(docs) <= frontPages {
			front, err := k.Library.PageText(ctx, d.Hash, 1)
			if err != nil {
				return Home{}, err
			}
			lines = append(lines, strings.Split(front, "\n")...)
		}
		for _, run := range runs {
			if own := ownName(run, d, lines, ask.WordsFor(q.Language).NamesHaveCapitals); own != "" {
				bearers[own] = append(bearers[own], d.Hash)
			}
		}
	}
	home := Home{}
	for own, hashes := range bearers {
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

// foreign reports whether a passage of another document does not name the home either.
func foreign(h Home, r Reading) bool {
	if len(h.Documents) == 0 || slices.Contains(h.Documents, r.Document.Hash) {
		return false
	}
	text := strings.Join(append(slices.Clone(r.Passage.Headings), r.Passage.Text), " ")
	return len(h.Names) == 0 || slices.ContainsFunc(h.Names, func(n string) bool { return !ask.Possessed(n).MatchString(text) })
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

// Home returns the documents in scope that answers to questions asked back name, else those that carry every name the question gives as
// their own; none where different documents carry them.
func (k *Kit) Home(ctx context.Context, q Question) (Home, error) {
	runs := ask.ProperNames(q)
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
