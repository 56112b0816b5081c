package step

import (
	"context"
	"regexp"
	"sort"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/step/ask"
	"rabbithole/backend/step/quotable"
)

// Sizes of an overview: its lines, and the quotes of one passage that it may choose from.
const (
	overviewLines  = 6
	overviewQuotes = 4
)

// statement is a candidate of an overview.
type statement struct {
	candidate
	of aspect
}

// overview is the answer to a topic: the statements that say most about it, from different sections and documents; first what it is, then what it
// does, its numbers, what has to be done, and what else is said.
func (w *weaver) overview(ctx context.Context, topic Profile) ([]cite.Sentence, error) {
	var list []statement
	for _, c := range w.all {
		d, err := w.kit.Library.Document(ctx, c.evidence.Document)
		if err != nil {
			return nil, err
		}
		c.score = w.kit.informs(topic, c.quote, "", c.evidence.Section, d.Title)
		if c.score > 0 {
			list = append(list, statement{c, w.kit.aspect(topic, c.quote)})
		}
	}
	var chosen []statement
	least := 0.0
	for len(chosen) < overviewLines {
		next, most := statement{}, 0.0
		for _, c := range list {
			if worth := c.worth(chosen); c.score >= least && worth > most && w.fresh(c.candidate) {
				next, most = c, worth
			}
		}
		if most == 0 {
			break
		}
		least = max(least, leastTelling*next.score)
		w.show(next.candidate)
		chosen = append(chosen, next)
	}
	w.answered = len(w.shown)
	sort.SliceStable(chosen, func(a, b int) bool { return chosen[a].of < chosen[b].of })
	var lines []cite.Sentence
	for i, c := range chosen {
		lines = append(lines, w.line(c.candidate, i))
	}
	return lines, nil
}

// worth is what a statement counts beside those that are chosen already.
func (t statement) worth(chosen []statement) float64 {
	worth := t.score
	for _, o := range chosen {
		if o.of == t.of {
			worth *= againAspect
		}
		if saysAlike(o.terms, t.terms) {
			worth *= againAlike
		}
		if o.evidence.Document != t.evidence.Document {
			continue
		}
		if worth *= againDocument; o.evidence.Section == t.evidence.Section {
			worth *= againSection
		}
	}
	return worth
}

// saysAlike reports whether two statements have two thirds of their words in common: the same said of another number adds little to an overview.
func saysAlike(a, b []string) bool {
	have, mine := ask.Set(a), ask.Set(b)
	return 3*ask.InCommon(have, mine) >= 2*min(len(have), len(mine))
}

// overviewUnits returns the units of a passage that say most about a topic, best first, and those that state something at all.
func (k *Kit) overviewUnits(units []string, topic Profile, r Reading) (best, stating []string) {
	type scored struct {
		text  string
		score float64
	}
	var list []scored
	for _, u := range units {
		if k.StatesNothing(topic, u) {
			continue
		}
		stating = append(stating, u)
		if s := k.informs(topic, u, r.Document.Language, heading(r.Passage), r.Document.Title); s > 0 {
			list = append(list, scored{u, s})
		}
	}
	sort.SliceStable(list, func(a, b int) bool { return list[a].score > list[b].score })
	for _, s := range list[:min(len(list), overviewQuotes)] {
		if s.score >= leastTelling*list[0].score {
			best = append(best, s.text)
		}
	}
	return best, stating
}

// Telling returns how much the best quote of each piece of evidence tells of a topic.
func (k *Kit) Telling(ctx context.Context, q Question, evidence []cite.Evidence) ([]float64, error) {
	topic, err := k.Matter(ctx, q.Language, q.AtHome().Parts()...)
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(evidence))
	for i, e := range evidence {
		d, err := k.Library.Document(ctx, e.Document)
		if err != nil {
			return nil, err
		}
		for _, quote := range e.Quotes {
			out[i] = max(out[i], k.informs(topic, quote.Text, "", e.Section, d.Title))
		}
	}
	return out, nil
}

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
	case quotable.IsRow(text), capitals.MatchString(text), tableHead.MatchString(text):
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
	case quotable.BegunElsewhere(text):
		score *= fragment
	}
	return score
}

