package step

import "regexp"

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

// essence returns a question without the words that only ask.
func essence(question string) string {
	for _, verbs := range []*regexp.Regexp{howItWent, whatIsBehind, inWhichCase, whatItMeans} {
		question = verbs.ReplaceAllString(question, "$1$2$3")
	}
	return question
}
