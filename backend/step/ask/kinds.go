package ask

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// Kind is the kind of thing a clause asks for, as far as a quote can show that it states one.
type Kind struct {
	Asks, States *regexp.Regexp
	Worded       bool // whatever states one has some word for it: what has none counts less
	Common       bool // so much states one that it tells a quote from its neighbours only where it is known for which clause
}

// Persons is a kind: who is asked for. A text shows one by an office, a body or a party that it names, by a title or a signature before a name,
// or by the words for whoever it is.
var Persons = Kind{
	Asks: regexp.MustCompile(`(?i)^\W*(?:(?:by|to|for|from|with|von|an|bei|mit|für|gegenüber) )?(?:who|whom|whose|wer|wen|wem|wessen)\b|\b(?:which|what|welche[rnms]?|von welche[rm]|an welche[ns]?) (?:\pL+ )?(?:person|people|party|parties|company|authority|authorities|agency|body|bodies|office|officer|organi[sz]ation|` +
		`stelle|stellen|behörden?|personen|unternehmen|amt|gericht|organ|gremium)\b|[,;] (?:and |und )?(?:who|whom|wer|wem|wen)\b`),
	States: regexp.MustCompile(`(?i)\b(?:authorit(?:y|ies)|agenc(?:y|ies)|office|officers?|ministr(?:y|ies)|ministers?|commission(?:ers?)?|boards?|committees?|councils?|courts?|directors?|presidents?|chair(?:man|woman|person)?|managers?|executives?|auditors?|operators?|controllers?|` +
		`processors?|employers?|employees?|workers?|licen[cs]ees?|holders?|suppliers?|manufacturers?|owners?|users?|clients?|servers?|senders?|recipients?|receivers?|endpoints?|experts?|professionals?|members? states?|states?|government|parliament|` +
		`compan(?:y|ies)|corporation|inc|persons?|people|citizens?|subjects?|supervisors?|whoever|anyone|everyone|any(?:one| person) who)\b|` +
		`\b(?:[\pL-]*(?:behörden?|amt(?:es|s)?|ämter|ministerium\pL*|kommission|ausschuss|gericht\pL*|gesellschaft|unternehmen|stellen?|verantwortlichen?[rmns]?|beauftragten?[rmns]?|sachverständigen?[rmns]?|betreibers?n?|inhabers?n?|herstellers?n?|` +
		`lieferant(?:en)?|arbeitgebers?n?|arbeitnehmers?n?|vertreters?n?|leiters?n?|leitung|vorst[aä]nde?s?|personen?|träger[ns]?|eigentümers?n?|besitzers?n?|bewerbers?n?|antragstellers?n?|nutzers?n?|ärzt\pL*|arzt\pL*|regierung|bundestag|bundesrat|länder[n]?|bund(?:es)?)|wer|jeder, der|jede person)\b|` +
		`\b(?:Mr|Mrs|Ms|Dr|Prof|Herr|Frau)\.? \pL`),
	Common: true,
}

// Dated is a kind: a point in time, or how long something may take.
var Dated = Kind{
	Asks:   regexp.MustCompile(`(?i)^\W*(?:when|since when|until when|by when|wann|seit wann|bis wann|ab wann)\b|\b(?:what|which|on what|an welchem|in welchem|welches) (?:date|day|year|month|datum|tag|jahr|monat)\b|\b(?:deadline|frist)\b`),
	States: regexp.MustCompile(`(?i)\b(?:19|20)\d\d\b|\b\d{1,2}\.\s?(?:\d{1,2}\.|` + germanMonths + `)|\b(?:` + englishMonths + `)\s\d{1,2}\b|\b\d+\s(?:hours?|days?|weeks?|months?|years?|stunden?|tagen?|wochen?|monaten?|jahren?)\b|\b(?:unverzüglich|immediately|without delay)\b`),
}

