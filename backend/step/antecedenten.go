package step

import (
	"regexp"
	"slices"
	"strings"
)

var (
	englishNoun   = regexp.MustCompile(`(?i)\b(?:(may|must|can|does|do|did|should|shall|will|has|have|(?:when|where|why|how) (?:is|are|was|were)) )?(the|an?|our|my|each|every|which|what) ((?:[\pL'’-]+ ?)+)`)
	englishBefore = regexp.MustCompile(`(?i)\b(?:of|in|on|at|to|for|by|with|from|under|within|after|before|during|about|between|into|through|against|per|than) $`)
	// englishOpen matches what stands without an article: behind a preposition, or as the object of what somebody has to do.
	englishOpen   = regexp.MustCompile(`(?i)\b(?:(of|in|on|at|to|for|from|under|within|during|about|between|against) |^who (?:has to|have to|must|may|can|should|shall) \pL+ )((?:[\pL'’-]+ ?)+)`)
	englishPlural = regexp.MustCompile(`(?i)(?:[^siu]s|ies|people|children|men|criteria)$`)
)

// englishNouns returns the nouns of a clause that stand behind an article or a word of its kind. Where the last words can be a plural or a noun and its verb ("the hive
// swarms"), they are both.
func englishNouns(clause string, stop map[string]bool) []noun {
	var out []noun
	for at := 0; at < len(clause); {
		m := englishNoun.FindStringSubmatchIndex(clause[at:])
		if m == nil {
			break
		}
		determiner, rest := strings.ToLower(clause[at+m[4]:at+m[5]]), clause[at+m[6]:]
		behind := englishBefore.MatchString(clause[:at+m[4]])
		afterVerb := m[2] >= 0
		at += m[6]
		words := nounWords(rest, 4, func(word string) bool { return stop[strings.ToLower(word)] })
		asked := determiner == "which" || determiner == "what"
		shown := determiner
		if asked {
			shown = "the"
		}
		next := ""
		if fields := strings.Fields(rest); len(fields) > len(words) {
			next = strings.ToLower(fields[len(words)])
		}
		if afterVerb && len(words) > 1 && !slices.Contains([]string{"do", "be", "have"}, next) {
			words = words[:len(words)-1] // what is said of the subject: "must the officer report to", "when is a keeper liable"
		}
		add := func(n int, genders gender) {
			out = append(out, noun{text: shown + " " + strings.Join(words[:n], " "), genders: genders, behind: behind, asked: asked})
		}
		verb := verbOf(words)
		single := determiner == "a" || determiner == "an" || determiner == "each" || determiner == "every"
		switch {
		case len(words) == 0:
		case verb > 0 && englishPlural.MatchString(words[verb-1]): // "values apply"
			add(verb, plural)
		case verb > 0 && single:
			add(verb, singular)
		case verb > 0:
			add(len(words), plural)
			add(verb, singular)
		case single || !englishPlural.MatchString(words[len(words)-1]):
			add(len(words), singular)
		default:
			add(len(words), plural)
		}
	}
	return append(out, bareNouns(clause, stop)...)
}

// bareNouns returns the nouns of a clause that have no article: "to workplaces", "who has to measure radon".
func bareNouns(clause string, stop map[string]bool) []noun {
	var out []noun
	for at := 0; at < len(clause); {
		m := englishOpen.FindStringSubmatchIndex(clause[at:])
		if m == nil {
			break
		}
		rest, behind := clause[at+m[4]:], m[2] >= 0
		infinitive := behind && strings.EqualFold(clause[at+m[2]:at+m[3]], "to") && englishHasTo.MatchString(clause[:at+m[2]])
		at += m[4]
		words := nounWords(rest, 3, func(word string) bool { return stop[strings.ToLower(word)] || englishReferring.MatchString(word) })
		if len(words) == 0 || infinitive {
			continue
		}
		genders := singular
		if englishPlural.MatchString(words[len(words)-1]) {
			genders = plural
		}
		out = append(out, noun{text: strings.Join(words, " "), genders: genders, behind: behind})
	}
	return out
}

// englishHasTo matches what stands before "to" and a verb.
var englishHasTo = regexp.MustCompile(`(?i)\b(?:has|have|had|is|are|need|needs|required|allowed|obliged|permitted|order|how|what|when|where) $`)

// nounWords returns the words that may make up a noun at the beginning of a text, at most so many: up to one that ends it, or to a comma.
func nounWords(text string, most int, ends func(word string) bool) []string {
	var words []string
	for _, w := range strings.Fields(text) {
		word := strings.TrimRight(w, ",;:.")
		if len(words) == most || ends(word) {
			break
		}
		if words = append(words, word); word != w {
			break
		}
	}
	return words
}

// verbOf returns which of the words behind an article may be the verb, 0 when none is: one that goes with the noun before it in number.
func verbOf(words []string) int {
	for i := 1; i < len(words); i++ {
		before, here := englishPlural.MatchString(words[i-1]), englishPlural.MatchString(words[i])
		if before != here && (here && (i == len(words)-1 || englishPlural.MatchString(words[i+1]) || len(words) > i+2) || before) {
			return i
		}
	}
	return 0
}
