package ask

import (
	"regexp"
	"slices"
	"strings"
)

// Kind is the kind of thing a clause asks for, as far as a text can show that it states one.
type Kind struct {
	Asks, States *regexp.Regexp
}

// dated is a kind: a point in time, or how long something may take.
var dated = Kind{
	Asks:   regexp.MustCompile(`(?i)^\W*(?:when|since when|until when|by when|wann|seit wann|bis wann|ab wann)\b|\b(?:what|which|on what|an welchem|in welchem|welches) (?:date|day|year|month|datum|tag|jahr|monat)\b|\b(?:deadline|frist)\b`),
	States: regexp.MustCompile(`(?i)\b(?:1\d|20)\d\d\b|\b\d{1,2}\.\s?(?:\d{1,2}\.|` + germanMonths + `)|\b(?:` + englishMonths + `)\s\d{1,2}\b|\b\d+\s(?:hours?|days?|weeks?|months?|years?|stunden?|tagen?|wochen?|monaten?|jahren?)\b|\b(?:unverzüglich|immediately|without delay)\b`),
}

// limits is a kind: the most or the least that is allowed, and how often at least.
var limits = Kind{
	Asks:   regexp.MustCompile(`(?i)\b(?:maxim(?:um|al)\w*|minimum|at (?:most|least)|höchste[nsr]?|höchst(?:ens|betrag|strafe)\w*|mindestens|obergrenze\w*|how often|(?:at|in) (?:what|which) intervals?|wie oft|in welche[nm] (?:zeitlichen )?(?:abständ\w*|turnus)|wie häufig)\b`),
	States: regexp.MustCompile(`(?i)\b(?:up to|at (?:most|least)|(?:not|n[o']t) (?:to )?exceed\w*|(?:no|not) (?:more|less|later) than|every|annually|bis zu|höchstens|mindestens|nicht überschreiten|höchst(?:grenze|betrag|wert|maß|satz|dauer|frist)\w*|obergrenze\w*|upper limit|(?:jähr|monat|wöchent)lich|alle (?:\pL+|\d+) (?:jahre|monate|wochen|tage))\b`),
}

// conditions is a kind: when a thing is allowed or so, if not by the clock.
var conditions = Kind{AsksForConditions, conditional}

// KindsAsked returns the kinds of thing that a clause asks for. Quantities are judged by quantity.go.
func KindsAsked(clause string) []Kind {
	return slices.DeleteFunc([]Kind{dated, conditions, limits}, func(k Kind) bool { return !k.Asks.MatchString(clause) })
}

// StatesOne reports whether a text states a thing of one of the kinds.
func StatesOne(kinds []Kind, text string) bool {
	return slices.ContainsFunc(kinds, func(k Kind) bool { return k.States.MatchString(text) })
}

// AsksForConditions matches a clause that asks when a thing is allowed or so, if not by the clock.
var AsksForConditions = regexp.MustCompile(inWhichCase.String() + `|(?i)^\W*(?:when|wann) (?:(?:may|can|must|shall|should|darf|dürfen|kann|können|muss|müssen|soll|sollen|gilt|gelten)\b|(?:is|are|ist|sind) .*\b(?:allowed|permitted|lawful|required|necessary|exempt|zulässig|erlaubt|verboten|erforderlich|notwendig|frei|\pL+pflichtig)\b)`)

// conditional matches what says when a rule holds and when it does not.
var conditional = regexp.MustCompile(`(?i)\b(?:if|unless|except\w*|provided that|subject to|only (?:if|where|when)|does not apply|shall not apply|wenn|sofern|soweit|falls|es sei denn|ausgenommen|ausnahm\w+|abweichend|gilt nicht|gelten nicht|vorausgesetzt|unbeschadet|nur (?:bei|mit|nach))\b`)

// condition matches where a clause begins to say in which case it is asked.
var condition = regexp.MustCompile(`(?i), (?:wenn|falls|sofern|soweit|nachdem|if|when|where|unless|once|after) `)

// asksForDuties matches a text that asks what somebody has to do.
var asksForDuties = regexp.MustCompile(`(?i)\b(?:tasks?|dut(?:y|ies)|responsibilit(?:y|ies)|obligations?|aufgaben?|pflicht(?:en)?|zuständigkeit(?:en)?)\b|\bwhat (?:must|shall|should) \S+ .*\bdo\b|\bwhat (?:must|shall|should|has to|is to|needs to) be done\b|\bwas ist (?:dann )?zu tun\b|\bwas (?:muss|müssen|hat|haben|soll|sollen) .*\btun\b`)

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