// Listing is a kind: several things. It is asked for by name or in the plural, and shown by entries in a row.
var Listing = Kind{
	Asks:   regexp.MustCompile(`(?i)^\W*(?:list|name|enumerate|nenne|zähle|what are the|which are the|welche sind|was sind die|welche (?:\pL+en|\pL+e) (?:gibt|müssen|sind|werden|gelten|hat|haben|kann|können|darf|dürfen|soll|sollen))\b|\bwhat (?:\pL+ ){0,2}(?:types|kinds|steps|conditions|requirements|elements|duties|tasks|items|documents|measures|criteria|obligations|rights|reasons|factors|segments|categories|options|features)\b|\bwhich (?:\pL+ ){0,2}\pL+[^s\W]s (?:are|must|may|were|have|can|should|shall)\b`),
	States: regexp.MustCompile(`(?i);|:\s|,[^,]{2,80}(?:,| and | or | und | oder | sowie )|\b(?:both .+ and|sowohl .+ als auch)\b`),
}

// limits is a kind: the most or the least that is allowed, and how often at least.
var limits = Kind{
	Asks:   regexp.MustCompile(`(?i)\b(?:maxim(?:um|al)\w*|minimum|at (?:most|least)|höchste[nsr]?|höchst(?:ens|betrag|strafe)\w*|mindestens|obergrenze\w*|how often|(?:at|in) (?:what|which) intervals?|wie oft|in welche[nm] (?:zeitlichen )?(?:abständ\w*|turnus)|wie häufig)\b`),
	States: regexp.MustCompile(`(?i)\b(?:up to|at (?:most|least)|(?:not|n[o']t) (?:to )?exceed\w*|(?:no|not) (?:more|less|later) than|every|annually|bis zu|höchstens|mindestens|nicht überschreiten|höchst(?:grenze|betrag|wert|maß|satz|dauer|frist)\w*|obergrenze\w*|upper limit|(?:jähr|monat|wöchent)lich|alle (?:\pL+|\d+) (?:jahre|monate|wochen|tage))\b`),
}

// kinds are what orders quotes, what a reference may lead to, and what makes an answer complete. Quantities are judged by quantity.go.
var kinds = []Kind{Dated, Persons, exception, Conditions, Duties, limits, informing}

// KindsAsked returns the kinds of thing that a clause asks for.
func KindsAsked(clause string) []Kind {
	return slices.DeleteFunc(slices.Clone(kinds), func(k Kind) bool { return !k.Asks.MatchString(clause) })
}

// StatesOne reports whether a quote states a thing of one of the kinds.
func StatesOne(kinds []Kind, quote string) bool {
	return slices.ContainsFunc(kinds, func(k Kind) bool { return k.States.MatchString(quote) })
}

// Wanted returns, for each kind of thing that a clause asks for and a reference may lead to, what shows that a quote states one.
func Wanted(clause, language string) []func(quote string) bool {
	var out []func(string) bool
	if WordsFor(language).AsksForNumber(clause) {
		out = append(out, StatesQuantity)
	}
	for _, k := range KindsAsked(clause) {
		out = append(out, k.States.MatchString)
	}
	return out
}

// Conditions is a kind: when a thing is allowed or so, if not by the clock.
var Conditions = Kind{
	Worded: true,
	Asks:   regexp.MustCompile(inWhichCase.String() + `|(?i)^\W*(?:when|wann) (?:(?:may|can|must|shall|should|darf|dürfen|kann|können|muss|müssen|soll|sollen|gilt|gelten)\b|(?:is|are|ist|sind) .*\b(?:allowed|permitted|lawful|required|necessary|exempt|zulässig|erlaubt|verboten|erforderlich|notwendig|frei|\pL+pflichtig)\b)`),
	States: conditional,
}

// exception is asked for by a clause about when a rule does not hold: a point in time is no answer to it.
var exception = Kind{
	Asks:   regexp.MustCompile(`(?i)\b(?:exceptions?|exempt\w*|exclu\w+|ausnahmen?|ausgenommen|befreit|entfällt)\b|\b(?:when|where|in which cases?|under (?:what|which)|wann|in welche[mn] f[aä]ll\w*|unter welche[nr])\b.*\b(?:not|no|nicht|kein\w*)\b`),
	States: regexp.MustCompile(`(?i)\b(?:unless|except|exempt\w*|(?:shall|is|are|does|do|need|must) not\b.{0,120}\b(?:if|where|when)|es sei denn|ausgenommen|ausnahm\w+|außer|(?:nicht|kein\w*)\b.{0,120}\b(?:wenn|sofern|soweit|falls))\b`),
}

