package step

import (
	"rabbithole/backend/step/ask"
	"regexp"
	"strings"
)

// aspect is what a statement says of a topic: the kinds that an overview wants to have, in the order in which it tells them.
type aspect int

const (
	whatItIs aspect = iota
	whatItDoes
	itsNumbers
	itsDuties
	whatElse
)

var (
	isA       = regexp.MustCompile(`(?i)^\W*(?:\(?\d{1,2}[a-z]?[.)]\s+)?(?:(?:der|die|das|ein|eine|the|an?)\s+)?((?:[\pL\d-]+\s+){1,5}?)(?:is|are|means?|refers? to|consists? of|ist|sind|bezeichnet|bedeutet|heißt|umfasst|besteht aus)\s`)
	effects   = regexp.MustCompile(`(?i)\b(?:causes?|caused|leads? to|results? in|increases?|reduces?|lowers?|raises?|prevents?|protects?|enables?|allows?|draws?|removes?|helps?|multipl(?:y|ies)|rises?|falls?|bewirk(?:t|en)|verursach(?:t|en)|führ(?:t|en) zu|erhöh(?:t|en)|senk(?:t|en)|verringer(?:t|n)|verhinder(?:t|n)|schütz(?:t|en)|ermöglich(?:t|en)|dien(?:t|en)|steig(?:t|en)|sink(?:t|en))\b`)
	leadsList = regexp.MustCompile(`:\s+(?:\(?[a1]\)|1\.|[-–•])\s`)
	tableHead = regexp.MustCompile(`^(?:Table|Tabelle)\s+[\w.]+\s*:`)
	capitals  = regexp.MustCompile(`(?:\b\p{Lu}{3,}\b[\s,]+){2,}`)
)

// aspect says what kind of thing a statement says of a topic.
func (k *Kit) aspect(topic Profile, text string) aspect {
	if m := isA.FindStringSubmatch(text); m != nil && topic.Coverage(k.Lexicon.Terms(m[1], topic.language)) >= leastHeld {
		return whatItIs
	}
	words := strings.Fields(text)
	if len(words) == 0 {
		return whatElse
	}
	if at := effects.FindStringIndex(text); at != nil && topic.Coverage(k.Lexicon.Terms(text[:at[0]], topic.language)) >= leastHeld {
		return whatItDoes
	}
	switch {
	case topic.Coverage(k.Lexicon.Terms(strings.Join(words[:len(words)/2+1], " "), topic.language)) < leastHeld: // it comes to its topic in passing
	case ask.StatesQuantity(text):
		return itsNumbers
	case ask.Obliged.MatchString(text):
		return itsDuties
	}
	return whatElse
}

// informs is how much a statement says of a topic: its words in it or in the headings above it, what it says of it, and whether it can be read by itself.
// It is 0 for what states nothing, and for what has too little of the topic.
func (k *Kit) informs(topic Profile, text, language, section, title string) float64 {
	terms := k.Lexicon.Terms(text, language)
	if k.StatesNothing(topic, text) {
		return 0
	}
	above := k.titled(topic, section)
	head := append(k.Lexicon.Terms(section, language), k.Lexicon.Terms(title, language)...)
	own, words := topic.Coverage(terms), strings.Fields(text)
	if topic.Coverage(terms, head) < leastHeld || own == 0 && (above < itsTitle || len(words) < leastAlone) {
		return 0
	}
	score := topic.said(terms, head, above) * aspectWorth[k.aspect(topic, text)] * (1 + itsOwn*above)
	begins := func(n int) bool {
		return topic.Coverage(k.Lexicon.Terms(strings.Join(words[:min(len(words), n)], " "), language)) >= leastHeld*own
	}
	switch {
	case begins(5):
		score *= subjectBonus
	case above < itsTitle && !begins(len(words)/2+1):
		score *= inPassing
	}
	switch {
	case tableHead.MatchString(text) && !begins(10) && above < itsTitle, isLog(words) && !tableHead.MatchString(text):
		score *= inALog
	case isRow(text), capitals.MatchString(text), tableHead.MatchString(text):
		score *= inATable
	case len(words) < 7:
		score *= tooShort
	case len(words) > 60 && !leadsList.MatchString(text):
		score *= tooLong
	}
	switch {
	case announces(text):
		score *= announcement
	case ofItsDocument.MatchString(text):
		score *= ofItself
	case anaphora.MatchString(text):
		score *= leaningOn
	case begunElsewhere(text):
		score *= fragment
	}
	return score
}
