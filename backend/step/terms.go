package step

import (
	"rabbithole/backend/step/ask"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// What may name a thing, and an entry of a list of definitions up to what it says the term is.
var (
	listedTerm = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)^` + entryNumber + `\s+["“„‘«»]?((?:\p{L}[\pL-]+ ?){1,4}?)(?:["”“’»«]\s|:\s|\s(?:der|die|das|eine?|jede[rs]?|alle|the|an?|any|all)\s)`)
	})
	wholeTerm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\p{L}[\pL-]{2,}(?: \p{L}[\pL-]{2,}){0,3}$`) })
)

// shortestTerm is how many bytes a term has that is worth asking about.
const shortestTerm = 6

// Terms returns the terms whose meaning a text says below a heading that it does: the entries of a list of definitions, in order and each once. What may be a
// part of a sentence is left out.
func Terms(heading, text string) []string {
	if !definingHead.MatchString(heading) {
		return nil
	}
	var out []string
	for _, m := range listedTerm().FindAllStringSubmatch(text, -1) {
		if term := strings.TrimSpace(m[1]); isTerm(term) && !slices.Contains(out, term) {
			out = append(out, term)
		}
	}
	return out
}

// isTerm reports whether words can be the name of a thing: no word of them joins or states.
func isTerm(term string) bool {
	if len(term) < shortestTerm || !wholeTerm().MatchString(term) || predicated.MatchString(term) || ask.Defining.MatchString(term) {
		return false
	}
	for _, word := range strings.Fields(strings.ToLower(term)) {
		if ask.GermanPhrases.Stop[word] || ask.EnglishPhrases.Stop[word] {
			return false
		}
	}
	return true
}