// conditional matches what says when a rule holds and when it does not.
var conditional = regexp.MustCompile(`(?i)\b(?:if|unless|except\w*|provided that|subject to|only (?:if|where|when)|does not apply|shall not apply|wenn|sofern|soweit|falls|es sei denn|ausgenommen|ausnahm\w+|abweichend|gilt nicht|gelten nicht|vorausgesetzt|unbeschadet|nur (?:bei|mit|nach))\b`)

// inCase is what answers "when" besides a date: in which case.
var inCase = regexp.MustCompile(`(?i)\b(?:if|when|whenever|where|as soon as|wenn|sofern|soweit|falls|sobald|bevor|nachdem)\b`)

// condition matches where a clause begins to say in which case it is asked.
var condition = regexp.MustCompile(`(?i), (?:wenn|falls|sofern|soweit|nachdem|if|when|where|unless|once|after) `)

// Duties is a kind: what somebody has to do.
var Duties = Kind{
	Worded: true,
	Asks:   regexp.MustCompile(`(?i)\b(?:tasks?|dut(?:y|ies)|responsibilit(?:y|ies)|obligations?|aufgaben?|pflicht(?:en)?|zuständigkeit(?:en)?)\b|\bwhat (?:must|shall|should) \S+ .*\bdo\b|\bwhat (?:must|shall|should|has to|is to|needs to) be done\b|\bwas ist (?:dann )?zu tun\b|\bwas (?:muss|müssen|hat|haben|soll|sollen) .*\btun\b`),
	States: regexp.MustCompile(`(?i)\b(?:shall|must|is responsible for|has to|have to|(?:hat|haben) (?:[\pL-]+ ){0,4}(?:dafür zu sorgen|zu \pL+en)|(?:hat|haben) (?:[\pL-]+ ){0,6}(?:aufgaben?)|ist verpflichtet|sind verpflichtet|obliegt|ist zuständig|muss|müssen|\pL+zu\pL{3,}en)\b`),
}

// Obliged matches the words by which somebody has to do something, behind whoever it is.
var Obliged = regexp.MustCompile(`(?i)\b(?:shall|must|has to|have to|(?:is|are) (?:responsible|required|obliged)|hat|haben|muss|müssen|(?:ist|sind) (?:verpflichtet|zuständig))\b`)

// Duty is a kind: who must do something. A text shows it by whoever it binds, other than persons and people at large, and by the words that bind.
var Duty = Kind{
	Asks:   regexp.MustCompile(`(?i)\b(?:who|wer)\b (?:must|shall|has to|is (?:required|obliged|responsible)|muss|müssen|hat .* zu|ist (?:zuständig|verpflichtet|verantwortlich))\b`),
	States: regexp.MustCompile(`(?i)\b(?:must|shall|has to|is (?:required|obliged|responsible)|muss|müssen|hat|haben|verpflichtet|zuständig|obliegt)\b`),
}

// AtLarge matches words for anybody, which tell nobody in particular.
var AtLarge = regexp.MustCompile(`(?i)\b(?:persons?|people|personen?)\b`)

// informing is a kind: what somebody has to be told. Whoever asks says "tell"; rules say "inform", "provide with information", "notify".
var informing = Kind{
	Asks: regexp.MustCompile(`(?i)^\W*(?:what|which|whom?|when|how|of what)\b.* (?:tell|told|inform|informed|notify|notified)\b|` +
		`^\W*(?:was|wen|wem|worüber|wann|wie|welche[nrs]?)\b.* (?:sagen|mitteilen|mitgeteilt|mitzuteilen|informieren|informiert|unterrichten|unterrichtet|aufklären|aufgeklärt)\b`),
	States: regexp.MustCompile(LetKnow.String() + `|(?i)\b(?:information(?:en)?|notification|communicate[sd]?|unterrichtung|aufzuklären|aufgeklärt|auskunft)\b`),
}

