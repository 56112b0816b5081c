package step

import "regexp"

// commands are the verbs that ask with a command, German and English.
const commands = `list|name|enumerate|give|find|describe|explain|tell|show|write|compare|calculate|compute|identify|state|summari[sz]e|nenne|zähle|beschreibe|erkläre|vergleiche|berechne`

// What shows that a text asks, from the narrowest to the widest: a clause is cut off only before what surely asks, and a text is only taken for a topic
// where nothing in it may.
var (
	// asks matches a piece that is a question by its first words.
	asks = regexp.MustCompile(`^(?i)(?:` + englishWord + `|` + englishVerb + `|` + germanWord + `|` + germanVerb + `|` + englishModal + englishBare + `|` + germanModal + germanBare + `)`)
	// questioning matches a text with a word or a verb that asks.
	questioning = regexp.MustCompile(`(?i)\b(?:` + englishWord + `|` + germanWord + `)|^(?:` + englishVerb + `|` + germanVerb + `)`)
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
