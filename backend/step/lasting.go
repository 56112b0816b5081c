package step

import "regexp"

// lasting is a kind: how long something takes, lasts or may wait.
var lasting = kind{
	asks: regexp.MustCompile(`(?i)\b(?:how long|wie lange?|(?:within|by|in) (?:what|which) (?:time|period)|for (?:what|which) period|(?:until|by) when|what (?:is the )?(?:duration|period)|bis wann|innerhalb welcher|in welcher (?:frist|zeit)|welche (?:dauer|frist))\b`),
	states: regexp.MustCompile(`(?i)` + inTimeUnits + `|\b(?:an?|ein) ` + unitOfTime + `\b|\b(?:immediately|without (?:undue )?delay|at once|permanently|indefinitely|unverzüglich|sofort|dauerhaft|unbefristet|zeitlebens|as long as|so ?lange|until|bis (?:zum|zur|die|der|das)|lebensjahr\pL*)\b|` +
		`\b(?:` + someNumber + `|twice|once) (?:times )?the (?:[\pL-]+ ){0,3}(?:interval|period|duration|time|timeout)\b`),
}

// recurring is a kind: how often something happens. One date is no answer to it.
var recurring = kind{
	asks:   asksHowOften,
	states: regexp.MustCompile(`(?i)\b(?:every|each (?:year|month|week|day)|annual\w*|yearly|monthly|weekly|daily|quarterly|once|twice|times|(?:more than|only|at most) (?:one|two|three|\d+)|a single|per (?:second|minute|hour|day|week|month|quarter|year)|pro (?:sekunde|minute|stunde|tag|woche|monat|quartal|jahr)|multiple|(?:mehr als|nur|höchstens) (?:ein\w*|zwei|drei|\d+)|mehrmals|intervals?|regular\w*|periodic\w*|alle \S+ (?:jahre|monate|wochen|tage|stunden)|jede[snm]? (?:jahr|monat|woche|tag)|(?:\pL*jährlich|\pL*monatlich|wöchentlich|täglich|regelmäßig)\w*|\pL*mal|zeitabst[aä]nd\w*|turnus\w*|abständen)\b|\b\d+ (?:jahren?|monaten?|wochen?|tagen?|years?|months?|weeks?|days?)\b`),
	common: true,
}

var asksHowOften = regexp.MustCompile(`(?i)\b(?:how often|how frequently|how many times|(?:at|in) (?:what|which) intervals?|wie oft|wie häufig|wie viele male|in welche[mnr] (?:zeitlichen )?(?:abst[aä]nd\w*|intervall\w*|turnus|zeitabst[aä]nd\w*|rhythmus))\b`)

// reasked returns a text without the words by which it asks how often itself: "at which intervals the lamps are tested, the harbour decides".
func reasked(text string) string {
	return asksHowOften.ReplaceAllString(text, " ")
}

// amountAsked returns what shows that a text states a quantity of the kind that a question asks for, nil where it asks for none: of how long something lasts no
// length in metres tells, and of how often it happens none either.
func (p phrases) amountAsked(question string) func(text string) bool {
	if !p.asksForNumber(question) {
		return nil
	}
	if recurring.asks.MatchString(question) {
		return func(text string) bool { return recurring.states.MatchString(reasked(text)) }
	}
	if lasting.asks.MatchString(question) && !besideLasting.MatchString(question) {
		return lasting.states.MatchString
	}
	return measures
}

// besideLasting matches the words by which a question asks for another quantity too.
var besideLasting = regexp.MustCompile(`(?i)\b(?:how (?:much|many|high|far|often|old)|what dose|wie (?:viel|hoch|weit|oft|alt)|wieviel|grenzwert|limit|value|rate|level|wert)\b`)