// anaphora matches a sentence that begins with a word for what the sentence before names: "Therefore the lamp", "Dabei ist".
var anaphora = regexp.MustCompile(`^(?:It|Its|This|That|These|Those|They|Their|Such|Both|Otherwise|Then|However|Therefore|Dies|Diese[rsmn]?|Dabei|Dazu|Hierzu|Hierbei|Er|Sie|Es|Ihre?|Solche|Beide|Andernfalls|Dann|Jedoch|Daher|Satz \d+)\b`)

// formal matches what a document says of itself and not of its subject: who gets it, who signed, wrote or published it, what it is not liable for.
var formal = regexp.MustCompile(`(?i)^\W*(?:distribution(?: list)?|verteiler|cc|copies to|recipients?|empfänger|participants|attendees|present|teilnehmer(?:innen)?|anwesend(?:e)?)\s*:|` +
	`^\W*(?:signed|gezeichnet|gez\.|unterschrift(?:en)?|signatures?|place,? date|ort,? datum)(?:\s|:|$)|\bsigned (?:for|by|on behalf of)[^.]{0,40}:|` +
	`^\W*(?:by|from|von|authors?|autor(?:in|en|innen)?|verfasser(?:in)?|editors?|edited by|redaktion|bearbeite(?:t von|r)|prepared by|written by|reviewed by|approved by|erstellt von|geprüft von|freigegeben von|ansprechpartner(?:in)?|contact|kontakt)\s*:|` +
	`\b(?:made up for|is fictitious|are fictitious|fictional|(?:purely|entirely) invented|invented (?:case|example|persons?|names?)|erfundene[rs]? (?:fall|beispiel|personen|namen)|(?:is|are) invented|frei erfunden|(?:ist|sind) (?:\pL+ )?erfunden|fiktiv\w*)\b|` +
	`\b(?:all rights reserved|alle rechte vorbehalten|copyright|isbn|issn|impressum|imprint|herausgeber(?:in)?:|herausgegeben von|published by|printed (?:in|by)|gedruckt (?:in|bei)|licen[cs]ed under|without (?:any )?warrant(?:y|ies)|no warrant(?:y|ies)|ohne gewähr|keine gewähr|` +
	`(?:assumes?|accepts?) no (?:liability|responsibility)|no liability (?:is|can be) (?:accepted|assumed)|übernimmt keine (?:haftung|gewähr|verantwortung)|cited as|zitiert als|does not constitute (?:legal|medical|financial) advice|keine rechtsberatung)\b|©|` +
	`\b(?:would like to thank|(?:wish|wishes) to thank|gratefully acknowledges?|danken (?:wir )?(?:allen|den|dem|der)|bedanken uns)\b`)

// reached matches how somebody is reached: an address, a number, a mailbox.
var reached = regexp.MustCompile(`(?i)[\w.+-]+@[\w-]+\.\w|\b(?:tel(?:efon|ephone)?|phone|fax|telefax|e-?mail)\b\s*[.:]|\b(?:[\pL-]+(?:straße|strasse|str\.|weg|platz|allee|gasse)|\pL+ (?:street|road|avenue|lane)),?\s*\d{1,4}\b|\b\d{1,4} \p{Lu}\pL+ (?:street|road|avenue|lane)\b|\bp\.?\s?o\.? box\b|\bpostfach\b`)

// initialled matches a person's name with an initial: "K. Meier", "Meier, K.".
var initialled = regexp.MustCompile(`\b\p{Lu}\.[ -]?(?:\p{Lu}\.[ -]?)*\p{Lu}\p{Ll}+\b|\b\p{Lu}\p{Ll}+, \p{Lu}\.`)

// literature matches an entry of a list of literature.
var literature = regexp.MustCompile(`^\s*\[[\w.-]+\]\s+\p{Lu}|\bDOI\s*:?\s*10\.|<https?://`)

