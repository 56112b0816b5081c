package step

import "regexp"

const (
	someNumber = `\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several|eine[mnrs]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|mehrere[rn]?`
	unitOfTime = `(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|sekunden?|minuten?|stunden?|tag(?:e[ns]?|s)?|wochen?|monat(?:e[ns]?|s)?|jahr(?:e[ns]?|s)?|jahrzehnten?)`
	// inTimeUnits matches a number with a unit of time: "90 days", "three working days", "drei Monate", "a 30-day test".
	inTimeUnits = `(?:^|[^\pL\d])(?:` + someNumber + `)(?:[ -]|\s?\(\d+\) )(?:(?:calendar|working|business|full|volle[nr]?|weitere[nr]?) )?` + unitOfTime + `(?:$|[^\pL])`
)

// lasting is a kind: how long something takes, lasts or may wait.
var lasting = kind{
	regexp.MustCompile(`(?i)\b(?:how long|wie lange?|(?:within|by|in) (?:what|which) (?:time|period)|for (?:what|which) period|(?:until|by) when|what (?:is the )?(?:duration|period)|bis wann|innerhalb welcher|in welcher (?:frist|zeit)|welche (?:dauer|frist))\b`),
	regexp.MustCompile(`(?i)` + inTimeUnits + `|\b(?:an?|ein) ` + unitOfTime + `\b|\b(?:immediately|without (?:undue )?delay|at once|permanently|indefinitely|unverzüglich|sofort|dauerhaft|unbefristet|zeitlebens|as long as|so ?lange|until|bis (?:zum|zur|die|der|das)|lebensjahr\pL*)\b|` +
		`\b(?:` + someNumber + `|twice|once) (?:times )?the (?:[\pL-]+ ){0,3}(?:interval|period|duration|time|timeout)\b`),
}

// amountAsked returns what shows that a text states a quantity of the kind that a question asks for, nil where it asks for none: of how long something lasts no
// length in metres tells.
func (p phrases) amountAsked(question string) func(text string) bool {
	if !p.asksForNumber(question) {
		return nil
	}
	if lasting.asks.MatchString(question) && !besideLasting.MatchString(question) {
		return lasting.states.MatchString
	}
	return measures
}

// besideLasting matches the words by which a question asks for another quantity too.
var besideLasting = regexp.MustCompile(`(?i)\b(?:how (?:much|many|high|far|often|old)|what dose|wie (?:viel|hoch|weit|oft|alt)|wieviel|grenzwert|limit|value|rate|level|wert)\b`)
