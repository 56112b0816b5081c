package step

import "regexp"

// kind is the kind of thing a clause asks for, as far as a quote can show that it states one.
type kind struct {
	asks, states *regexp.Regexp
}

// kinds are what a quote's words can show. Quantities and money are judged by quantity.go.
var kinds = []kind{
	{ // a point in time
		regexp.MustCompile(`(?i)^\W*(?:when|since when|until when|by when|wann|seit wann|bis wann|ab wann)\b|\b(?:what|which|on what|an welchem|in welchem|welches) (?:date|day|year|month|datum|tag|jahr|monat)\b`),
		regexp.MustCompile(`(?i)\b(?:19|20)\d\d\b|\b\d{1,2}\.\s?(?:\d{1,2}\.|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)|\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\s\d{1,2}\b|\b\d+\s(?:hours?|days?|weeks?|months?|years?|stunden?|tagen?|wochen?|monaten?|jahren?)\b|\b(?:unverzüglich|immediately|without delay)\b`),
	},
	{ // a definition
		regexp.MustCompile(`(?i)^\W*(?:what (?:is|are|does .* mean)|was (?:ist|sind|bedeutet|versteht man unter|heißt)|define|definiere)\b`),
		regexp.MustCompile(`(?i)\b(?:means|is defined as|refers to|denotes|bedeutet|bezeichnet|ist definiert als|im sinne dieses|ist ein\w* .{3,80}, (?:der|die|das))\b`),
	},
}

// kindBonus is what a quote gains that states the kind of thing asked for.
const kindBonus = 1.15

// kindly returns the factor of a quote's score for stating what a clause asks for.
func kindly(clause, quote string) float64 {
	for _, k := range kinds {
		if k.asks.MatchString(clause) && k.states.MatchString(quote) {
			return kindBonus
		}
	}
	return 1
}

// states returns the factor of a quote's score for stating what some clause of the question asks for.
func (q Question) states(quote string) float64 {
	best := 1.0
	for _, clause := range q.clauses() {
		best = max(best, kindly(clause, quote))
	}
	return best
}