// pointsOn matches a quote that states nothing itself: it says where else to read, what stays as another place has it, or whose annex it heads.
var pointsOn = regexp.MustCompile(`(?i)^(?:for (?:an? |the |more |further |additional |detailed )*(?:information|details?|discussion|description|reconciliation)\b.*\bsee\b|(?:zu|für) (?:weitere[nr]? |nähere[nr]? )*(?:informationen|einzelheiten|angaben)\b.*\bsiehe\b|(?:see|siehe) (?:also |auch )?|` +
	`(?:\(?\d{1,2}[a-z]?[.)]\s)?[^.]*\b(?:(?:is|are|shall be) without prejudice to\b|bleib(?:t|en) (?:hiervon |davon )?unberührt\b)[^.]*\.?$|\((?:zu (?:den )?§|fundstelle))`)

// announces reports whether a quote only says what follows or where it stands.
func announces(quote string) bool {
	return quotable.LeadOnly.MatchString(quote) || pointsOn.MatchString(quote)
}

// ofItsDocument matches what speaks of the document and not of a topic: what a chapter explains, what was repealed.
var ofItsDocument = regexp.MustCompile(`(?i)^(?:the |this |der |die |das |diese[rs]? )?(?:tables?|figures?|sections?|chapters?|annex|documents?|guide|handbook|manual|papers?|reports?|memo|tabellen?|abbildung|abschnitte?|kapitel|anlage|anhang|leitfaden|handbuch|bericht|dokument)\b[^.]{0,40}\b(?:shows?|gives?|lists?|describes?|defines?|sorts?|summari[sz]es?|explains?|covers?|contains?|discuss(?:es)?|is (?:meant |intended )?for|is addressed to|richtet sich|zeigt|nennt|enthält|beschreibt|erläutert|fasst|behandelt|regelt|gibt)\b|\b(?:is|are) (?:defined|described|given|listed|shown|specified) in\b|\((?:weggefallen|aufgehoben|repealed|omitted|reserved)\)|\b(?:no (?:data|information) (?:on|about|for)|keine (?:angaben|daten|informationen) (?:zu|über|für|machen)|wird \pL+ beschrieben|(?:ist|sind) [^.]{0,60}beschrieben)\b`)

// auxiliaries are the verbs, and their forms, that are nothing else, German and English.
const auxiliaries = `is|are|was|were|has|have|had|can|could|may|must|shall|should|will|would|does|did|ist|sind|war|waren|hat|haben|hatte|kann|können|darf|dürfen|muss|müssen|soll|sollen|wird|werden|wurde|wurden|gilt|gelten`

// conjugated matches a verb that can be nothing else.
var conjugated = regexp.MustCompile(`(?i)\b(?:` + auxiliaries + `)\b`)

// verbal matches a finite verb, or what may be one: a word in small letters with the ending of one. It takes more for verbs than are.
var verbal = regexp.MustCompile(`(?i:\b(?:` + auxiliaries + `|be|been|do|might|sei|seien)\b)|\s\p{Ll}{2,}(?:ed|es|[^s]s|t|en|eln|ern)\b`)

// StatesNothing reports whether a unit says nothing of a topic though it may have its words: the formalities of a document, addresses, lists of
// Names or of literature, and words without a verb. What the topic itself is about stays: of "signatures" a signature says something.
func (k *Kit) StatesNothing(topic Profile, unit string) bool {
	if said := formal.FindString(unit); said != "" && topic.Coverage(k.Lexicon.Terms(said, "")) == 0 {
		return true
	}
	if literature.MatchString(unit) {
		return true
	}
	if !conjugated.MatchString(unit) && strings.Count(unit, " · ") > 1 { // a line of an imprint
		return true
	}
	if quotable.IsRow(unit) {
		return !conjugated.MatchString(unit) && reached.MatchString(unit)
	}
	names := len(initialled.FindAllString(unit, -1))
	if !conjugated.MatchString(unit) && (reached.MatchString(unit) || names > 1 || names == 1 && len(strings.Fields(unit)) < 8) {
		return true
	}
	return !verbal.MatchString(unit) && !ask.StatesQuantity(unit) && !quotable.ListEntry.MatchString(unit)
}

// isLog reports whether words are the labels and numbers of a form or a drawing: many have digits, and there is no verb.
func isLog(words []string) bool {
	digits := 0
	for _, w := range words {
		if strings.ContainsAny(w, "0123456789") {
			digits++
		}
	}
	return digits > 4 && 6*digits >= len(words) && !conjugated.MatchString(strings.Join(words, " "))
}
