package extract

import (
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/cite/proof"
	"rabbithole/backend/quote"
)

var (
	// pronounFirst matches a sentence whose subject stands in the sentence before: "They are paid at once", "Diese betragen".
	pronounFirst = regexp.MustCompile(`^(?:It|They|These|Those|Such|He|She|Dies|Diese[rs]?|Sie|Er|Solche[rs]?)\s`)
	// definite matches a noun that is spoken of as known: "the settlement", "such charges", "der Vergleich", "dieser Vertrag".
	definite = regexp.MustCompile(`\b(?:[Tt]he|[Tt]his|[Ss]uch|[Tt]hat) (\pL{4,})|\b(?:[Dd](?:er|ie|as|em|en|es)|[Dd]iese[rsmn]?) (\p{Lu}\pL{3,})`)
	// goesOn matches a sentence that only says more of what the one before it names: its amounts, or what a change came of.
	goesOn = regexp.MustCompile(`^(?:The (?:amounts?|payments?|sums?)|It|They|These|This|Diese[rs]?|Sie|Die (?:Beträge|Zahlungen|Summe)|Der Betrag|Die Summe|` +
		`The (?:[\pL-]+ ){0,2}(?:changes?|increases?|decreases?|declines?|growth|reductions?|improvements?)|(?:Der|Die) (?:\pL+ )?(?:\pL*(?:[Aa]nstieg|[Zz]unahme|[Zz]uwachs|[Rr]ückgang|[Aa]bnahme|[Vv]eränderung|[Vv]erbesserung)))\s`)
)

// furthest is how many sentences before it a sentence is looked for that introduces what it speaks of.
const furthest = 2

// withContext returns the chosen units, each sentence whose subject an earlier one introduces behind that one, and before the sentence that goes on
// about it with what is asked for: nobody knows which "the settlement" is when its sentence stands alone.
func withContext(chosen, units []string, asked func(unit string) bool) []string {
	var out []string
	for _, c := range chosen {
		if at := slices.Index(units, c); at >= 0 && quote.IsSentence(c) && !refersBack.MatchString(c) {
			c = quoteContext(units, at, asked)
		}
		if !slices.ContainsFunc(out, func(o string) bool { return strings.Contains(o, c) }) {
			out = append(slices.DeleteFunc(out, func(o string) bool { return strings.Contains(c, o) }), c)
		}
	}
	return out
}

// quoteContext returns the unit at a place with its neighbours that it is not understood or not complete without, up to the length of a whole sentence.
func quoteContext(units []string, at int, asked func(unit string) bool) string {
	first, last := at, at
	if back := introduced(units, at); back < at && length(units[back:at+1]) <= quote.WholeSentence {
		first = back
	}
	if next := at + 1; next < len(units) && quote.IsSentence(units[next]) && goesOn.MatchString(units[next]) && asked(units[next]) && length(units[first:next+1]) <= quote.WholeSentence {
		last = next
	}
	return strings.Join(units[first:last+1], " ")
}

// introduced returns where the sentence stands that introduces what the one at a place speaks of or that it goes on from, the place itself if
// none does.
func introduced(units []string, at int) int {
	if proof.Leans(units[at]) {
		for at > 0 && proof.Leans(units[at]) && (quote.IsSentence(units[at-1]) || quote.IsSentence(quote.ParagraphMark.ReplaceAllString(units[at-1], ""))) {
			at--
		}
		return at
	}
	for back := at - 1; back >= max(0, at-furthest) && quote.IsSentence(units[back]); back-- {
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
