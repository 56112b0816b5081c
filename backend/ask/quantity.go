package ask

import (
	"regexp"
	"strings"

	"rabbithole/backend/quote"
)

var (
	// Numeral matches a number in digits.
	Numeral = regexp.MustCompile(`\d+(?:[.,]\d+)*`)
	// pointing matches what stands before a number that names a place, not a quantity: "§ 78", "Absatz 1", "Article 6(1)", "Nr. 3", "(2", "Absatz 1, 2".
	pointing = regexp.MustCompile(`(?i)(?:§+|\b(?:abs(?:atz|ätze|\.)?|satz|sätze|nr\.|nummern?|art(?:\.|icles?|ikel)?|sec(?:\.|tions?)?|paragraphs?|para\.|points?|anlage|anhang|annex(?:es)?|appendix|tabelle|tables?|teil|part|kapitel|chapters?|abschnitt|buchst(?:\.|abe)|figure|abbildung|exhibits?|items?|notes?|forms?|rfc|no\.|page|seite|step|und|oder|bis|and|or|to)|[(\[/-])\s*(?:\d+[a-z]?,\s+)*$`)
	ordered  = regexp.MustCompile(`^\s*(?:[.)]\s|\]|/\d)`)
)

// inWords matches a number that is spelled out: "three times", "das Fünffache". What one may mean by "one" is too much.
var inWords = regexp.MustCompile(`(?i)\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twice|thrice|half|double|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|zweimal|dreimal|hälfte|doppelte|\pL+fache[ns]?)\b`)

// StatesQuantity reports whether text holds a number that measures something: not a section number, not the mark of a list entry.
func StatesQuantity(text string) bool {
	if inWords.MatchString(text) {
		return true
	}
	for _, at := range Numeral.FindAllStringIndex(text, -1) {
		before, after := text[:at[0]], text[at[1]:]
		if pointing.MatchString(before) {
			continue
		}
		if (strings.TrimSpace(before) == "" || strings.HasSuffix(before, "… ")) && ordered.MatchString(after) {
			continue
		}
		if ordered.MatchString(after) && len(strings.TrimSpace(after)) > 1 && quote.Unfinished.MatchString(strings.TrimSpace(before)) {
			continue
		}
		return true
	}
	return false
}

// measures reports whether a text states a quantity besides dates: "in 2019 packaging was improved" does not say how much of it there is.
func measures(text string) bool { return StatesQuantity(Dates.ReplaceAllString(text, " ")) }

// Dates matches what says when: "2019", "December 31", "31st March, 2007".
var Dates = regexp.MustCompile(`(?i)\b\d{1,2}(?:st|nd|rd|th|\.)?,? (?:` + months + `)\b\.?(?:,? (?:19|20)\d\d\b)?|\b(?:` + months + `)\.? \d{1,2}(?:st|nd|rd|th)?\b(?:,? (?:19|20)\d\d\b)?|\b(?:(?:` + months + `),? )?(?:19|20)\d\d\b`)

const (
	englishMonths = `january|february|march|april|may|june|july|august|september|october|november|december`
	germanMonths  = `januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember`
	months        = englishMonths + `|` + germanMonths
)

// YearNumber matches a year of those that documents of today are full of.
var YearNumber = regexp.MustCompile(`\b(?:19|20)\d\d\b`)

// IsYear reports whether a term is a year.
func IsYear(term string) bool { return len(term) == len("2019") && YearNumber.MatchString(term) }

const (
	someNumber = `\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several|eine[mnrs]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|mehrere[rn]?`
	unitOfTime = `(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|sekunden?|minuten?|stunden?|tag(?:e[ns]?|s)?|wochen?|monat(?:e[ns]?|s)?|jahr(?:e[ns]?|s)?|jahrzehnten?)`
	// inTimeUnits matches a number with a unit of time: "90 days", "three working days", "drei Monate", "a 30-day test".
	inTimeUnits = `(?:^|[^\pL\d])(?:` + someNumber + `)(?:[ -]|\s?\(\d+\) )(?:(?:calendar|working|business|full|volle[nr]?|weitere[nr]?) )?` + unitOfTime + `(?:$|[^\pL])`
)