// LetKnow matches the verbs of letting somebody know. Each stands for all: who asks to whom a loss is reported is answered by whom to inform of it.
var LetKnow = regexp.MustCompile(`(?i)\b(?:notif\w+|inform(?:s|ed|ing)?|report(?:s|ed|ing)?|tell|told|\pL*(?:meld|mitteil|mitzuteil|unterricht|benachrichtig|informier|anzuzeig|anzeig)\pL*)\b`)

// MatterTold returns the words by which an answer to a clause is known: where it asks what somebody is told of it, those for the matter. Rules have other names for whom.
func (q Question) MatterTold(clause string) string {
	if informing.Asks.MatchString(clause) {
		return cmp.Or(q.referent(clause), clause)
	}
	return clause
}

// Empowers matches a text that lets somebody make rules and states none: what "may be laid down by ordinance" is not laid down there.
var Empowers = regexp.MustCompile(`(?i)\b(?:wird|werden) (?:\pL+ )?ermächtigt, (?:[^.;]{0,60} )?durch Rechtsverordnung|\bdurch Rechtsverordnung (?:[^.;]{0,80} )?(?:bestimmen|regeln|festlegen|festzulegen|zu regeln|zu bestimmen)\b|` +
	`\bin (?:der|einer|dieser) Rechtsverordnung (?:[^.;]{0,40} )?(?:kann|können|darf)\b|\b(?:is|are|shall be) empowered to (?:adopt|make|issue|lay down)\b|\bmay (?:by|in) (?:order|regulations?|rules?|ordinance)\b|\b(?:regulations?|ordinances?) (?:[^.;]{0,40} )?may (?:in particular )?(?:provide|specify|prescribe|lay down|determine)\b`)

// aroundKind is how many bytes before and behind what states a kind of thing show what it is about.
const aroundKind = 300

// KindWords name a kind of thing: what states it need not have them.
const KindWords = "who whom person people authority office company body wer wen wem person behörde stelle deadline date day time limit period exception exempt case cases condition frist zeitpunkt datum tag ausnahme befreit fall voraussetzung bedingung"

// Stretches returns the pieces of a text, each with half of the next, within which what states a kind of thing shows what it is about.
func Stretches(text string) []string {
	var out []string
	for from := 0; from < len(text); from += aroundKind {
		out = append(out, text[from:min(len(text), from+2*aroundKind)])
	}
	return out
}

// settling returns what shows that a text states the kind of thing a clause asks for, where few texts do by chance.
func settling(clause, language string) []func(string) bool {
	if exception.Asks.MatchString(clause) {
		return []func(string) bool{exception.States.MatchString}
	}
	var out []func(string) bool
	if stated := WordsFor(language).AmountAsked(clause); stated != nil {
		out = append(out, stated)
	}
	if Dated.Asks.MatchString(clause) {
		out = append(out, Dated.States.MatchString)
	}
	if Persons.Asks.MatchString(clause) {
		toldWhom := LetKnow.MatchString(clause)
		out = append(out, func(text string) bool {
			return Persons.States.MatchString(text) && (!toldWhom || LetKnow.MatchString(text))
		})
	}
	if len(out) == 0 && informing.Asks.MatchString(clause) {
		out = append(out, informing.States.MatchString)
	}
	return out
}

// Stating returns what shows that a sentence states the kind of thing that a clause asks for; none where any sentence may answer it.
func Stating(clause, language string) []func(string) bool {
	if recurring.Asks.MatchString(clause) {
		return []func(string) bool{func(text string) bool { return recurring.States.MatchString(reasked(text)) }}
	}
	out := settling(clause, language)
	if Dated.Asks.MatchString(clause) {
		out = append(out, inCase.MatchString)
	}
	return out
}

// Settles reports whether a question asks for a kind of thing that an answer shows, such as who, when or how much: then it shows, too, that none answers.
func Settles(question, language string) bool { return len(Stating(question, language)) > 0 }

