package ask

import (
	"regexp"
	"strconv"
	"strings"
)

// thing matches what documents number, and its number.
var thing = regexp.MustCompile(`(?i)\b(figure|fig\.|table|exhibit|chapter|section|unit|appendix|annex|level|step|lesson|module|item|phase|stage|article|abbildung|abb\.|tabelle|tab\.|kapitel|abschnitt|anhang|anlage|stufe|schritt|lektion|modul|einheit|phase|artikel)s?[\s-]*(\d{1,3})\b`)

// sameThing are other spellings of what documents number.
var sameThing = map[string]string{"figure": `fig(?:ures?|s?\.)`, "fig.": `fig(?:ures?|s?\.)`, "abbildung": `abb(?:ildung(?:en)?|\.)`, "abb.": `abb(?:ildung(?:en)?|\.)`, "tabelle": `tab(?:elle(?:n)?|\.)`, "tab.": `tab(?:elle(?:n)?|\.)`,
	"article": `art(?:icles?|\.)`, "artikel": `art(?:ikels?|\.)`, "section": `(?:sections?|sec\.|§)`}

// Numbered returns the figures, tables, units and the like that a text names by number.
func Numbered(text string) []Name {
	var out []Name
	for _, m := range thing.FindAllStringSubmatch(text, -1) {
		word, ok := sameThing[strings.ToLower(m[1])]
		if !ok {
			word = regexp.QuoteMeta(m[1]) + "s?"
		}
		out = append(out, Name{Text: m[1] + " " + m[2], Pattern: regexp.MustCompile(`(?i)(?:^|[^\pL])` + word + `[^\pL\d]{0,3}(?:\d+(?:\s?[,-]\s?|\s(?:and|und|to|bis)\s))*` + m[2] + `(?:$|[^\d])`), Place: true})
	}
	return out
}

var onPage = regexp.MustCompile(`(?i)\b(?:(?:page|seite|p\.)\s*(\d{1,4}|` + pageWords + `)|(` + pageWords + `|\d{1,4}(?:st|nd|rd|th|\.))\s+(?:page|seite))\b`)

const pageWords = `one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|` +
	`eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|erste[nr]?|zweite[nr]?|dritte[nr]?|vierte[nr]?|fünfte[nr]?`

var pageNumbers = map[string]int{"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
	"fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
	"eins": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "erste": 1, "zweite": 2, "dritte": 3, "vierte": 4, "fünfte": 5}

// Turned returns a clause without the page it names, and what it calls it; "" when it names none or several.
func Turned(clause string) (string, string) {
	all := onPage.FindAllString(clause, -1)
	if len(all) != 1 {
		return clause, ""
	}
	return onPage.ReplaceAllString(clause, " "), all[0]
}

// PageNumber returns the number in "page 7", "the second page", "Seite sieben".
func PageNumber(page string) int {
	m := onPage.FindStringSubmatch(page)
	if m == nil {
		return 0
	}
	word := strings.ToLower(m[1] + m[2])
	if n, err := strconv.Atoi(strings.TrimRight(word, "stndrh.")); err == nil {
		return n
	}
	if n := pageNumbers[word]; n > 0 {
		return n
	}
	return pageNumbers[strings.TrimRight(word, "nr")]
}
