package step

import (
	"regexp"
	"slices"
	"strings"
)

// kind is the kind of thing a clause asks for, as far as a quote can show that it states one.
type kind struct {
	asks, states matcher
}

// matcher tells whether a text has something: a regular expression, or one with what it must not be taken for.
type matcher interface{ MatchString(text string) bool }

// persons is a kind: who is asked for. A text shows one by an office, a body or a party that it names, by a title or a signature before a name,
// or by the words for whoever it is.
var persons = kind{
	regexp.MustCompile(`(?i)^\W*(?:(?:by|to|for|from|with|von|an|bei|mit|für|gegenüber) )?(?:who|whom|whose|wer|wen|wem|wessen)\b|\b(?:which|what|welche[rnms]?|von welche[rm]|an welche[ns]?) (?:\pL+ )?(?:person|people|party|parties|company|authority|authorities|agency|body|bodies|office|officer|organi[sz]ation|` +
		`stelle|stellen|behörden?|personen|unternehmen|amt|gericht|organ|gremium)\b|[,;] (?:and |und )?(?:who|whom|wer|wem|wen)\b`),
	regexp.MustCompile(`(?i)\b(?:authorit(?:y|ies)|agenc(?:y|ies)|office|officers?|ministr(?:y|ies)|ministers?|commission(?:ers?)?|boards?|committees?|councils?|courts?|directors?|presidents?|chair(?:man|woman|person)?|managers?|executives?|auditors?|operators?|controllers?|` +
		`processors?|employers?|employees?|workers?|licen[cs]ees?|holders?|suppliers?|manufacturers?|owners?|users?|clients?|servers?|senders?|recipients?|receivers?|endpoints?|experts?|professionals?|members? states?|states?|government|parliament|` +
		`compan(?:y|ies)|corporation|inc|persons?|people|citizens?|subjects?|supervisors?|whoever|anyone|everyone|any(?:one| person) who)\b|` +
		`\b(?:[\pL-]*(?:behörden?|amt(?:es|s)?|ämter|ministerium\pL*|kommission|ausschuss|gericht\pL*|gesellschaft|unternehmen|stellen?|verantwortlichen?[rmns]?|beauftragten?[rmns]?|sachverständigen?[rmns]?|betreibers?n?|inhabers?n?|herstellers?n?|` +
		`lieferant(?:en)?|arbeitgebers?n?|arbeitnehmers?n?|vertreters?n?|leiters?n?|leitung|vorst[aä]nde?s?|personen?|träger[ns]?|eigentümers?n?|besitzers?n?|bewerbers?n?|antragstellers?n?|nutzers?n?|ärzt\pL*|arzt\pL*|regierung|bundestag|bundesrat|länder[n]?|bund(?:es)?)|wer|jeder, der|jede person)\b|` +
		`\b(?:Mr|Mrs|Ms|Dr|Prof|Herr|Frau)\.? \pL`),
}

// dated is a kind: a point in time, or how long something may take.
var dated = kind{
	regexp.MustCompile(`(?i)^\W*(?:when|since when|until when|by when|wann|seit wann|bis wann|ab wann)\b|\b(?:what|which|on what|an welchem|in welchem|welches) (?:date|day|year|month|datum|tag|jahr|monat)\b|\b(?:deadline|frist)\b`),
	regexp.MustCompile(`(?i)\b(?:19|20)\d\d\b|\b\d{1,2}\.\s?(?:\d{1,2}\.|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)|\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\s\d{1,2}\b|\b\d+\s(?:hours?|days?|weeks?|months?|years?|stunden?|tagen?|wochen?|monaten?|jahren?)\b|\b(?:unverzüglich|immediately|without delay)\b`),
}

// listing is a kind: several things. It is asked for by name or in the plural, and shown by entries in a row.
var listing = kind{
	regexp.MustCompile(`(?i)^\W*(?:list|name|enumerate|nenne|zähle|what are the|which are the|welche sind|was sind die|welche (?:\pL+en|\pL+e) (?:gibt|müssen|sind|werden|gelten|hat|haben|kann|können|darf|dürfen|soll|sollen))\b|\bwhat (?:\pL+ ){0,2}(?:types|kinds|steps|conditions|requirements|elements|duties|tasks|items|documents|measures|criteria|obligations|rights|reasons|factors|segments|categories|options|features)\b|\bwhich (?:\pL+ ){0,2}\pL+[^s\W]s (?:are|must|may|were|have|can|should|shall)\b`),
	regexp.MustCompile(`(?i);|:\s|,[^,]{2,80}(?:,| and | or | und | oder | sowie )|\b(?:both .+ and|sowohl .+ als auch)\b`),
}

