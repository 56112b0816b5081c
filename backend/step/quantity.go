package step

import (
	"regexp"
	"strings"
)

var (
	numeral = regexp.MustCompile(`\d+(?:[.,]\d+)*`)
	// pointing matches what stands before a number that names a place, not a quantity: "§ 78", "Absatz 1", "Article 6(1)", "Nr. 3", "(2", "Absatz 1, 2".
	pointing = regexp.MustCompile(`(?i)(?:§+|\b(?:abs(?:atz|ätze|\.)?|satz|sätze|nr\.|nummern?|art(?:\.|icles?|ikel)?|sec(?:\.|tions?)?|paragraphs?|para\.|points?|anlage|anhang|annex(?:es)?|appendix|tabelle|tables?|teil|part|kapitel|chapters?|abschnitt|buchst(?:\.|abe)|figure|abbildung|exhibits?|items?|notes?|forms?|rfc|no\.|page|seite|step|und|oder|bis|and|or|to)|[(\[/-])\s*(?:\d+[a-z]?,\s+)*$`)
	ordered  = regexp.MustCompile(`^\s*(?:[.)]\s|\]|/\d)`)
)

// inWords matches a number that is spelled out: "three times", "das Fünffache". What one may mean by "one" is too much.
var inWords = regexp.MustCompile(`(?i)\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twice|thrice|half|double|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|zweimal|dreimal|hälfte|doppelte|\pL+fache[ns]?)\b`)

// statesQuantity reports whether text holds a number that measures something: not a section number, not the mark of a list entry.
func statesQuantity(text string) bool {
	if inWords.MatchString(text) {
		return true
	}
	for _, at := range numeral.FindAllStringIndex(text, -1) {
		before, after := text[:at[0]], text[at[1]:]
		if pointing.MatchString(before) {
			continue
		}
		if (strings.TrimSpace(before) == "" || strings.HasSuffix(before, "… ")) && ordered.MatchString(after) {
			continue
		}
		if ordered.MatchString(after) && len(strings.TrimSpace(after)) > 1 && unfinished.MatchString(strings.TrimSpace(before)) {
			continue
		}
		return true
	}
	return false
}

// measures reports whether a text states a quantity besides dates: "in 2019 packaging was improved" does not say how much of it there is.
func measures(text string) bool { return statesQuantity(dates.ReplaceAllString(text, " ")) }

// dates matches what says when: "2019", "December 31", "31st March, 2007".
var dates = regexp.MustCompile(`(?i)\b\d{1,2}(?:st|nd|rd|th|\.)?,? (?:` + months + `)\b\.?(?:,? (?:19|20)\d\d\b)?|\b(?:` + months + `)\.? \d{1,2}(?:st|nd|rd|th)?\b(?:,? (?:19|20)\d\d\b)?|\b(?:(?:` + months + `),? )?(?:19|20)\d\d\b`)

const (
	englishMonths = `january|february|march|april|may|june|july|august|september|october|november|december`
	germanMonths  = `januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember`
	months        = englishMonths + `|` + germanMonths
)

// yearNumber matches a year of those that documents of today are full of.
var yearNumber = regexp.MustCompile(`\b(?:19|20)\d\d\b`)

func isYear(term string) bool { return len(term) == len("2019") && yearNumber.MatchString(term) }

const (
	someNumber = `\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several|eine[mnrs]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|mehrere[rn]?`
	unitOfTime = `(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|sekunden?|minuten?|stunden?|tag(?:e[ns]?|s)?|wochen?|monat(?:e[ns]?|s)?|jahr(?:e[ns]?|s)?|jahrzehnten?)`
	// inTimeUnits matches a number with a unit of time: "90 days", "three working days", "drei Monate", "a 30-day test".
	inTimeUnits = `(?:^|[^\pL\d])(?:` + someNumber + `)(?:[ -]|\s?\(\d+\) )(?:(?:calendar|working|business|full|volle[nr]?|weitere[nr]?) )?` + unitOfTime + `(?:$|[^\pL])`
)

// statesMoney matches an amount of money.
var statesMoney = regexp.MustCompile(`(?i)(?:[€$£¥]\s?\d|\d[\d.,]*\s?(?:(?:thousand|million|billion|millionen|milliarden|tausend|mio\.?|mrd\.?)\s)?(?:[€$£¥]|euros?\b|eur\b|usd\b|dollars?\b|pounds?\b|chf\b|yen\b))`)
