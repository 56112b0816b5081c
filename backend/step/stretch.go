package step

import (
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/cite/proof"
)

var (
	// pronounFirst matches a sentence whose subject stands in the sentence before: "They are paid at once", "Diese betragen".
	pronounFirst = regexp.MustCompile(`^(?:It|They|These|Those|Such|He|She|Dies|Diese[rs]?|Sie|Er|Solche[rs]?)\s`)
	// anaphora matches one that begins with a word for what the sentence before names, whatever its subject is: "Therefore the lamp", "Dabei ist".
	anaphora = regexp.MustCompile(`^(?:It|Its|This|That|These|Those|They|Their|Such|Both|Otherwise|Then|However|Therefore|Dies|Diese[rsmn]?|Dabei|Dazu|Hierzu|Hierbei|Er|Sie|Es|Ihre?|Solche|Beide|Andernfalls|Dann|Jedoch|Daher|Satz \d+)\b`)
	// definite matches a noun that is spoken of as known: "the settlement", "such charges", "der Vergleich", "dieser Vertrag".
	definite = regexp.MustCompile(`\b(?:[Tt]he|[Tt]his|[Ss]uch|[Tt]hat) (\pL{4,})|\b(?:[Dd](?:er|ie|as|em|en|es)|[Dd]iese[rsmn]?) (\p{Lu}\pL{3,})`)
)

// furthest is how many sentences before it a sentence is looked for that introduces what it speaks of.
const furthest = 2

// stretched returns the chosen units, each sentence whose subject an earlier one introduces behind that one: nobody knows which "the settlement" is
// when its sentence stands alone.
func stretched(chosen, units []string) []string {
	var out []string
	for _, c := range chosen {
		if at := slices.Index(units, c); at >= 0 && isSentence(c) && !refersBack.MatchString(c) {
			if from := introduced(units, at); length(units[from:at+1]) <= wholeSentence {
				c = strings.Join(units[from:at+1], " ")
			}
		}
		if !slices.ContainsFunc(out, func(o string) bool { return strings.Contains(o, c) }) {
			out = append(slices.DeleteFunc(out, func(o string) bool { return strings.Contains(c, o) }), c)
		}
	}
	return out
}

// introduced returns where the sentence stands that introduces what the one at a place speaks of or that it goes on from, the place itself if
// none does.
func introduced(units []string, at int) int {
	if proof.Leans(units[at]) {
		for at > 0 && proof.Leans(units[at]) && (isSentence(units[at-1]) || isSentence(paragraphMark.ReplaceAllString(units[at-1], ""))) {
			at--
		}
		return at
	}
	for back := at - 1; back >= max(0, at-furthest) && isSentence(units[back]); back-- {
		if pronounFirst.MatchString(units[at]) {
			return back
		}
		for _, m := range definite.FindAllStringSubmatch(units[at], -1) {
			noun := m[1] + m[2]
			if !strings.Contains(units[back], noun) {
				continue
			}
			if regexp.MustCompile(`\b(?:[Aa]n?|[Ee]ine?[nmrs]?) (?:[\pL-]+ ){0,2}` + noun + `(?:e?s)?\b`).MatchString(units[back]) {
				return back
			}
		}
	}
	return at
}

func length(units []string) int { return len(strings.Join(units, " ")) }