// limits is a kind: the most or the least that is allowed, and how often at least.
var limits = kind{
	regexp.MustCompile(`(?i)\b(?:maxim(?:um|al)\w*|minimum|at (?:most|least)|höchste[nsr]?|höchst(?:ens|betrag|strafe)\w*|mindestens|obergrenze\w*|how often|(?:at|in) (?:what|which) intervals?|wie oft|in welche[nm] (?:zeitlichen )?(?:abständ\w*|turnus)|wie häufig)\b`),
	regexp.MustCompile(`(?i)\b(?:up to|at (?:most|least)|(?:not|n[o']t) (?:to )?exceed\w*|(?:no|not) (?:more|less|later) than|every|annually|bis zu|höchstens|mindestens|nicht überschreiten|höchst(?:grenze|betrag|wert|maß|satz|dauer|frist)\w*|obergrenze\w*|upper limit|(?:jähr|monat|wöchent)lich|alle (?:\pL+|\d+) (?:jahre|monate|wochen|tage))\b`),
}

// conditions is a kind: when a thing is allowed or so, if not by the clock.
var conditions = kind{
	regexp.MustCompile(inWhichCase.String() + `|(?i)^\W*(?:when|wann) (?:(?:may|can|must|shall|should|darf|dürfen|kann|können|muss|müssen|soll|sollen|gilt|gelten)\b|(?:is|are|ist|sind) .*\b(?:allowed|permitted|lawful|required|necessary|exempt|zulässig|erlaubt|verboten|erforderlich|notwendig|frei|\pL+pflichtig)\b)`),
	conditional,
}

// kinds are what a quote's words can show. Quantities and money are judged by quantity.go.
var kinds = []kind{
	dated,
	persons,
	exception,
	conditions,
	duties,
	{ // an event
		regexp.MustCompile(`(?i)\b(?:what|which) (?:event|occurrence|condition|act)\b|^\W*what (?:confirms|triggers|causes|starts|ends|closes)\b|\bwelche[rs]? (?:ereignis|umstand|bedingung|voraussetzung)|\b(?:wodurch|womit)\b`),
		regexp.MustCompile(`(?i)\b(?:when|once|upon|as soon as|after|sobald|wenn|durch|nachdem)\b`),
	},
	limits,
	{ // a definition, of a thing or of who counts as one
		defines,
		defining,
	},
	{ // what one may or must do
		regexp.MustCompile(`(?i)^\W*(?:may|must|can|shall|should|darf|dürfen|muss|müssen|kann|können|soll|sollen)\b`),
		regexp.MustCompile(`(?i)\b(?:may|must|shall|should not|cannot|required|prohibited|permitted|allowed|darf|dürfen|muss|müssen|(?:un)?zulässig|verboten|untersagt|erlaubt)\b`),
	},
	{ // a reason
		regexp.MustCompile(`(?i)\b(?:why|reasons? (?:for|why|of)|warum|weshalb|wieso|woran|ursachen?|gründen?)\b|` + whatIsBehind.String()),
		regexp.MustCompile(`(?i)\b(?:due to|because|driven by|caused by|as a result of|result(?:ed|s|ing)? (?:from|in)|attribut\w+ to|reflect(?:s|ed|ing)|owing to|offset by|aufgrund|wegen|weil|infolge|zurückzuführen|beruht auf|bedingt durch|verursacht durch)\b`),
	},
	{ // how it went
		howItWent,
		went,
	},
	{ // a change
		regexp.MustCompile(`(?i)^\W*(?:did|does|do|has|have|was|were|is|are|ist|sind|hat|haben|wurde)\b.*\b(?:rise|risen|fall|fallen|increas\w*|decreas\w*|drop\w*|gr[eo]w\w*|declin\w*|chang\w*|improv\w*|gestiegen|gesunken|gewachsen|verändert|geändert)\b`),
		went,
	},
}

// went matches what says how a thing went: it rose or fell, or its figures stand in a row.
var went = regexp.MustCompile(`(?i)\b(?:rose|fell|increas\w+|decreas\w+|dropped|grew|declin\w+|changed|improved|stieg|sank|gestiegen|gesunken|(?:\$?\s?\(?\d[\d.,]*\)?\s?%?\s+){2,})`)

// defines matches a clause that asks what or who something is.
var defines = regexp.MustCompile(`(?i)^\W*(?:what (?:is|are|does .* mean)|who (?:is|are)|was (?:ist|sind|bedeutet|versteht man unter|heißt)|wer (?:ist|sind|gilt als)|define|definiere)\b`)

