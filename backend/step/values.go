package step

import (
	"regexp"
	"slices"
	"strings"
)

// valueAsked match the name of the value that a clause asks for: "which reference level applies to …", "wie hoch ist der Grenzwert für …".
var valueAsked = []*regexp.Regexp{
	regexp.MustCompile(`(?i)^(?:and |und )?(?:which|what) ((?:[\pL-]+ ){0,4}[\pL-]+) (?:appl(?:y|ies)|holds?|is (?:allowed|permitted|set|required|in force)|are (?:allowed|permitted|set|required|in force)|must (?:not )?be)\b`),
	regexp.MustCompile(`(?i)^(?:and |und )?(?:what|how (?:high|large|long|much)) (?:is|are|was|were) (?:the |an? )?((?:[\pL-]+ ){0,4}?[\pL-]+?)(?: (?:for|of|in|to|at|under|on|when|if|that|which)\b.*)?\??$`),
	regexp.MustCompile(`(?i)^(?:and |und )?welche[rsnm]? ((?:[\pL-]+ ){0,4}?[\pL-]+) (?:gilt|gelten|ist|sind|muss|müssen|darf|dürfen|besteht|bestehen)\b`),
	regexp.MustCompile(`(?i)^(?:and |und )?wie (?:hoch|groß|lang) (?:ist|sind|war|waren|liegt|darf|dürfen) (?:der |die |das )?((?:[\pL-]+ ){0,4}?[\pL-]+?)(?: (?:für|von|in|bei|an|auf|der|des|wenn|sein|nach)\b.*)?\??$`),
}

// amounting matches where a sentence says how much something is: "is an annual mean of 300".
var amounting = regexp.MustCompile(`(?i)\b(?:is|are|was|were|amounts? to|equals?|ist|sind|war|waren|beträgt|betragen|betrug|liegt bei|beläuft sich auf)\s(?:[\pL-]+\s){0,5}?(?:[€$£]\s?)?\d`)

// valueName returns the terms of the value that a clause asks for, none where it asks for none.
func (k *Kit) valueName(clause, language string) []string {
	if !wordsFor(language).asksForNumber(clause) {
		return nil
	}
	for _, name := range valueAsked {
		if m := name.FindStringSubmatch(strings.TrimSpace(clause)); m != nil {
			return k.Lexicon.Terms(m[1], language)
		}
	}
	return nil
}

// valuesIt reports whether a text says how much one of the values with these names is: the words of the name stand before the amount, in the same
// sentence, and no case is named in which it is so.
func (k *Kit) valuesIt(names [][]string, text string) bool {
	if len(names) == 0 {
		return false
	}
	for _, at := range amounting.FindAllStringIndex(text, -1) {
		before, rest := sentenceAround(text, at[0])
		if !measures(rest) || conditional.MatchString(before+rest) {
			continue
		}
		said := set(k.Lexicon.Terms(before, ""))
		if slices.ContainsFunc(names, func(name []string) bool { return holdsAll(said, name) }) {
			return true
		}
	}
	return false
}

// valueNames returns the names of the values that the clauses of a question ask for.
func (k *Kit) valueNames(q Question) (out [][]string) {
	for _, c := range q.clauses() {
		if name := k.valueName(c, q.Language); len(name) > 0 {
			out = append(out, name)
		}
	}
	return out
}
