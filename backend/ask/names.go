package ask

import (
	"strings"
	"unicode"

	"rabbithole/backend/figure"
)

// ProperRuns returns the names in a question.
func ProperRuns(question string, single bool) []string { return Names(question, single, false) }

// Names returns the names in a sentence: runs of capitalised words, small words between two of them included. Where every noun has a capital, a name has two at
// least, or is an abbreviation. With things alone, a single word that says of what kind the next is counts for none: "American singer", "British army".
func Names(sentence string, single, things bool) []string {
	var out []string
	var run []string
	small := 0 // words at the end of run
	flush := func() {
		run = run[:len(run)-small]
		for len(run) > 0 && sentenceOpeners[strings.ToLower(run[0])] {
			run = run[1:]
		}
		name := strings.Join(run, " ")
		if len(run) > 1 || len(run) == 1 && (single && len([]rune(name)) > 3 || abbreviation(name)) {
			out = append(out, name)
		}
		run, small = nil, 0
	}
	for _, field := range strings.Fields(sentence) {
		word := strings.TrimFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		word = strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "’s")
		if i := strings.IndexByte(word, '-'); i > 0 && i+1 < len(word) && unicode.IsLower(rune(word[i+1])) {
			word = strings.ToLower(word) // "Compton-based", "French-language"
		}
		if strings.Contains(word, "/") && IsUnit(word) {
			flush()
			continue
		}
		opens := strings.IndexAny(field, `("“„«[`) == 0
		if opens {
			flush()
		}
		first := []rune(word + " ")[0]
		if things && single && len(run) == 1 && small == 0 && unicode.IsLower(first) && !inNames[word] && !functional[word] {
			run = nil
		}
		switch {
		case unicode.IsUpper(first):
			run, small = append(run, word), 0
		case len(run) > 0 && small < 2 && inNames[word]:
			run, small = append(run, word), small+1
		case len(run) > 0 && small == 0 && unicode.IsDigit(first):
			run = append(run, word)
		default:
			flush()
			continue
		}
		if strings.ContainsAny(field[len(field)-1:], `.,;:!?)"]`) || strings.HasSuffix(field, "”") || strings.HasSuffix(field, "»") {
			if !(len([]rune(word)) == 1 && strings.HasSuffix(field, ".")) { // an initial
				flush()
			}
		}
	}
	flush()
	return out
}

// inNames are the small words inside names: "Bank of England", "Bundesamt für Strahlenschutz".
var inNames = wordSet("of the for de la von für der des du da di & zu")

// functional are words behind a name that do not make an adjective of it.
var functional = wordSet(`and or is are was were has had have in on at by from to as who which that with where when while but after before into until since during under over through
	und oder ist sind war waren hat haben wird wurde in an auf aus bei mit nach von vor als der die das den dem`)

// sentenceOpeners are words that have their capital from the beginning of a sentence.
var sentenceOpeners = wordSet(`the a an in on at of by for from with to as it its he she they his her their this that these those and or but if when while after before since during
	because although however also both each all some many most no not there here one two three is was are were has had have who whom whose which what where why how under may must can should do does did
	der die das ein eine einer eines einem einen im am zum zur in an auf aus bei mit nach von vor für es er sie ihr sein dieser diese dieses und oder aber wenn als während nach seit auch
	alle jede jeder kein keine wer wen wem was wo wie wann warum welche welcher welches welchen welchem unter durch über ab bis darf dürfen muss müssen kann können soll sollen gilt gelten gibt ist sind war waren wird werden hat haben`)

// IsUnit reports whether a word is a unit, of which nothing can be asked: "Bq/m³", in whatever it was cut to.
func IsUnit(word string) bool {
	found := figure.Find("1 " + word)
	return len(found) == 1 && found[0].Unit.Dim != ""
}