// AsksToDefine matches a clause that asks what or who something is.
var AsksToDefine = regexp.MustCompile(`(?i)^\W*(?:what (?:is|are|does .* mean|counts as)|who (?:is|are|counts as)|how (?:is|are) .+ defined|how (?:does|do) .+ define|was (?:ist|sind|bedeutet|bezeichnet|versteht .*unter|heißt|gilt als)|wer (?:ist|sind|gilt als)|` +
	`wie (?:ist|sind|wird|werden) .+ definiert|wie (?:definiert|definieren)|defin(?:e|iere)|(?:definition|meaning|bedeutung) (?:of|von|der|des))\b|` + setApart.String())

// Defining matches the words of a definition between what is defined and what it is.
var Defining = regexp.MustCompile(`(?i)\b(?:means?|is defined as|are defined as|refers to|denotes|bedeutet|bezeichnet|ist definiert als|im sinne dieses|(?:ist|sind),? wer|ist ein\w* .{3,80}, (?:der|die|das))\b`)

// definienda take from a clause that asks for a definition what is to be defined.
var definienda = []*regexp.Regexp{
	regexp.MustCompile(`(?i)^\W*what (?:does|do) (.+?) mean\b`),
	regexp.MustCompile(`(?i)^\W*how (?:is|are) (.+?) defined\b`),
	regexp.MustCompile(`(?i)^\W*how (?:does|do) .+? define (.+)$`),
	regexp.MustCompile(`(?i)^\W*(?:what|who) (?:(?:is|are)(?: meant by| considered(?: to be)?)?|counts as) (.+)$`),
	regexp.MustCompile(`(?i)^\W*was (?:versteht .*?|ist |wird )unter (.+?)(?: zu verstehen| verstanden)?$`),
	regexp.MustCompile(`(?i)^\W*(?:was|wer) (?:ist|sind|bedeutet|bezeichnet|heißt|gilt als) (.+)$`),
	regexp.MustCompile(`(?i)^\W*wie (?:ist|sind|wird|werden) (.+?) definiert\b`),
	regexp.MustCompile(`(?i)^\W*wie (?:definiert|definieren) (?:.* )?(?:der|die|das|den|ein|eine|einen) (.+)$`),
	regexp.MustCompile(`(?i)^\W*(?:defin(?:e|iere)|(?:definition|meaning|bedeutung) (?:of|von|der|des)) (.+)$`),
}

var (
	// termAsked matches what may stand before what is to be defined: "the term", "den Begriff".
	termAsked = regexp.MustCompile(`(?i)^(?:(?:the|an?|der|die|das|den|dem|des|eine?[nmrs]?) )?(?:(?:terms?|words?|expression|concept|begriffs?|begriffe|ausdrucks?|wort) )?(?:of )?`)
	// whereAsked matches what may stand behind it: where it is defined, or in whose sense.
	whereAsked = regexp.MustCompile(`(?i) (?:in|under|within|according to|for the purposes? of|as used in|im|nach|gemäß|laut|bei) .*$`)
)

// setApart matches a clause that asks what tells two things apart: what each of them is answers it.
var setApart = regexp.MustCompile(`(?i)\b(?:differences? between|unterschiede? zwischen) (.+?) (?:and|und) (.+)$`)

// ThingsIn returns what a clause asks to be defined; two things where it asks what tells them apart.
func ThingsIn(clause string) []string {
	if m := setApart.FindStringSubmatch(strings.TrimRight(strings.TrimSpace(clause), " ?.!")); m != nil && !strings.ContainsAny(m[1]+m[2], "0123456789") {
		return []string{plainly(m[1]), plainly(m[2])}
	}
	if thing := definiendum(clause); thing != "" {
		return []string{thing}
	}
	return nil
}

// definiendum returns what a clause asks to be defined, "" where it asks for no definition.
func definiendum(clause string) string {
	clause = strings.TrimRight(strings.TrimSpace(clause), " ?.!")
	for _, form := range definienda {
		if m := form.FindStringSubmatch(clause); m != nil {
			return plainly(m[1])
		}
	}
	return ""
}

// plainly returns a thing without what stands around it.
func plainly(thing string) string {
	thing = whereAsked.ReplaceAllString(termAsked.ReplaceAllString(strings.TrimSpace(thing), ""), "")
	return strings.Trim(thing, `"'“”„‘’«»`)
}
