package ask

import (
	"regexp"
	"strings"
)

// commands are the verbs that ask with a command, German and English.
const commands = `list|name|enumerate|give|find|describe|explain|tell|show|write|compare|calculate|compute|identify|state|summari[sz]e|nenne|zähle|beschreibe|erkläre|vergleiche|berechne`

// What shows that a text asks, from the narrowest to the widest: a clause is cut off only before what surely asks, and a text is only taken for a topic
// where nothing in it may.
var (
	// asks matches a piece that is a question by its first words.
	asks = regexp.MustCompile(`^(?i)(?:` + englishWord + `|` + englishVerb + `|` + germanWord + `|` + germanVerb + `|` + englishModal + englishBare + `|` + germanModal + germanBare + `)`)
	// Questioning matches a text with a word or a verb that asks.
	Questioning = regexp.MustCompile(`(?i)\b(?:` + englishWord + `|` + germanWord + `)|^(?:` + englishVerb + `|` + germanVerb + `)`)
	// request matches a clause that asks for something: a question word anywhere, a verb or a request at its beginning.
	request = regexp.MustCompile(`(?i)\b(?:what|what's|which|who|whom|whose|when|where|why|how|whether|welche[rnms]?|wer|wen|wem|wessen|was|wann|wo|woher|wohin|warum|weshalb|wozu|wie|wieviel\w*|ob|wodurch|womit|wofür|woraus|worauf)\b|` +
		`^\W*(?:is|are|was|were|does|do|did|can|could|may|must|should|shall|will|would|has|have|had|format|return|` +
		`ist|sind|war|waren|hat|haben|darf|dürfen|muss|müssen|kann|können|soll|sollen|wird|werden|gilt|gelten|gibt|` + commands + `)\b`)
	// asksSomewhere matches what makes a text a question or a request wherever it stands: a word of asking, or a verb in the form that a sentence has.
	asksSomewhere = regexp.MustCompile(`(?i)[?？]|\b(?:who|whom|whose|what|which|when|where|why|how|whether|is|are|was|were|does|do|did|has|have|had|must|may|can|could|shall|should|will|would|means?|` +
		`wer|wen|wem|wessen|was|welche[mnrs]?|wann|wie|wieviele?|wo|wohin|woher|wofür|womit|wodurch|woran|worauf|woraus|worin|worüber|wozu|wovon|warum|weshalb|wieso|inwieweit|inwiefern|ob|` +
		`ist|sind|war|waren|hat|haben|hatten?|muss|müssen|darf|dürfen|kann|können|soll|sollen|wird|werden|gilt|gelten|bedeutet)\b|` +
		`^\W*(?:please|bitte|explain|describe|list|give|tell|show|compare|find|name|state|summari[sz]e|outline|define|calculate|determine|identify|discuss|check|` +
		`erklären?|erläutern?|beschreiben?|nennen?|zeigen?|vergleichen?|finden?|fassen?|berechnen?|bestimmen?|prüfen?|definieren?|gib|sag|liste)\b`)
	// bids matches a clause that asks with a command, which no question mark follows.
	bids = regexp.MustCompile(`(?i)^\W*(?:` + commands + `)\b`)
)

// The verbs by which a question asks how a thing went or what is behind it. They say what kind of answer is wanted and stand in few of
// those that are: sales "rose 3%", "driven by", and neither "developed" nor "drove".
var (
	howItWent = regexp.MustCompile(`(?i)\b(how (?:did|do|does|has|have|had|was|were|is|are)\b[^?;,.]*)\b(?:develop(?:ed|ing)?|evolved?|chang(?:ed?|ing)|perform(?:ed)?|moved?|trend(?:ed)?|fared?)\b|` +
		`\b(wie (?:hat|haben|hatten?|ist|sind)\b[^?;,.]*)\b(?:entwickelt|verändert|geändert|gewandelt|verlaufen)\b|\b(wie) (?:entwickel(?:t|te|ten|n)|veränder(?:t|te|ten|n)|verlief(?:en)?)\b`)
	whatIsBehind = regexp.MustCompile(`(?i)\b((?:what|which \pL+)(?: (?:mainly|primarily|chiefly|largely))?) (?:(?:has |have |had )?(?:drove|drives?|driven|caused?|causes|led to|leads to|contributed to|contributes to|explain(?:s|ed)?|accounts? for|accounted for)|(?:is|are|was|were) behind)\b|` +
		`\b(was|welche \pL+)(?: hat| haben)? (?:bewirkte[n]?|verursachte[n]?|erklärt|erklären|führte[n]? zu|trug(?:en)? zu|steckt(?:e)? hinter)\b|\b(woran) (?:lag(?:en)?|liegt|liegen)\b`)
	// inWhichCase asks for conditions; what states them says "if" and "only where", and need not have the word.
	inWhichCase = regexp.MustCompile(`(?i)\b(?:under|on) (?:what|which) (?:conditions?|circumstances)\b|\bin (?:what|which) cases?\b|\bunter welche[nr] (?:voraussetzung|bedingung|umst[aä]nd)(?:en)?\b|\bin welche[mn] f[aä]ll(?:e|en)?\b`)
	// whatItMeans asks for a definition; what defines says "is" or nothing at all.
	whatItMeans = regexp.MustCompile(`(?i)\b(what (?:does|do) .+?) mean\b|\b(how (?:is|are) .+?|wie (?:ist|sind|wird|werden) .+?) (?:defined|definiert)\b|\b(how (?:does|do) .+? |wie |was )(?:define|definier(?:t|en)|versteht|bedeutet|bezeichnet)\b`)
)

// Essence returns a question without the words that only ask.
func Essence(question string) string {
	for _, verbs := range []*regexp.Regexp{howItWent, whatIsBehind, inWhichCase, whatItMeans} {
		question = verbs.ReplaceAllString(question, "$1$2$3")
	}
	return question
}

// mostTopic is the most words with a content of a text that only names a topic.
const mostTopic = 5

// wantsOne matches a text without a verb that still asks for one thing: how much, of when, what tells two things apart, what a word stands for. So
// do duties: of those the rules that state them are the answer.
var wantsOne = regexp.MustCompile(`(?i)\d|\b(?:difference|definition|meaning|number of|amount of|date of|deadlines?|limit|maximum|minimum|unterschied|definition|bedeutung|anzahl|höhe|datum|fristen|frist|höchst\pL*|mindest\pL*)\b`)

// Topical reports whether a question is none, but names a topic: a few words that ask nothing of it. What is wanted then is an overview. In a
// language whose words of asking are not known nothing counts as a topic.
func (q Question) Topical() bool {
	if q.Language != "de" && q.Language != "en" || CJK(q.Text) || asksSomewhere.MatchString(q.Text) || wantsOne.MatchString(q.Text) || asksForDuties.MatchString(q.Text) || Compares.MatchString(q.Text) {
		return false
	}
	n := len(ContentWords(q.Text, WordsFor(q.Language).Stop))
	return n > 0 && n <= mostTopic && len(strings.Fields(q.Text)) <= 2*mostTopic
}
