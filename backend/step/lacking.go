package step

import (
	"regexp"
	"slices"
	"sort"
	"strings"
)

// What a question supposes to be missing, "without an adequacy decision", and the words by which a text says that something is.
var (
	supposesLack = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:without|in the absence of|ohne|in Ermangelung|mangels) (?:an? |any |the |eine[nmrs]? |den |die |das |der |des )?((?:[\pL-]+ ?){1,3})`)
	tellsLack    = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:without|absence|absent|lack(?:s|ing)?|missing|no|not|neither|nor|unless|ohne|Ermangelung|mangels|fehl(?:t|en|ende[nmrs]?)|kein\pL*|nicht|weder|noch)(?:[^\pL]|$)`)
)

// lacksOf returns the terms of what a clause supposes to be missing; none where it supposes nothing of the kind.
func (k *Kit) lacksOf(clause, language string) []string {
	m := supposesLack.FindStringSubmatch(clause)
	if m == nil {
		return nil
	}
	stop := wordsFor(language).stop
	words := strings.Fields(m[1])
	if end := slices.IndexFunc(words, func(w string) bool { return stop[strings.ToLower(w)] }); end >= 0 {
		words = words[:end]
	}
	return k.Lexicon.Subject(strings.Join(words, " "), language)
}

// lacking is what is left of a quote that speaks of the very thing which the clause supposes to be missing, and not of its absence.
func (k *Kit) lacking(lacks []string, section, quote, language string) float64 {
	if len(lacks) == 0 {
		return 1
	}
	var said []string
	for _, text := range []string{section, quote} {
		has := k.Lexicon.Subject(text, language)
		if tellsLack.MatchString(text) && slices.ContainsFunc(lacks, func(t string) bool { return slices.Contains(has, t) }) {
			return 1
		}
		said = append(said, has...)
	}
	if slices.ContainsFunc(lacks, func(t string) bool { return !slices.Contains(said, t) }) {
		return 1
	}
	return opposite
}

// weighLack orders candidates for a question that supposes something to be missing.
func (w *weaver) weighLack(q Question, list []candidate) []candidate {
	lacks := w.kit.lacksOf(q.Text, q.Language)
	for i, c := range list {
		list[i].score *= w.kit.lacking(lacks, c.evidence.Section, c.quote, "")
	}
	sort.SliceStable(list, func(a, b int) bool { return list[a].score > list[b].score })
	return list
}