// lasting is a kind: how long something takes, lasts or may wait.
var lasting = Kind{
	Asks: regexp.MustCompile(`(?i)\b(?:how long|wie lange?|(?:within|by|in) (?:what|which) (?:time|period)|for (?:what|which) period|(?:until|by) when|what (?:is the )?(?:duration|period)|bis wann|innerhalb welcher|in welcher (?:frist|zeit)|welche (?:dauer|frist))\b`),
	States: regexp.MustCompile(`(?i)` + inTimeUnits + `|\b(?:an?|ein) ` + unitOfTime + `\b|\b(?:immediately|without (?:undue )?delay|at once|permanently|indefinitely|unverzüglich|sofort|dauerhaft|unbefristet|zeitlebens|as long as|so ?lange|until|bis (?:zum|zur|die|der|das)|lebensjahr\pL*)\b|` +
		`\b(?:` + someNumber + `|twice|once) (?:times )?the (?:[\pL-]+ ){0,3}(?:interval|period|duration|time|timeout)\b`),
}

// recurring is a kind: how often something happens. One date is no answer to it.
var recurring = Kind{
	Asks:   asksHowOften,
	States: regexp.MustCompile(`(?i)\b(?:every|each (?:year|month|week|day)|annual\w*|yearly|monthly|weekly|daily|quarterly|once|twice|times|(?:more than|only|at most) (?:one|two|three|\d+)|a single|per (?:second|minute|hour|day|week|month|quarter|year)|pro (?:sekunde|minute|stunde|tag|woche|monat|quartal|jahr)|multiple|(?:mehr als|nur|höchstens) (?:ein\w*|zwei|drei|\d+)|mehrmals|intervals?|regular\w*|periodic\w*|alle \S+ (?:jahre|monate|wochen|tage|stunden)|jede[snm]? (?:jahr|monat|woche|tag)|(?:\pL*jährlich|\pL*monatlich|wöchentlich|täglich|regelmäßig)\w*|\pL*mal|zeitabst[aä]nd\w*|turnus\w*|abständen)\b|\b\d+ (?:jahren?|monaten?|wochen?|tagen?|years?|months?|weeks?|days?)\b`),
}

var asksHowOften = regexp.MustCompile(`(?i)\b(?:how often|how frequently|how many times|(?:at|in) (?:what|which) intervals?|wie oft|wie häufig|wie viele male|in welche[mnr] (?:zeitlichen )?(?:abst[aä]nd\w*|intervall\w*|turnus|zeitabst[aä]nd\w*|rhythmus))\b`)

// reasked returns a text without the words by which it asks how often itself: "at which intervals the lamps are tested, the harbour decides".
func reasked(text string) string {
	return asksHowOften.ReplaceAllString(text, " ")
}

// AmountAsked returns what shows that a text states a quantity of the kind that a question asks for, nil where it asks for none: of how long something lasts no
// length in metres tells, and of how often it happens none either.
func (p Phrases) AmountAsked(question string) func(text string) bool {
	if !p.AsksForNumber(question) {
		return nil
	}
	if recurring.Asks.MatchString(question) {
		return func(text string) bool { return recurring.States.MatchString(reasked(text)) }
	}
	if lasting.Asks.MatchString(question) && !besideLasting.MatchString(question) {
		return lasting.States.MatchString
	}
	return measures
}

// besideLasting matches the words by which a question asks for another quantity too.
var besideLasting = regexp.MustCompile(`(?i)\b(?:how (?:much|many|high|far|often|old)|what dose|wie (?:viel|hoch|weit|oft|alt)|wieviel|grenzwert|limit|value|rate|level|wert)\b`)