// defining matches the words of a definition between what is defined and what it is.
var defining = regexp.MustCompile(`(?i)\b(?:means?|is defined as|are defined as|refers to|denotes|bedeutet|bezeichnet|ist definiert als|im sinne dieses|(?:ist|sind),? wer|ist ein\w* .{3,80}, (?:der|die|das))\b`)

const (
	definingBonus = 1.3 // what a quote gains that defines what the clause asks for
	definingScore = 0.8 // the least relevance of the passage it stands in
	definedWithin = 60  // bytes before the words of a definition that hold what is defined
)

// definesIt reports whether a text defines what a clause asks for: its words stand right before those of a definition.
func (k *Kit) definesIt(clause string, own Profile, text string) bool {
	if !defines.MatchString(clause) {
		return false
	}
	for _, at := range defining.FindAllStringIndex(text, -1) {
		if own.Coverage(k.Lexicon.Terms(text[max(0, at[0]-definedWithin):at[0]], "")) > 0.9 {
			return true
		}
	}
	for _, m := range beginsDefining.FindAllStringSubmatch(text, -1) { // "who is the operator of a plant" is answered by "(1) Operator is the owner of …"
		if own.Coverage(k.Lexicon.Terms(m[1], "")) > definedShare {
			return true
		}
	}
	return false
}

// beginsDefining matches a paragraph that begins with what it defines.
var beginsDefining = regexp.MustCompile(`(?m)^(?:\(\d{1,2}[a-z]?\)|\d{1,2}\.)\s+(?:(?:Der|Die|Das|The|An?) )?(\p{Lu}[\pL-]{3,})\s+(?:ist|sind|is|are)\s+(?:der|die|das|ein\w?|jede\w?|the|an?|any)\b`)

// definedShare is the share of what is asked that a paragraph must begin with to define it.
const definedShare = 0.4

// compares matches a clause that sets two things beside each other.
var compares = regexp.MustCompile(`(?i)\b(?:differences?|differ|compared?|versus|vs|between .+ and|from .+ to|both|respectively|unterschied\w*|unterscheide\w*|vergleich\w*|verglichen|zwischen .+ und|von .+ auf|jeweils|gegenüber)\b|\b(?:19|20)\d\d\b.*\b(?:and|und|or|oder)\b.*\b(?:19|20)\d\d\b`)

// statesYears reports whether a clause names years and a quote has all of them.
func statesYears(clause, quote string) bool {
	years := yearNumber.FindAllString(clause, -1)
	for _, y := range years {
		if !strings.Contains(quote, y) {
			return false
		}
	}
	return len(years) > 0
}

var yearNumber = regexp.MustCompile(`\b(?:19|20)\d\d\b`)

const (
	kindBonus = 1.15 // what a quote gains that states the kind of thing asked for
	otherwise = 0.85 // what one counts that states none of a kind that is never stated without a word for it
)

// kindly returns the factor of a quote's score for stating what a clause asks for.
func kindly(clause, quote string) float64 {
	for _, k := range slices.Concat(kinds, bindings, []kind{lasting, recurring}) {
		if k.asks.MatchString(clause) && k.states.MatchString(quote) {
			return kindBonus
		}
	}
	if bindings[0].asks.MatchString(clause) || recurring.asks.MatchString(clause) || conditions.asks.MatchString(clause) || lasting.asks.MatchString(clause) || duties.asks.MatchString(clause) { // whatever states one has some word for it
		return otherwise
	}
	return 1
}

// wanted returns, for each kind of thing that a clause asks for and a reference may lead to, what shows that a quote states one. What the
// clause itself names is defined under that name, not behind a reference.
func wanted(clause, language string) []func(quote string) bool {
	var out []func(string) bool
	if wordsFor(language).asksForNumber(clause) {
		out = append(out, statesQuantity)
	}
	for _, k := range kinds {
		if k.asks != defines && k.asks.MatchString(clause) {
			out = append(out, k.states.MatchString)
		}
	}
	return out
}

// states returns the factor of a quote's score for stating what some clause of the question asks for. Offices and persons stand in so many
// sentences that they tell none from its neighbours where it is not known for which clause.
func (q Question) states(quote string) float64 {
	for _, clause := range q.clauses() {
		for _, k := range slices.Concat(kinds, bindings, []kind{lasting}) {
			if k.asks != persons.asks && k.asks.MatchString(clause) && k.states.MatchString(quote) {
				return kindBonus
			}
		}
	}
	return 1
}
