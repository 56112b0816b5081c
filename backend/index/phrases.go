package index

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/source"
)

var quoted = regexp.MustCompile(`"([^"]+)"|„([^“”"]+)[“”"]|“([^”"]+)["”]|«([^»]+)»|»([^«]+)«`)

// phrases returns the folded words of each phrase in quotation marks, at most maxPhrases.
func phrases(text string) [][]string {
	var out [][]string
	for _, found := range quoted.FindAllStringSubmatch(text, maxPhrases) {
		for _, inside := range found[1:] {
			if ws := plainWords(inside); len(ws) > 0 {
				out = append(out, ws)
			}
		}
	}
	return out
}

func plainWords(text string) []string {
	ws := words(fold(text))
	out := make([]string, len(ws))
	for i, w := range ws {
		out[i] = w.text
	}
	return out
}

// demanded returns the phrases if they make up at least half of a query's words, none when the query only quotes in passing.
func demanded(phrases [][]string, groups []group) [][]string {
	inside := map[string]bool{}
	for _, phrase := range phrases {
		for _, w := range phrase {
			inside[w] = true
		}
	}
	n := 0
	for _, g := range groups {
		if inside[g.first] {
			n++
		}
	}
	if 2*n < len(groups) {
		return nil
	}
	return phrases
}

// exact returns the passages that hold the quoted phrases of the query word for word, none when it has no such phrases.
func (x *Index) exact(ctx context.Context, q Query, a asked) ([]candidate, error) {
	if len(a.phrases) == 0 {
		return nil, nil
	}
	p := newParser(a.langs)
	var all [][]string
	for _, phrase := range a.phrases {
		for _, w := range phrase {
			all = append(all, p.stems(w))
		}
	}
	found, err := x.lexicon.MatchTerms(ctx, all[:min(len(all), maxGroups)], true, q.filter(), 2*q.pool())
	if err != nil || len(found) == 0 {
		return nil, err
	}
	ids := make([]string, len(found))
	for i, t := range found {
		ids[i] = t.Passage
	}
	passages, err := x.lexicon.PassagesIn(ctx, q.Scope, ids)
	if err != nil {
		return nil, err
	}
	holds := map[string]bool{}
	for _, passage := range passages {
		holds[passage.ID] = holdsAll(passage, a.phrases)
	}
	return candidates(slices.DeleteFunc(found, func(t source.Terms) bool { return !holds[t.Passage] })), nil
}

// Words that stand in a row: fewer are found in a row by chance, more are a text and no phrase.
const (
	fewestInRow  = 3
	mostInRow    = 40
	mostVerbatim = 60 // candidates whose text is read
)

// verbatim puts the passages that hold the whole query word for word before all others: who types a sentence looks for it. A question is no such
// sentence; nothing changes for a query that no passage holds.
func (x *Index) verbatim(ctx context.Context, q Query, a asked, pool []candidate) error {
	row := plainWords(cut(q.Text, maxQueryRunes))
	if len(a.phrases) > 0 || len(row) < fewestInRow || len(row) > mostInRow || strings.Contains(q.Text, "?") {
		return nil
	}
	var ids []string
	for _, c := range pool {
		lacks := func(g group) bool { return g.first != "" && !g.standsIn(c.terms) }
		if len(ids) < mostVerbatim && !slices.ContainsFunc(a.groups, lacks) {
			ids = append(ids, c.terms.Passage)
		}
	}
	passages, err := x.lexicon.PassagesIn(ctx, q.Scope, ids)
	if err != nil {
		return err
	}
	holds := map[string]bool{}
	for _, p := range passages {
		holds[p.ID] = holdsAll(p, [][]string{row})
	}
	for i, c := range pool {
		if holds[c.terms.Passage] {
			pool[i].score = 1
		}
	}
	slices.SortStableFunc(pool, func(a, b candidate) int {
		switch {
		case holds[a.terms.Passage] == holds[b.terms.Passage]:
			return 0
		case holds[a.terms.Passage]:
			return -1
		}
		return 1
	})
	return nil
}

// holdsAll reports whether every phrase stands word for word in the passage or its headings.
func holdsAll(p source.Passage, phrases [][]string) bool {
	text := " " + strings.Join(plainWords(p.Text), " ") + "  " + strings.Join(plainWords(strings.Join(p.Headings, "\n")), " ") + " "
	for _, phrase := range phrases {
		if !strings.Contains(text, " "+strings.Join(phrase, " ")+" ") {
			return false
		}
	}
	return true
}
