package extract

import (
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/quote"
	"rabbithole/backend/relevance"
)

// Sizes of an overview: its lines, and the share of the best quote's score from which another is one.
const (
	overviewLines = 6
	leastTelling  = 0.4
	leastHeld     = 0.5 // share of the topic that a quote says with its heading
)

// overview is the answer to a topic: what says most about it, of each document and then of each section in turn; first what it is.
func (w *extractive) overview(topic relevance.Profile) []cite.Sentence {
	var telling, chosen []candidate
	for _, c := range w.all {
		held := topic.Coverage(c.terms, w.engine.Lexicon.Terms(c.evidence.Section, ""))
		if held >= leastHeld && !leansBack.MatchString(c.quote) && !announces(c.quote) && !w.engine.StatesNothing(topic, c.quote) {
			telling = append(telling, c)
		}
	}
	document := func(c candidate) string { return c.evidence.Document }
	section := func(c candidate) string { return c.evidence.Document + "/" + c.evidence.Section }
	said := func(c candidate) string { return c.quote }
	for _, of := range []func(candidate) string{document, section, said} {
		for _, c := range telling {
			again := slices.ContainsFunc(chosen, func(o candidate) bool { return of(o) == of(c) })
			if len(chosen) < overviewLines && c.score >= leastTelling*telling[0].score && !again && w.fresh(c) {
				w.show(c)
				chosen = append(chosen, c)
			}
		}
	}
	w.answered = len(w.shown)
	defines := func(c candidate) int {
		if m := saysWhat.FindStringSubmatch(c.quote); m != nil && topic.Coverage(w.engine.Lexicon.Terms(m[1], topic.Language)) >= leastHeld {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(chosen, func(a, b candidate) int { return defines(a) - defines(b) })
	var lines []cite.Sentence
	for i, c := range chosen {
		lines = append(lines, w.line(c, i))
	}
	return lines
}

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
func announces(text string) bool {
	return quote.LeadOnly.MatchString(text) || pointsOn.MatchString(text)
}

// auxiliaries are the verbs, and their forms, that are nothing else, German and English.
const auxiliaries = `is|are|was|were|has|have|had|can|could|may|must|shall|should|will|would|does|did|ist|sind|war|waren|hat|haben|hatte|kann|können|darf|dürfen|muss|müssen|soll|sollen|wird|werden|wurde|wurden|gilt|gelten`

// conjugated matches a verb that can be nothing else.
var conjugated = regexp.MustCompile(`(?i)\b(?:` + auxiliaries + `)\b`)

// verbal matches a finite verb, or what may be one: a word in small letters with the ending of one. It takes more for verbs than are.
var verbal = regexp.MustCompile(`(?i:\b(?:` + auxiliaries + `|be|been|do|might|sei|seien)\b)|\s\p{Ll}{2,}(?:ed|es|[^s]s|t|en|eln|ern)\b`)

// StatesNothing reports whether a unit says nothing of a topic though it may have its words: the formalities of a document, addresses, lists of
// Names or of literature, and words without a verb. What the topic itself is about stays: of "signatures" a signature says something.
func (g *Engine) StatesNothing(topic relevance.Profile, unit string) bool {
	if said := formal.FindString(unit); said != "" && topic.Coverage(g.Lexicon.Terms(said, "")) == 0 {
		return true
	}
	if literature.MatchString(unit) {
		return true
	}
	if !conjugated.MatchString(unit) && strings.Count(unit, " · ") > 1 { // a line of an imprint
		return true
	}
	if quote.IsRow(unit) {
		return !conjugated.MatchString(unit) && reached.MatchString(unit)
	}
	names := len(initialled.FindAllString(unit, -1))
	if !conjugated.MatchString(unit) && (reached.MatchString(unit) || names > 1 || names == 1 && len(strings.Fields(unit)) < 8) {
		return true
	}
	return !verbal.MatchString(unit) && !ask.StatesQuantity(unit) && !quote.ListEntry.MatchString(unit)
}
