package step

import (
	"regexp"
	"slices"
)

// kind is the kind of thing a clause asks for, as far as a quote can show that it states one.
type kind struct {
	asks, states *regexp.Regexp
	worded       bool // whatever states one has some word for it: what has none counts less
	common       bool // so much states one that it tells a quote from its neighbours only where it is known for which clause
}

// persons is a kind: who is asked for. A text shows one by an office, a body or a party that it names, by a title or a signature before a name,
// or by the words for whoever it is.
var persons = kind{
	asks: regexp.MustCompile(`(?i)^\W*(?:(?:by|to|for|from|with|von|an|bei|mit|für|gegenüber) )?(?:who|whom|whose|wer|wen|wem|wessen)\b|\b(?:which|what|welche[rnms]?|von welche[rm]|an welche[ns]?) (?:\pL+ )?(?:person|people|party|parties|company|authority|authorities|agency|body|bodies|office|officer|organi[sz]ation|` +
		`stelle|stellen|behörden?|personen|unternehmen|amt|gericht|organ|gremium)\b|[,;] (?:and |und )?(?:who|whom|wer|wem|wen)\b`),
	states: regexp.MustCompile(`(?i)\b(?:authorit(?:y|ies)|agenc(?:y|ies)|office|officers?|ministr(?:y|ies)|ministers?|commission(?:ers?)?|boards?|committees?|councils?|courts?|directors?|presidents?|chair(?:man|woman|person)?|managers?|executives?|auditors?|operators?|controllers?|` +
		`processors?|employers?|employees?|workers?|licen[cs]ees?|holders?|suppliers?|manufacturers?|owners?|users?|clients?|servers?|senders?|recipients?|receivers?|endpoints?|experts?|professionals?|members? states?|states?|government|parliament|` +
		`compan(?:y|ies)|corporation|inc|persons?|people|citizens?|subjects?|supervisors?|whoever|anyone|everyone|any(?:one| person) who)\b|` +
		`\b(?:[\pL-]*(?:behörden?|amt(?:es|s)?|ämter|ministerium\pL*|kommission|ausschuss|gericht\pL*|gesellschaft|unternehmen|stellen?|verantwortlichen?[rmns]?|beauftragten?[rmns]?|sachverständigen?[rmns]?|betreibers?n?|inhabers?n?|herstellers?n?|` +
		`lieferant(?:en)?|arbeitgebers?n?|arbeitnehmers?n?|vertreters?n?|leiters?n?|leitung|vorst[aä]nde?s?|personen?|träger[ns]?|eigentümers?n?|besitzers?n?|bewerbers?n?|antragstellers?n?|nutzers?n?|ärzt\pL*|arzt\pL*|regierung|bundestag|bundesrat|länder[n]?|bund(?:es)?)|wer|jeder, der|jede person)\b|` +
		`\b(?:Mr|Mrs|Ms|Dr|Prof|Herr|Frau)\.? \pL`),
	common: true,
}

// dated is a kind: a point in time, or how long something may take.
var dated = kind{
	asks:   regexp.MustCompile(`(?i)^\W*(?:when|since when|until when|by when|wann|seit wann|bis wann|ab wann)\b|\b(?:what|which|on what|an welchem|in welchem|welches) (?:date|day|year|month|datum|tag|jahr|monat)\b|\b(?:deadline|frist)\b`),
	states: regexp.MustCompile(`(?i)\b(?:19|20)\d\d\b|\b\d{1,2}\.\s?(?:\d{1,2}\.|` + germanMonths + `)|\b(?:` + englishMonths + `)\s\d{1,2}\b|\b\d+\s(?:hours?|days?|weeks?|months?|years?|stunden?|tagen?|wochen?|monaten?|jahren?)\b|\b(?:unverzüglich|immediately|without delay)\b`),
}

// listing is a kind: several things. It is asked for by name or in the plural, and shown by entries in a row.
var listing = kind{
	asks:   regexp.MustCompile(`(?i)^\W*(?:list|name|enumerate|nenne|zähle|what are the|which are the|welche sind|was sind die|welche (?:\pL+en|\pL+e) (?:gibt|müssen|sind|werden|gelten|hat|haben|kann|können|darf|dürfen|soll|sollen))\b|\bwhat (?:\pL+ ){0,2}(?:types|kinds|steps|conditions|requirements|elements|duties|tasks|items|documents|measures|criteria|obligations|rights|reasons|factors|segments|categories|options|features)\b|\bwhich (?:\pL+ ){0,2}\pL+[^s\W]s (?:are|must|may|were|have|can|should|shall)\b`),
	states: regexp.MustCompile(`(?i);|:\s|,[^,]{2,80}(?:,| and | or | und | oder | sowie )|\b(?:both .+ and|sowohl .+ als auch)\b`),
}

// limits is a kind: the most or the least that is allowed, and how often at least.
var limits = kind{
	asks:   regexp.MustCompile(`(?i)\b(?:maxim(?:um|al)\w*|minimum|at (?:most|least)|höchste[nsr]?|höchst(?:ens|betrag|strafe)\w*|mindestens|obergrenze\w*|how often|(?:at|in) (?:what|which) intervals?|wie oft|in welche[nm] (?:zeitlichen )?(?:abständ\w*|turnus)|wie häufig)\b`),
	states: regexp.MustCompile(`(?i)\b(?:up to|at (?:most|least)|(?:not|n[o']t) (?:to )?exceed\w*|(?:no|not) (?:more|less|later) than|every|annually|bis zu|höchstens|mindestens|nicht überschreiten|höchst(?:grenze|betrag|wert|maß|satz|dauer|frist)\w*|obergrenze\w*|upper limit|(?:jähr|monat|wöchent)lich|alle (?:\pL+|\d+) (?:jahre|monate|wochen|tage))\b`),
}

// kinds are what orders quotes, what a reference may lead to, and what makes an answer complete. Quantities are judged by quantity.go.
var kinds = []kind{dated, persons, exception, conditions, duties, limits, informing}

// kindsAsked returns the kinds of thing that a clause asks for.
func kindsAsked(clause string) []kind {
	return slices.DeleteFunc(slices.Clone(kinds), func(k kind) bool { return !k.asks.MatchString(clause) })
}

// kindly returns the factor of a quote's score for stating what a clause asks for.
func kindly(asked []kind, quote string) float64 {
	switch {
	case statesOne(asked, quote):
		return kindBonus
	case slices.ContainsFunc(asked, func(k kind) bool { return k.worded }):
		return otherwise
	}
	return 1
}

func statesOne(asked []kind, quote string) bool {
	return slices.ContainsFunc(asked, func(k kind) bool { return k.states.MatchString(quote) })
}

// wanted returns, for each kind of thing that a clause asks for and a reference may lead to, what shows that a quote states one.
func wanted(clause, language string) []func(quote string) bool {
	var out []func(string) bool
	if wordsFor(language).asksForNumber(clause) {
		out = append(out, statesQuantity)
	}
	for _, k := range kindsAsked(clause) {
		out = append(out, k.states.MatchString)
	}
	return out
}
